import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

/** File of a data folder about the move of its embedded database to PostgreSQL. */
export const moveMark = 'move-to-postgresql';

const MoveSchema = z.object({
  /** Id of the move, by which it knows in PostgreSQL what it has loaded. */
  id: z.string(),
  /** Where the database goes, without password. */
  to: z.string(),
  /** When all of it had arrived (ISO 8601); null until then. */
  movedAt: z.string().nullable(),
});

/** A move of the embedded database of a data folder that has begun. */
export type DatabaseMove = z.infer<typeof MoveSchema>;

/** The move of a data folder; null if none has begun. */
export function readMove(dataDir: string): DatabaseMove | null {
  const file = path.join(dataDir, moveMark);
  return existsSync(file) ? MoveSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Notes a move in its data folder, at once and whole. */
export function writeMove(dataDir: string, move: DatabaseMove): void {
  const file = path.join(dataDir, moveMark);
  writeFileSync(`${file}.new`, `${JSON.stringify(move)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Whether a data folder has an embedded database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'database', 'PG_VERSION'));
}

/** The error of a data folder whose database is elsewhere by now, while the settings name no other. */
export function movedErrors(dataDir: string, databaseUrl: string | undefined): string[] {
  const move = readMove(dataDir);
  if (databaseUrl !== undefined || !move?.movedAt) return [];
  return [
    `DATABASE_URL: is missing, and the database of ${dataDir} was moved to PostgreSQL on ${move.movedAt.slice(0, 10)}, to ${move.to}. To go back to what it was then, remove the file ${path.join(dataDir, moveMark)}.`,
  ];
}
