import type { MappingTarget } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import { motorTests } from '@domain/motor-tests';
import type { UploadKind } from '@domain/upload-id';

import { rootFolder } from '../../root-folder';
import { buildAggTargets, buildRawTargets, groupSize, possibleTrials } from './build-targets';
import { unitBuilder } from './build-units';
import { bilingual, readVocabularyData, type VocabularyData } from './read-data';
import type { MappedTarget, Target, TargetUnit, Vocabulary } from './vocabulary';

/**
 * Loads the controlled vocabulary from `services/repository/data/vocabulary`. Throws an Error that names file and line
 * if a row is not valid or inconsistent with others.
 */
export function loadVocabulary(rootFolder: string): Vocabulary {
  const data = readVocabularyData(rootFolder);
  checkReferences(data);
  const groups = new Map(data.groups.map((row) => [row.group, bilingual(row, 'label')]));
  const parts = { data, units: unitBuilder(data), groups };
  return {
    targets: { raw: byKey(buildRawTargets(parts)), agg: byKey(buildAggTargets(parts)) },
    tests: new Map(
      data.tests.map((row) => [
        row.slug,
        {
          abbr: bilingual(row, 'abbr'),
          short: bilingual(row, 'short'),
          long: bilingual(row, 'long'),
          direction: row.direction,
          result: row.result,
          trials: row.trials ?? 0,
        },
      ]),
    ),
    unitSpellings: new Map(data.unitSpellings.map((row) => [row.unit, row.spellings.split('|')])),
    longUnits: new Map(data.longUnits.map((row) => [row.key, row.spellings.split('|')])),
    missingCodes: missingCodesOf(data, 'all'),
    absentCodes: missingCodesOf(data, 'class'),
  };
}

function missingCodesOf({ missingCodes }: VocabularyData, scope: 'all' | 'class'): string[] {
  return missingCodes.filter((row) => row.scope === scope).map((row) => row.code.toLowerCase());
}

function checkReferences(data: VocabularyData): void {
  data.tests.forEach((row, index) => {
    if (row.slug !== motorTests[index]) {
      throw new Error(`${row.position}: "${row.slug}" is in the place of "${motorTests[index] ?? 'nothing'}"`);
    }
  });
  if (data.tests.length !== motorTests.length) throw new Error('motor-tests.csv: tests are missing');
  const measured = new Set<string>([
    ...data.tests.map((row) => row.slug),
    ...data.results.map((row) => row.key),
    ...data.fields.filter((row) => row.type === 'number').map((row) => row.key),
  ]);
  for (const row of data.longUnits) {
    if (!measured.has(row.key)) throw new Error(`${row.position}: "${row.key}" is not a measured target`);
  }
  for (const row of data.conversions) {
    if (!measured.has(row.key)) throw new Error(`${row.position}: "${row.key}" is not a measured target`);
  }
}

function byKey(targets: Target[]): Map<string, Target> {
  const map = new Map<string, Target>();
  for (const target of targets) {
    if (map.has(target.key)) throw new Error(`The vocabulary has the target "${target.key}" twice`);
    const units = target.units.map((unit) => unit.unit);
    if (new Set(units).size < units.length) {
      throw new Error(`The vocabulary has the target "${target.key}" twice in one unit`);
    }
    map.set(target.key, target);
  }
  return map;
}

export type { Bounds, Coding, MappedTarget, PublishRule, Target, TargetUnit, Vocabulary } from './vocabulary';

/** The project's vocabulary, loaded and validated at start. */
export const vocabulary = loadVocabulary(rootFolder);

/** The target and unit of a mapping; null if the vocabulary does not have it in this unit. */
export function findTarget(from: Vocabulary, kind: UploadKind, key: string, unit: string): MappedTarget | null {
  const target = from.targets[kind].get(key);
  const found = target?.units.find((candidate) => candidate.unit === unit);
  return target && found ? { target, unit: found } : null;
}

/** Every target in every unit: the options of a mapping select. */
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

/** Targets of files in long format, with one row per test. */
export const longFormat = { name: 'test_name', value: 'test_value', unit: 'test_unit', trial: 'test_trial' };

/** Targets of columns with two values in a cell: the ages of a group, and (as a statistic) mean and deviation. */
export const splitTargets = { ages: 'g_ages', meanAndDeviation: 'mean_sd' };

export { groupSize, possibleTrials };

/** Whether several columns of a table may have this target. */
export function isRepeatable({ key, type }: Target): boolean {
  return type === 'none' || Object.values(longFormat).includes(key);
}

/** Unit of a target in sentences and beside its values; '' for counts and points. */
export function unitText(target: Target, language: Language): string {
  const { unit, text } = defaultUnit(target);
  return unit === '1' ? '' : text[language];
}

/** Key of the result that a key is a single trial of, such as 'slj' of 'slj.t1'; null for other keys. */
export function resultOfTrial(key: string): string | null {
  return /^(.+)\.t\d$/.exec(key)?.[1] ?? null;
}

/** Unit in which values of a target are checked and published. */
export function defaultUnit(target: Target): TargetUnit {
  const [unit] = target.units;
  if (!unit) throw new Error(`The target ${target.key} has no unit`);
  return unit;
}
