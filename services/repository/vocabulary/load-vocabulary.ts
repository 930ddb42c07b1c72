import { motorTests } from '@domain/motor-tests';
import type { Bilingual } from '@domain/language';

import { buildAggTargets, buildRawTargets } from './build-targets';
import { unitBuilder } from './build-units';
import { readVocabularyData, type VocabularyData } from './read-data';
import type { Target, Vocabulary } from './vocabulary';

/**
 * Loads the controlled vocabulary from `services/repository/data/vocabulary` under the project's folder.
 * Throws a sentence that names file and line when a row is not valid or does not fit the others.
 */
export function loadVocabulary(rootFolder: string): Vocabulary {
  const data = readVocabularyData(rootFolder);
  checkReferences(data);
  const units = unitBuilder(data);
  const groups = new Map<string, Bilingual>(
    data.groups.map((row) => [row.group, { en: row.label_en, de: row.label_de }]),
  );
  return {
    targets: { raw: byKey(buildRawTargets(data, units, groups)), agg: byKey(buildAggTargets(data, units, groups)) },
    tests: new Map(
      data.tests.map((row) => [
        row.slug,
        {
          abbr: { en: row.abbr_en, de: row.abbr_de },
          short: { en: row.short_en, de: row.short_de },
          long: { en: row.long_en, de: row.long_de },
          direction: row.direction,
          result: row.result,
        },
      ]),
    ),
    missingCodes: data.missingCodes.map((row) => row.code.toLowerCase()),
  };
}

function checkReferences(data: VocabularyData): void {
  data.tests.forEach((row, index) => {
    if (row.slug !== motorTests[index]) {
      throw new Error(`${row.place}: "${row.slug}" stands where "${motorTests[index] ?? 'nothing'}" is expected`);
    }
  });
  if (data.tests.length !== motorTests.length) throw new Error('motor-tests.csv: tests are missing');
  const measured = new Set<string>([
    ...data.tests.map((row) => row.slug),
    ...data.results.map((row) => row.key),
    ...data.fields.filter((row) => row.type === 'number').map((row) => row.key),
  ]);
  for (const row of data.conversions) {
    if (!measured.has(row.key)) throw new Error(`${row.place}: "${row.key}" is not a measured target`);
  }
}

function byKey(targets: Target[]): Map<string, Target> {
  const map = new Map<string, Target>();
  for (const target of targets) {
    if (map.has(target.key)) throw new Error(`The vocabulary contains the target "${target.key}" twice`);
    const units = target.units.map((unit) => unit.unit);
    if (new Set(units).size < units.length) {
      throw new Error(`The vocabulary offers the target "${target.key}" twice in one unit`);
    }
    map.set(target.key, target);
  }
  return map;
}
