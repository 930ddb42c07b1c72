import { build } from 'esbuild';

import { rootFolder } from '../../services/root-folder';

/** Bundles the child processes of the server, and further entries, into a folder below the project. */
export async function bundleChildren(outdir: string, entries: Record<string, string> = {}): Promise<void> {
  await build({
    absWorkingDir: rootFolder,
    entryPoints: {
      'database-child': 'services/database/child.ts',
      'tables-child': 'services/repository/tables/child.ts',
      'parser-child': 'services/repository/ingest/parsers/child.ts',
      ...entries,
    },
    outdir,
    bundle: true,
    platform: 'node',
    // The oldest supported version.
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}
