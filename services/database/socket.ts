import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Name of the socket that PostgreSQL clients look for in a folder, for the default port. */
const socketName = '.s.PGSQL.5432';
const lockName = '.database-lock';
/** Addresses of Unix sockets are limited to 104 (macOS) or 108 bytes (Linux). */
const maxSocketPathBytes = 100;

interface SocketPaths {
  /** The `host` for a PostgreSQL client. */
  folder: string;
  /** Socket of the embedded database. */
  socket: string;
  /** Socket that a database process holds while it uses the data folder. */
  lock: string;
}

/**
 * Paths of the sockets for a data folder. They are in the data folder itself or, if that path is too long for a socket,
 * in a folder of this user below the system's temporary folder.
 */
export function socketPaths(dataDir: string): SocketPaths {
  const folder = path.resolve(dataDir);
  if (Buffer.byteLength(path.join(folder, lockName)) <= maxSocketPathBytes) return pathsIn(folder);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return pathsIn(path.join(os.tmpdir(), `motothek-${os.userInfo().uid}-${hash}`));
}

/** Creates the folders with access only for this user, because the socket gives full access to the database. */
export function createDatabaseFolders(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'database'), { recursive: true, mode: 0o700 });
  mkdirSync(socketPaths(dataDir).folder, { recursive: true, mode: 0o700 });
  checkSocketFolder(dataDir);
}

/**
 * Closes a socket folder below the system's temporary folder to other users. Throws if it belongs to another user, who
 * could put another server in place of the database.
 */
export function checkSocketFolder(dataDir: string): void {
  const { folder } = socketPaths(dataDir);
  if (folder === path.resolve(dataDir)) return;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory() || found.uid !== os.userInfo().uid) {
    throw new Error(`${folder} belongs to another user. Choose a data folder with a shorter path.`);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function pathsIn(folder: string): SocketPaths {
  return { folder, socket: path.join(folder, socketName), lock: path.join(folder, lockName) };
}

/** Delay between attempts, and before a new lock is checked again. */
const stepMs = 50;

/** Whether a process listens on a Unix socket. */
export function isAlive(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

/**
 * Takes a lock that the operating system releases when its holder dies, a listening Unix socket. Waits for the previous
 * holder to release it, and removes the file of a dead one. Returns null if the lock is still held after `waitMs`.
 */
export async function takeSocketLock(path: string, waitMs: number): Promise<net.Server | null> {
  const deadline = Date.now() + waitMs;
  do {
    const seen = inode(path);
    if (seen === null || !(await isAlive(path))) {
      // Only this file is removed, because another process may have replaced it by now.
      if (seen !== null && inode(path) === seen) unlinkSync(path);
      const server = await listen(path);
      if (server) return server;
    }
    await pause(stepMs);
  } while (Date.now() < deadline);
  return null;
}

async function listen(path: string): Promise<net.Server | null> {
  const server = net.createServer((connection) => connection.destroy());
  const listening = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(path, () => resolve(true));
  });
  if (!listening) return null;
  const own = inode(path);
  await pause(stepMs);
  // If two processes found the same dead file, the later one may have removed the new file of the earlier one.
  if (own !== null && inode(path) === own) return server;
  server.close();
  return null;
}

function inode(path: string): string | null {
  const entry = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return entry ? `${entry.ino}/${entry.birthtimeNs}` : null;
}
