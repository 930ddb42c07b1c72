import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the server keeps in the data folder; only these are ever closed, and by them it is known. */
const ownEntries = [
  'database',
  'objects',
  'object-cache',
  'parts',
  'spill',
  'outbox',
  'session-secret',
  'demo-password',
];
const others = 0o077;
const sticky = 0o1000;

/** What became of a data folder: `fault` keeps the server from starting, `note` is for the log. */
type Prepared = { fault: string } | { note: string | null };

/**
 * Makes the data folder where it is absent, open to the user of this process alone, as is everything that
 * this process and its children write from now on. A folder that others can read is closed with all that
 * the server keeps in it; one that cannot be closed, or that holds nothing but other things, is a fault.
 */
export function prepareDataFolder(folder: string): Prepared {
  process.umask(others);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return closeFolder(folder);
  } catch (error) {
    const { code, path: at = folder } = error as NodeJS.ErrnoException;
    return {
      fault: `${at} cannot be read, or access to it cannot be restricted (${code}): make the user that runs the server its owner, or choose another folder`,
    };
  }
}

function closeFolder(folder: string): Prepared {
  const names = readdirSync(folder);
  const own = names.filter((name) => ownEntries.includes(name));
  const isOpen = isOpenToOthers(folder);
  if (isOpen && isShared(folder, names, own)) {
    return {
      fault: `others can read ${folder}, and it contains no data of this server: choose a separate folder, or restrict access to it (chmod 700)`,
    };
  }
  // The folder first: from then on nobody reaches what is in it.
  if (isOpen) close(folder);
  const open = own.map((name) => path.join(folder, name)).filter((entry) => isOpen || isOpenToOthers(entry));
  open.forEach(closeAll);
  const note = `Others could read the data folder ${folder}. Access is now restricted to its owner.`;
  return { note: isOpen || open.length > 0 ? note : null };
}

/** A folder for everybody, such as /tmp, or one in which somebody keeps other things. */
function isShared(folder: string, names: string[], own: string[]): boolean {
  return (statSync(folder).mode & sticky) !== 0 || (names.length > 0 && own.length === 0);
}

function isOpenToOthers(entry: string): boolean {
  return (statSync(entry).mode & others) !== 0;
}

/** Closes a file, or a folder after all that lies in it: a closed folder is known to hold nothing open. */
function closeAll(entry: string): void {
  if (statSync(entry).isDirectory()) {
    for (const name of readdirSync(entry)) {
      const below = path.join(entry, name);
      // Another server of the same folder may be removing what it put aside.
      const found = lstatSync(below, { throwIfNoEntry: false });
      if (found && !found.isSymbolicLink()) closeAll(below);
    }
  }
  if (isOpenToOthers(entry)) close(entry);
}

/** Throws where the mode cannot be changed: another's folder, or a file system without modes. */
function close(entry: string): void {
  chmodSync(entry, statSync(entry).mode & 0o700);
  if (isOpenToOthers(entry)) throw Object.assign(new Error('still open'), { code: 'still open', path: entry });
}
