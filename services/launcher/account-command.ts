import { createInterface } from 'node:readline/promises';

import type pg from 'pg';

import { inTurn } from '../database/in-turn';
import { migrateSchema } from '../database/migrate-schema';
import { runAccountCommand } from '../identity/accounts/account-commands';
import { createAccounts } from '../identity/accounts/accounts';
import type { PersonalData } from '../identity/accounts/delete-account';
import { personalDataOf } from './personal-data';
import { type QueueTool, runQueueTool, runTool } from './run-tool';

/** `npm run account` */
const given = process.argv.slice(2);
// Only a deletion concerns the repository, whose queue takes a second to open.
await (given[0] === 'delete' ? runQueueTool(runDeletion) : runTool(({ pool, write }) => run(pool, write, null)));

async function runDeletion({ pool, write, db, jobs, configuration }: QueueTool): Promise<number> {
  await inTurn(pool, () => migrateSchema(pool, 'web'));
  const isHere = configuration.repositoryUrl === undefined;
  return run(pool, write, isHere ? personalDataOf(() => ({ db, jobs, now: () => new Date() })) : null);
}

async function run(pool: pg.Pool, write: (text: string) => void, personalData: PersonalData | null): Promise<number> {
  await inTurn(pool, async () => {
    await migrateSchema(pool, 'identity');
    await migrateSchema(pool, 'audit');
  });
  const accounts = createAccounts(pool, personalData);
  return runAccountCommand(given, { accounts, write, readLine: readFirstLine });
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
