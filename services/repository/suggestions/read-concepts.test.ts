import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { rootFolder } from '../../root-folder';
import { vocabulary } from '../vocabulary';
import { loadConcepts } from './read-concepts';

const data = path.join('services', 'repository', 'data', 'vocabulary');
let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'motothek-concepts-'));
});
afterAll(() => rm(copy, { recursive: true }));

it('every target of raw data except "ignore" has a name', () => {
  const { targets } = loadConcepts(rootFolder, vocabulary);
  const keys = new Set([...targets.raw.values()].flat().map(({ key }) => key));
  expect([...vocabulary.targets.raw.keys()].filter((key) => !keys.has(key))).toEqual(['ignore']);
});

it.each([
  ['concepts.csv', 'waist,waist', 'waist,waist|Waist', /concepts.csv, line \d+: "Waist" occurs twice/],
  ['target-concepts.csv', 'waist,waist', 'hips,waist', /target-concepts.csv, line \d+: "hips" is not a target/],
  ['target-concepts.csv', 'waist,waist', 'waist,hips', /"hips" is missing in concepts.csv/],
  ['target-concepts.csv', 'sex,female,,0=m 1=f', 'sex,female,,7=f', /"sex" is not offered in "7=f"/],
  ['target-concepts.csv', 'boomerang,boomerang,time best,,no,,\n', '', /"boomerang" is missing/],
  ['unit-spellings.csv', 'km,km', 'mi,km', /unit-spellings.csv, line \d+: no target is offered in "mi"/],
])('an error in %s is reported with its position', async (file, from, to, message) => {
  await cp(path.join(rootFolder, data), path.join(copy, data), { recursive: true });
  const text = await readFile(path.join(copy, data, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(path.join(copy, data, file), text.replace(from, to));
  expect(() => loadConcepts(copy, vocabulary)).toThrow(message);
});
