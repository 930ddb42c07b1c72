import { createInterface } from 'node:readline/promises';

import { inTurn } from '../database/in-turn';
import { runAccountCommand } from '../identity/accounts/account-commands';
import { createAccounts } from '../identity/accounts/accounts';
import { migrateIdentity } from '../identity/store/database';
import { runTool } from './run-tool';

/** `npm run account` */
await runTool(async ({ pool, write }) => {
  await inTurn(pool, () => migrateIdentity(pool));
  const accounts = createAccounts(pool);
  return runAccountCommand(process.argv.slice(2), { accounts, write, readLine: readFirstLine });
});

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
