import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { rootFolder } from '../root-folder';
import { bundle, childEntries, replaceBundles } from './bundle';

async function newFolder(): Promise<string> {
  await mkdir(path.join(rootFolder, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(rootFolder, '.cache', 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('the process that reads one file loads no package before it knows which', async () => {
  const { outputs } = await bundle(await newFolder(), childEntries);

  const packagesOf = (file: string): string[] =>
    (outputs[file]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path: imported, external }) => (external ? [imported] : packagesOf(imported)))
      .filter((name) => !name.startsWith('node:'));
  const entry = Object.keys(outputs).find((file) => file.endsWith('parser-child.js')) ?? '';
  expect(outputs[entry]?.entryPoint).toBe(childEntries['parser-child']);
  expect(packagesOf(entry)).toEqual([]);
});

it('a build that fails leaves the former one, and one that succeeds leaves nothing of it', async () => {
  const folder = await newFolder();
  for (const name of ['server.js', 'chunk-old.js', 'chunk-old.js.map']) writeFileSync(path.join(folder, name), '');
  writeFileSync(path.join(folder, 'sbom.cdx.json'), '');
  const source = path.join(folder, 'source.ts');
  writeFileSync(source, 'export const = 1;');
  await expect(replaceBundles(folder, { server: source })).rejects.toThrow('Build failed');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['server.js', 'chunk-old.js']));
  writeFileSync(source, 'export const one = 1;');
  await replaceBundles(folder, { server: source });
  expect(readdirSync(folder).sort()).toEqual(['sbom.cdx.json', 'server.js', 'server.js.map', 'source.ts']);
});
