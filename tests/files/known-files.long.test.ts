import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

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

let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  api.repository.settings.maxFileBytes = 50_000_000;
});
afterAll(() => api.close());

/** Aggregated files name a statistic or a property of a group; a file without meanings is aggregated. */
function kindOf({ meanings }: KnownFile): UploadKind {
  const isAggregated = ({ target }: { target: string }) => /^(g_|[a-z_0-9]+\.(n|mean|sd|p\d+))/.test(target);
  return meanings.length === 0 || meanings.some(isAggregated) ? 'agg' : 'raw';
}

async function judgeFolder(title: string, folder: string): Promise<JudgedFile[]> {
  const judged: JudgedFile[] = [];
  for (const file of readKnownFiles(folder).filter(({ name }) => name.includes(FILES))) {
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

test.skipIf(!existsSync(schoolFolder))('faults in the files of the school folder are named', async () => {
  const { right, all } = countRight(await judgeFolder('School files', schoolFolder));
  expect(right).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(all);
});
