import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { rootFolder } from '../root-folder';
import { bundle, childEntries } from './bundle';

it('the process that reads one file loads no package before it knows which', async () => {
  await mkdir(path.join(rootFolder, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(rootFolder, '.cache', 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { outputs } = await bundle(folder, childEntries);

  const packagesOf = (file: string): string[] =>
    (outputs[file]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path: imported, external }) => (external ? [imported] : packagesOf(imported)))
      .filter((name) => !name.startsWith('node:'));
  const entry = Object.keys(outputs).find((file) => file.endsWith('parser-child.js')) ?? '';
  expect(outputs[entry]?.entryPoint).toBe(childEntries['parser-child']);
  expect(packagesOf(entry)).toEqual([]);
});
