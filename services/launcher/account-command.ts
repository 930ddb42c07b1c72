import { createInterface } from 'node:readline/promises';

import type pg from 'pg';

import { inTurn } from '../database/in-turn';
import { migrateSchema } from '../database/migrate-schema';
import { runAccountCommand } from '../identity/accounts/account-commands';
import { createAccounts } from '../identity/accounts/accounts';
import type { PersonalData } from '../identity/accounts/delete-account';
import type { PersonMerging } from '../identity/accounts/merge-accounts';
import { personMergingOf } from './person-merging';
import { personalDataOf } from './personal-data';
import { type QueueTool, runQueueTool, runTool } from './run-tool';

/** `npm run account` */
const given = process.argv.slice(2);
// Only a deletion or a merge concerns the repository, whose queue takes a second to open.
const concernsRepository = given[0] === 'delete' || given[0] === 'merge';
await (concernsRepository ? runQueueTool(runOnEverything) : runTool(({ pool, write }) => run(pool, write, null)));

/** What else is kept about the owners of accounts. */
interface Elsewhere {
  personalData: PersonalData;
  merging: PersonMerging;
}

async function runOnEverything({ pool, write, db, jobs, configuration }: QueueTool): Promise<number> {
  await inTurn(pool, () => migrateSchema(pool, 'web'));
  const repository = () => ({ db, jobs, now: () => new Date() });
  const isHere = configuration.repositoryUrl === undefined;
  return run(
    pool,
    write,
    isHere ? { personalData: personalDataOf(repository), merging: personMergingOf(repository) } : null,
  );
}

async function run(pool: pg.Pool, write: (text: string) => void, elsewhere: Elsewhere | null): Promise<number> {
  await inTurn(pool, async () => {
    await migrateSchema(pool, 'identity');
    await migrateSchema(pool, 'audit');
  });
  const accounts = createAccounts(pool, elsewhere?.personalData, elsewhere?.merging);
  return runAccountCommand(given, { accounts, write, readLine: readFirstLine });
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
