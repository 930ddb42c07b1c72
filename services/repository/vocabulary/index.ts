import type { MappingTarget } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { rootFolder } from '../root-folder';
import { loadVocabulary } from './load-vocabulary';
import type { MappedTarget, Target, TargetUnit, Vocabulary } from './vocabulary';

export { loadVocabulary } from './load-vocabulary';
export type { Bounds, MappedTarget, PublishRule, Target, TargetUnit, Vocabulary } from './vocabulary';

/** The vocabulary that comes with the project, read and checked once, when the server starts. */
export const vocabulary = loadVocabulary(rootFolder);

/** The target of a mapping; null when the vocabulary does not hold it in this unit. */
export function findTarget(from: Vocabulary, kind: UploadKind, key: string, unit: string): MappedTarget | null {
  const target = from.targets[kind].get(key);
  const found = target?.units.find((candidate) => candidate.unit === unit);
  return target && found ? { target, unit: found } : null;
}

/** Every target in every unit it is offered in: the options of a mapping select. */
export function listTargets(from: Vocabulary, kind: UploadKind, language: Language): MappingTarget[] {
  return [...from.targets[kind].values()].flatMap((target) =>
    target.units.map((unit, index) => ({
      key: target.key,
      value: target.label[language],
      unit: unit.unit,
      unitText: unit.text[language],
      group: target.group[language],
      rare: target.rare || (index > 0 && target.statistic !== null),
    })),
  );
}

/** Targets of files with one row per test. */
export const longFormat = { name: 'test_name', value: 'test_value', unit: 'test_unit' };

/** Whether several columns of a table may have this target. */
export function isRepeatable({ key, type }: Target): boolean {
  return type === 'none' || Object.values(longFormat).includes(key);
}

/** Unit in which values of a target are checked and published. */
export function defaultUnit(target: Target): TargetUnit {
  const [unit] = target.units;
  if (!unit) throw new Error(`The target ${target.key} has no unit`);
  return unit;
}
