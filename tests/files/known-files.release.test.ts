import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { columnLetters } from '@domain/column-letters';
import type { UploadKind } from '@domain/upload-id';

import { keptFiles } from '../fixtures/kept-files';
import { thirdGraders } from '../fixtures/kept-files/battery-files';
import { writeKeptFiles } from '../fixtures/kept-files/write-kept-files';
import { openUploadApi, type UploadApi } from '../support/upload-calls';
import { driveFile } from './drive-file';
import { judgeFile } from './judge-file';
import { countRight, type JudgedFile, report } from './report';
import { type KnownFile, readKnownFiles } from './truth';

/**
 * Files as schools, clubs and study groups keep them, with every planted fault: what a contributor sees after upload,
 * mapping and check. Prints what is met and missed; FILES_REPORT names a file to which it is appended, FILES the part of
 * a file's name that is wanted.
 */
const { MOTOTHEK_DATA = '../shared/data', FILES_REPORT, FILES = '' } = process.env;
const schoolFolder = path.resolve(MOTOTHEK_DATA, 'school');

const made = keptFiles.map((make) => make());
const madeFolder = mkdtempSync(path.join(os.tmpdir(), 'kept-files-'));

let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  api.repository.settings.maxFileBytes = 50_000_000;
});
afterAll(async () => {
  await api.close();
  rmSync(madeFolder, { recursive: true });
});

function isWanted({ name }: { name: string }): boolean {
  return name.includes(FILES);
}

/** Files with a person or a value of one are raw data. */
function kindOf({ meanings }: KnownFile): UploadKind {
  return meanings.some(({ target }) => target.startsWith('person_id')) ? 'raw' : 'agg';
}

async function judgeFolder(title: string, folder: string): Promise<JudgedFile[]> {
  const judged: JudgedFile[] = [];
  for (const file of readKnownFiles(folder).filter(isWanted)) {
    const runs = await driveFile(api, file, kindOf(file));
    for (const source of ['suggested', 'true'] as const) {
      const checked = runs[source];
      if (checked) judged.push({ name: file.name, source, checked, judgement: judgeFile(file, checked) });
    }
  }
  const text = report(title, judged);
  process.stdout.write(text);
  if (FILES_REPORT) appendFileSync(FILES_REPORT, text);
  expect(api.serverErrors).toEqual([]);
  expect(judged.flatMap(({ checked }) => checked.failure ?? [])).toEqual([]);
  return judged;
}

/** Least share of expectations that are met; single files may be below it. */
const leastShare = 0.97;

/** Most expectations are met, no good value is refused, and no column has a wrong suggestion. */
function expectGood(judged: JudgedFile[]): void {
  const { right, all } = countRight(judged);
  expect(all).toBeGreaterThan(0);
  if (FILES === '') expect(right / all).toBeGreaterThanOrEqual(leastShare);
  expect(judged.flatMap(({ judgement }) => judgement.wronglyRefused)).toEqual([]);
  expect(judged.flatMap(({ judgement }) => judgement.suggestions.wrong)).toEqual([]);
}

if (readKnownFiles(schoolFolder).length === 0) {
  process.stdout.write(
    `SKIPPED: the school files, because ${schoolFolder} is absent. MOTOTHEK_DATA names its folder.\n`,
  );
}
test.skipIf(!readKnownFiles(schoolFolder).some(isWanted))(
  'faults in the files of the school folder are named',
  async () => {
    expectGood(await judgeFolder('School files', schoolFolder));
  },
);

test.skipIf(!made.some(isWanted))('faults in files of many shapes are named', async () => {
  writeKeptFiles(madeFolder, made);
  expectGood(await judgeFolder('Files of many shapes', madeFolder));
});

const manyName = 'dritte-klassen.csv';
test.skipIf(!isWanted({ name: manyName }))('100,000 third graders have no impossible value', async () => {
  const folder = path.join(madeFolder, 'third-graders');
  writeKeptFiles(folder, [{ ...thirdGraders(100_000), name: manyName }]);
  for (const { checked } of await judgeFolder('100,000 third graders', folder)) {
    const { rowsLeftOut, problems } = checked.tables[0]!;
    expect(problems.filter(({ canOverride }) => !canOverride)).toEqual([]);
    expect(rowsLeftOut).toEqual([]);
    expect(checked.n).toBe(100_000);
  }
});

const adults = {
  'body-performance.csv': [
    'age_y|a',
    'sex|m/f',
    'height|cm',
    'mass|kg',
    '',
    '',
    '',
    'handgrip|kg',
    'sitreach|cm',
    '',
    'slj|cm',
  ],
  'body-performance-de.csv': [
    'age_y|a',
    'sex|m/w',
    'height|cm',
    'mass|kg',
    '',
    '',
    '',
    'handgrip|kg',
    'sitreach|cm',
    '',
    'slj|cm',
  ],
};
for (const [name, targets] of Object.entries(adults)) {
  const file = path.resolve(MOTOTHEK_DATA, name);
  test.skipIf(!existsSync(file))(`${name} has 15 impossible and 14 unusual cells`, async () => {
    const meanings = targets.map((target, position) => ({ file: name, column: columnLetters(position), target }));
    const runs = await driveFile(api, { name, path: file, truth: [], meanings }, 'raw');
    const problems = runs.true?.tables[0]?.problems ?? [];
    const cells = problems.filter(({ row }) => row !== null);
    expect(cells.filter(({ canOverride }) => !canOverride)).toHaveLength(15);
    expect(cells.filter(({ rule }) => rule === 'R03')).toHaveLength(14);
  });
}
