import { count, list, sizeOf } from '../backup/describe';
import type { DatabaseDigest } from './database-digest';
import type { MovedObjects } from './move-object';

/** Digits of a digest that are shown: enough for the eye. All of them were compared. */
const shownDigits = 16;

/** What the command says about the tables that were moved, for the record. */
export function describeTables(digest: DatabaseDigest): string {
  const tables = digest.tables();
  const lines = tables
    .filter(({ rows }) => rows > 0)
    .map(({ table, rows, digest: full }) => `  ${table}: ${count(rows, 'row')}, ${full.slice(0, shownDigits)}\n`);
  return [
    `${count(digest.rows, 'row')} in ${count(tables.length, 'table')} and ${count(digest.sequences, 'sequence')} were moved. `,
    'Each table has the same number of rows and the same digest (sum of SHA-256) in both databases:\n',
    ...lines,
  ].join('');
}

/** What the command says when the database is in PostgreSQL. */
export function describeMovedDatabase(
  digest: DatabaseDigest,
  { dataDir, to }: { dataDir: string; to: string },
): string {
  return [
    describeTables(digest),
    `It is now in ${to}. Start the server with this DATABASE_URL. Sessions, tokens and links stay valid.\n`,
    `The embedded database stays in ${dataDir}/database as it was, and nothing uses it. Delete it when backups of the new one are made.\n`,
  ].join('');
}

/** What the command says when the objects are in the bucket; `moved` is null if they were there before. */
export function describeMovedObjects(
  moved: MovedObjects | null,
  { folder, bucket }: { folder: string; bucket: string },
): string {
  if (!moved) return `The objects were moved to the bucket ${bucket} already. Start the server.\n`;
  const { objects, bytes, sent, missing, damaged } = moved;
  return [
    `${count(objects, 'object')} of ${sizeOf(bytes)} are in the bucket ${bucket}, ${count(sent, 'object')} of them sent now. `,
    'Each was read there again and has the SHA-256 that it should have.\n',
    missing.length > 0 ? `The disk has lost these objects, so they are not there:\n${list(missing)}` : '',
    damaged.length > 0 ? `These objects are damaged on the disk, so they are not there:\n${list(damaged)}` : '',
    'Start the server with this OBJECT_STORE_URL.\n',
    `The objects stay in ${folder} as they were, and nothing uses them. Delete them when backups of the bucket are made.\n`,
  ].join('');
}
