import { expect, test } from 'vitest';

import { isMotorTest } from '@domain/motor-tests';

import { vocabulary } from '../vocabulary';
import { collectTestNames, testNames } from './test-names';

test('every test is found by its abbreviations and labels in both languages', () => {
  expect(testNames.get('hk')).toBe('handgrip');
  expect(testNames.get('liegestutz')).toBe('pushup40');
  expect(testNames.get('20m lb')).toBe('dash20gate');
  expect(testNames.get('stand and reach trunk flexion')).toBe('standreach');
  expect(new Set([...testNames.values()]).size).toBe(vocabulary.tests.size);
  expect([...testNames.values()].every(isMotorTest)).toBe(true);
});

test('a name that two tests share finds neither', () => {
  const label = (text: string) => ({ en: text, de: text });
  const facts = { direction: 'more', result: 'best' } as const;
  const shared = { ...facts, abbr: label('XX'), short: label('Jump'), long: label('Long jump') };
  const names = collectTestNames({
    ...vocabulary,
    tests: new Map([
      ['slj', shared],
      ['jumpreach', { ...shared, short: label('High jump'), long: label('High jump') }],
    ]),
  });
  expect([...names]).toEqual([
    ['jump', 'slj'],
    ['long jump', 'slj'],
    ['high jump', 'jumpreach'],
  ]);
});
