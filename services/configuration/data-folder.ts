import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { makeFolder } from './folders';
import { moveMark } from './moved-database';

/** Entries of a data folder, which identify it. Only their permissions are changed. */
const ownEntries = [
  'ballast',
  'ballast-restart',
  'database',
  'objects',
  'object-cache',
  'parts',
  'spill',
  'outbox',
  'session-secret',
  'demo-password',
  'unfinished-restore',
  moveMark,
];
/** A file that says that a restore into the folder has begun and has not ended. */
export const restoreMark = 'unfinished-restore';
/** A socket that a restore holds while it fills the folder. One that was killed leaves it. */
export const restoreLockName = '.restore-lock';
const others = 0o077;
const sticky = 0o1000;

/** Result of preparing a data folder. `error` keeps the server from starting, `note` is for the log. */
type Prepared = { error: string } | { note: string | null };

/**
 * Creates the data folder if it is absent. Only the user of this process can read it and everything that this process
 * and its children write from now on. If others can read an existing folder, it is closed to them with the server's
 * entries in it. If that fails, if it contains only other entries, or if a restore into it was not finished, this returns
 * `error`. For a restore (`isRestore`) the folder must be empty or have the mark of one that was not finished.
 */
export function prepareDataFolder(folder: string, { isRestore = false }: { isRestore?: boolean } = {}): Prepared {
  process.umask(others);
  try {
    makeFolder(folder, { mode: 0o700 });
    const isMarked = existsSync(path.join(folder, restoreMark));
    if (isMarked && !isRestore) {
      return { error: `a restore into ${folder} was not finished. Run it again, or choose another folder.` };
    }
    if (isRestore && !isMarked && readdirSync(folder).some((name) => name !== restoreLockName)) {
      return {
        error: `${folder} is not empty. A restore needs an empty folder, or one that does not exist. Nothing was changed.`,
      };
    }
    return closeFolder(folder);
  } catch (error) {
    const { code, path: at = folder } = error as NodeJS.ErrnoException;
    return {
      error: `${at} cannot be read, or not be closed to others (${code}). Make the user that runs the server its owner, or choose another folder.`,
    };
  }
}

function closeFolder(folder: string): Prepared {
  const names = readdirSync(folder);
  const own = names.filter((name) => ownEntries.includes(name));
  const isOpen = isOpenToOthers(folder);
  if (isOpen && isShared(folder, names, own)) {
    return {
      error: `others can read ${folder}, and nothing in it belongs to this server. Choose another folder, or close it (chmod 700).`,
    };
  }
  // The folder comes first, because then others cannot reach anything in it.
  if (isOpen) close(folder);
  const open = own.map((name) => path.join(folder, name)).filter((entry) => isOpen || isOpenToOthers(entry));
  open.forEach(closeAll);
  const note = `Others could read the data folder ${folder}. Access is now restricted to its owner.`;
  return { note: isOpen || open.length > 0 ? note : null };
}

/** Whether it is a folder for all users, such as /tmp, or one that contains only other entries. */
function isShared(folder: string, names: string[], own: string[]): boolean {
  return (statSync(folder).mode & sticky) !== 0 || (names.length > 0 && own.length === 0);
}

function isOpenToOthers(entry: string): boolean {
  return (statSync(entry).mode & others) !== 0;
}

/** Closes a file or a folder. The entries of a folder come first, so that a closed folder contains nothing open. */
function closeAll(entry: string): void {
  if (statSync(entry).isDirectory()) {
    for (const name of readdirSync(entry)) {
      const below = path.join(entry, name);
      // Another server on the same folder may be removing entries.
      const found = lstatSync(below, { throwIfNoEntry: false });
      if (found && !found.isSymbolicLink()) closeAll(below);
    }
  }
  if (isOpenToOthers(entry)) close(entry);
}

/** Throws if the mode cannot be changed, because of another owner or a file system without modes. */
function close(entry: string): void {
  chmodSync(entry, statSync(entry).mode & 0o700);
  if (isOpenToOthers(entry)) throw Object.assign(new Error('still open'), { code: 'still open', path: entry });
}

/** Returns a secret from a file in the data folder that only its owner can read. It is generated if there is none. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
