import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and those above it, if they are absent. Node does this as well, but never ends where no folder can be
 * created, as in /proc (20.20, `mkdir` with `recursive`). Throws what the file system says.
 */
export function makeFolder(folder: string, options: { mode?: number } = {}): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), options);
  try {
    mkdirSync(folder, options);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Whether a place is a folder, lies in it, or leads into it by links. Neither has to exist. */
export function liesIn(place: string, folder: string): boolean {
  const [start = ''] = path.relative(realPathOf(folder), realPathOf(place)).split(path.sep);
  return start !== '..' && !path.isAbsolute(start);
}

/** A path without links, as far as it exists. */
function realPathOf(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const above = path.dirname(path.resolve(place));
    return above === path.resolve(place) ? above : path.join(realPathOf(above), path.basename(place));
  }
}
