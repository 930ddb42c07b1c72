import path from 'node:path';

import { z } from 'zod';

import type { Bilingual } from '@domain/language';

import type { Vocabulary } from '../vocabulary';
import { bilingual, list, readRows } from '../vocabulary/read-data';
import { joinTokens, splitHeader } from './split-header';

/** A test of a battery. */
export interface BatteryTest {
  test: string;
  /** Target of its results; '' if the vocabulary has none in its scoring. */
  key: string;
  /** Unit that the battery prescribes; '' = as the values show. */
  unit: string;
}

/** A set of tests that belong together, recognised by the columns of a table. */
export interface Battery {
  id: string;
  name: Bilingual;
  /** Its name in the metadata schema, or as it is known; the same in both languages. */
  shortName: string;
  /** Number of its tests. */
  size: number;
  /** Its tests by usual heading; words are joined without spaces. Within a battery even 'Run' is clear. */
  headings: ReadonlyMap<string, BatteryTest>;
}

const text = z.string().min(1);

/**
 * Loads the test batteries (`batteries.csv`, `battery-tests.csv`). Throws an Error that names file and line if they
 * are inconsistent with each other or with the vocabulary.
 */
export function loadBatteries(rootFolder: string, vocabulary: Vocabulary): Battery[] {
  const folder = path.join(rootFolder, 'services', 'repository', 'data', 'vocabulary');
  const batteries = readRows(folder, 'batteries.csv', {
    battery: text,
    short_name: text,
    name_en: text,
    name_de: text,
    source: text,
  });
  const rows = readRows(folder, 'battery-tests.csv', {
    battery: text,
    test: text,
    key: z.string(),
    unit: z.string(),
    headings: list('|'),
  });
  for (const { battery, key, unit, position } of rows) {
    if (!batteries.some((row) => row.battery === battery)) throw new Error(`${position}: no battery "${battery}"`);
    const target = vocabulary.targets.raw.get(key);
    if (key !== '' && !target) throw new Error(`${position}: "${key}" is not a target`);
    if (unit !== '' && !target?.units.some((offered) => offered.unit === unit)) {
      throw new Error(`${position}: "${key}" is not offered in "${unit}"`);
    }
  }
  return batteries.map((row) => {
    const tests = rows.filter(({ battery }) => battery === row.battery);
    const headings = new Map<string, BatteryTest>();
    for (const { test, key, unit, headings: spellings, position } of tests) {
      for (const spelling of spellings) {
        const phrase = joinTokens(splitHeader(spelling));
        const other = headings.get(phrase);
        if (phrase === '' || (other && other.test !== test)) {
          throw new Error(`${position}: "${spelling}" occurs twice or contains no word`);
        }
        headings.set(phrase, { test, key, unit });
      }
    }
    return {
      id: row.battery,
      name: bilingual(row, 'name'),
      shortName: row.short_name,
      size: new Set(tests.map(({ test }) => test)).size,
      headings,
    };
  });
}
