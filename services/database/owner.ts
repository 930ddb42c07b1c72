import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { OperatorError } from '@domain/operator-error';

/**
 * Throws OperatorError if the data folder belongs to another user: what this process would write into it, the server
 * could not read. `uid` is the user of this process; undefined on systems without such ids.
 */
export function requireOwnDatabase(dataDir: string, uid: number | undefined = process.geteuid?.()): void {
  const database = path.join(dataDir, 'database');
  const folder = existsSync(database) ? database : dataDir;
  if (uid === undefined || !existsSync(folder)) return;
  const owner = lstatSync(folder).uid;
  if (owner === uid) return;
  throw new OperatorError(
    `${folder} belongs to the user ${owner}, who runs the server. Run this command as that user (sudo -u '#${owner}' npm run …).`,
  );
}

/** A file of the embedded database that belongs to another user than this process; null if there is none. */
export function foreignFile(dataDir: string, uid: number | undefined = process.geteuid?.()): string | null {
  const folder = path.join(dataDir, 'database');
  if (uid === undefined || !existsSync(folder)) return null;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (lstatSync(file, { throwIfNoEntry: false })?.uid !== uid) return file;
  }
  return null;
}
