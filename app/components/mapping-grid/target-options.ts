import { formatTargetValue, targetLabel, type MappingTarget } from '@domain/api/mapping';

import type { Option, OptionGroup } from '~/forms/option-markup';

/**
 * Options of the target selects by group, in the vocabulary's order. Rare targets are left out unless `all` is set or a
 * column has them already, because with them a page of 20 selects weighs megabytes.
 */
export function targetGroups(
  targets: readonly MappingTarget[],
  shown: { all: boolean; chosen: ReadonlySet<string> },
): OptionGroup[] {
  const groups = new Map<string, Option[]>();
  for (const target of targets) {
    const value = formatTargetValue(target);
    if (target.rare && !shown.all && !shown.chosen.has(value)) continue;
    const options = groups.get(target.group) ?? [];
    options.push({ value, label: targetLabel(target) });
    groups.set(target.group, options);
  }
  return [...groups].map(([label, options]) => ({ label, options }));
}

/** Labels by target value, for mappings shown as text. */
export function targetLabels(targets: readonly MappingTarget[]): ReadonlyMap<string, string> {
  return new Map(targets.map((target) => [formatTargetValue(target), targetLabel(target)]));
}
