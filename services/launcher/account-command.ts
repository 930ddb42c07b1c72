import { createInterface } from 'node:readline/promises';

import { inTurn } from '../database/in-turn';
import { migrateSchema } from '../database/migrate-schema';
import { runAccountCommand } from '../identity/accounts/account-commands';
import { createAccounts } from '../identity/accounts/accounts';
import { runTool } from './run-tool';

/** `npm run account` */
await runTool(async ({ pool, write }) => {
  await inTurn(pool, () => migrateSchema(pool, 'identity'));
  const accounts = createAccounts(pool);
  return runAccountCommand(process.argv.slice(2), { accounts, write, readLine: readFirstLine });
});

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
