/**
 * Entry of the embedded database process. It runs PGlite on <data folder>/database and serves the PostgreSQL protocol
 * on a Unix socket. It ends with its parent and reports to it with messages (`ChildReport`).
 */
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

import type { ChildReport } from './supervisor';
import { giveUpBallastNow } from './ballast';
import { cutIdleTransactions } from './cut-idle';
import { keepPlans } from './keep-plans';
import { createDatabaseFolders, socketPaths, takeSocketLock } from './socket';
import { watchChild } from './watch-child';
import { keepExchangesWhole } from './whole-exchanges';

/** Time for a previous process on the same folder to finish its last statement. */
const lockWaitMs = 5000;
/** More than the pools of a server and a few command-line tools use together. */
const maxConnections = 40;

// Terminals send Ctrl-C, and supervisors SIGTERM, to the whole process group. The parent decides when this one ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.umask(0o077);

const parentGone = new Promise<void>((resolve) => {
  process.once('disconnect', () => resolve());
  if (!process.connected) resolve();
});

function report(message: ChildReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}

async function serve(dataDir: string, silentMs: number): Promise<void> {
  const watchSilence = watchChild(silentMs);
  createDatabaseFolders(dataDir);
  const { lock, socket } = socketPaths(dataDir);
  const held = await takeSocketLock(lock, lockWaitMs);
  if (!held) return report({ state: 'in-use' });

  const db = await PGlite.create(path.join(dataDir, 'database'), { extensions: { pg_trgm } });
  closeFiles(path.join(dataDir, 'database'));
  giveUpBallastFor(db, dataDir);
  keepPlans(db);
  keepExchangesWhole(db);
  exitWhenBroken(db);
  rmSync(socket, { force: true });
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections });
  await server.start();
  const stopCutting = cutIdleTransactions(db, server);
  watchSilence();
  await report({ state: 'ready' });

  await parentGone;
  stopCutting();
  await server.stop();
  await db.close();
  held.close();
}

/** PGlite creates its first files readable for all users and ignores the umask. */
function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(path.join(entry.parentPath, entry.name), 0o600);
  }
}

/** After an exception PGlite no longer answers, so the process exits and the parent starts a new one. */
function exitWhenBroken(db: PGlite): void {
  const execute = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = async (message, options) => {
    try {
      await execute(message, options);
    } catch (error) {
      // The parent reads this with `lastWords`.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    }
  };
}

/**
 * Looks at the disk before each message. If PGlite cannot write the next segment of its log, where PostgreSQL would
 * end, the statement after that never ends. So the process exits, and the parent starts a new one.
 */
function giveUpBallastFor(db: PGlite, dataDir: string): void {
  const execute = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = async (message, options) => {
    let isBroken = false;
    const watch = (data: Uint8Array) => {
      isBroken ||= Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(logNotWritten);
      options?.onRawData?.(data);
    };
    await execute(message, giveUpBallastNow(dataDir) ? { ...options, onRawData: watch } : options);
    if (!isBroken) return;
    process.stderr.write('Error: The disk has no space for the log of the database.\n');
    process.exit(1);
  };
}

/**
 * Beginning of the message of that error: severity, code of a full disk and text, as fields of PostgreSQL's protocol.
 * Stored text cannot contain NUL, so no value can be mistaken for it.
 */
const logNotWritten = 'C53100\0Mcould not write to file "pg_wal/';

/** What PGlite throws if its file system fails, as on a full disk, is no Error and has only a number. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { errno } = Object(error) as { errno?: number };
  return errno === undefined ? String(error) : `a file could not be read or written (WASI error ${errno})`;
}

const [dataDir, silentMs] = process.argv.slice(2);
try {
  if (!dataDir || !silentMs) throw new Error('The data folder or the longest silence is missing.');
  await serve(dataDir, Number(silentMs));
  process.exit(0);
} catch (error) {
  await report({ state: 'failed', message: reasonOf(error) });
  process.exit(1);
}
