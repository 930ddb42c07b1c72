import { lstatSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time between attempts, and before a lock just taken is looked at again. */
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
 * Takes a lock that the operating system frees when its holder dies: a listening Unix socket. Waits for
 * an old holder to let go, and removes the file a dead one left. Answers null when the lock is still
 * held after `waitMs`.
 */
export async function takeSocketLock(path: string, waitMs: number): Promise<net.Server | null> {
  const deadline = Date.now() + waitMs;
  do {
    const seen = inode(path);
    if (seen === null || !(await isAlive(path))) {
      // Only the very file that was found dead goes: another process may have put its own there since.
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
  // Two processes that found the same dead file: the later one may have removed the file of the earlier.
  if (own !== null && inode(path) === own) return server;
  server.close();
  return null;
}

function inode(path: string): string | null {
  const entry = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return entry ? `${entry.ino}/${entry.birthtimeNs}` : null;
}
