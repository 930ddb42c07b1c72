import { readFileSync } from 'node:fs';
import path from 'node:path';

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';

/**
 * Statements that the migrations of a folder lack compared to the Drizzle schema they are made from: none,
 * unless somebody changed the schema and forgot to generate a migration.
 */
export function missingMigration(schema: Record<string, unknown>, folder: string): Promise<string[]> {
  const journal = readJson<{ entries: unknown[] }>(path.join(folder, 'meta/_journal.json'));
  const latest = String(journal.entries.length - 1).padStart(4, '0');
  const snapshot = readJson<Parameters<typeof generateMigration>[0]>(path.join(folder, `meta/${latest}_snapshot.json`));
  return generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
