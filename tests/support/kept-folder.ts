import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from './imports';

/** What runs keep, and the work of those that were killed. */
const prefixes = ['test-database-', 'demonstration-', 'making-', 'children-'] as const;
const cache = path.join(projectRoot, '.cache');
const dayMs = 86_400_000;

/** Creates an empty folder for one run; removed a day later if the run was killed. */
export function makeRunFolder(prefix: (typeof prefixes)[number]): string {
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(path.join(cache, prefix));
}

/**
 * Folder that takes long to fill and is kept for further runs. `hash` stands for everything that determines its
 * content; `fill` fills a new folder. Removes what is older than a day when it makes one.
 */
export async function keepFolder(
  prefix: (typeof prefixes)[number],
  hash: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const kept = path.join(cache, `${prefix}${hash}`);
  if (existsSync(kept)) return kept;
  const folder = makeRunFolder('making-');
  removeOldFolders();
  await fill(folder);
  try {
    renameSync(folder, kept);
  } catch (error) {
    // Another run has just created the same one.
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
  return kept;
}

function removeOldFolders(): void {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const isOurs = prefixes.some((prefix) => name.startsWith(prefix));
    if (isOurs && Date.now() - statSync(folder).mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true });
  }
}
