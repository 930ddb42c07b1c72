import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { build, type Metafile } from 'esbuild';

import { rootFolder } from '../root-folder';

/** The processes that the server starts: name of the bundle, and source. */
export const childEntries = {
  'database-child': 'services/database/child.ts',
  'tables-child': 'services/repository/tables/child.ts',
  'parser-child': 'services/repository/ingest/parsers/child.ts',
};

/**
 * Bundles entries into a folder below the project, without the packages. What is imported on demand stays in a file of
 * its own, so that a process that reads one file loads one reader. Returns what each bundle consists of.
 */
export async function bundle(
  outdir: string,
  entries: Record<string, string>,
  sourcemap: 'linked' | 'inline' = 'linked',
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: rootFolder,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    // The oldest supported version.
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap,
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/**
 * Bundles entries in place of the former bundles of a folder. These go at the end, so that a build that fails leaves a
 * server that starts.
 */
export async function replaceBundles(outdir: string, entries: Record<string, string>): Promise<void> {
  const { outputs } = await bundle(outdir, entries);
  const written = new Set(Object.keys(outputs).map((file) => path.resolve(rootFolder, file)));
  for (const name of readdirSync(outdir).filter((each) => /\.js(?:\.map)?$/.test(each))) {
    const file = path.join(outdir, name);
    if (!written.has(file)) rmSync(file);
  }
}
