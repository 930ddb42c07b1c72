import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Name PostgreSQL clients look for in a socket folder, for the default port. */
const socketName = '.s.PGSQL.5432';
const lockName = '.database-lock';
/** Operating systems cut addresses of Unix sockets at 104 (macOS) or 108 bytes (Linux). */
const maxSocketPathBytes = 100;

interface SocketPaths {
  /** What a PostgreSQL client takes as `host`. */
  folder: string;
  /** Where the embedded database answers. */
  socket: string;
  /** Socket held for as long as a database process works on the data folder. */
  lock: string;
}

/**
 * Where the embedded database of a data folder is reached: in the data folder itself, or, where that
 * path is too long for a socket, in a folder of this user under the system's temporary folder.
 */
export function socketPaths(dataDir: string): SocketPaths {
  const folder = path.resolve(dataDir);
  if (Buffer.byteLength(path.join(folder, lockName)) <= maxSocketPathBytes) return pathsIn(folder);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return pathsIn(path.join(os.tmpdir(), `motothek-${os.userInfo().uid}-${hash}`));
}

/** Makes the folders, open to this user only: whoever reaches the socket may do anything. */
export function createDatabaseFolders(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  mkdirSync(socketPaths(dataDir).folder, { recursive: true, mode: 0o700 });
  checkSocketFolder(dataDir);
}

/**
 * Closes a folder of sockets in the system's temporary folder that others could read. Throws where it is
 * somebody else's: who owns it could answer in the place of the database.
 */
export function checkSocketFolder(dataDir: string): void {
  const { folder } = socketPaths(dataDir);
  if (folder === path.resolve(dataDir)) return;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory() || found.uid !== os.userInfo().uid) {
    throw new Error(`${folder} belongs to another user; choose a data folder with a shorter path.`);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function pathsIn(folder: string): SocketPaths {
  return { folder, socket: path.join(folder, socketName), lock: path.join(folder, lockName) };
}
