import type { MotorTest } from '@domain/motor-tests';
import { foldText } from '@domain/search/fold';
import type { TestNames } from '@domain/search/grammar';

import { vocabulary, type Vocabulary } from '../vocabulary';

/** Folded abbreviations and labels of the motor tests in both languages. Names that two tests share are left out. */
export function collectTestNames({ tests }: Vocabulary): TestNames {
  const names = new Map<string, Set<MotorTest>>();
  for (const [test, { abbr, short, long }] of tests) {
    for (const { en, de } of [abbr, short, long]) {
      for (const name of [foldText(en), foldText(de)]) names.set(name, (names.get(name) ?? new Set()).add(test));
    }
  }
  return new Map(
    [...names].flatMap(([name, [test, ...others]]) => (test && others.length === 0 ? [[name, test]] : [])),
  );
}

/** Names of the tests of the project's vocabulary. */
export const testNames = collectTestNames(vocabulary);
