import { createInterface } from 'node:readline/promises';

import { ConfigurationError, readConfiguration } from '../configuration/configuration';
import { connectToRunning, DatabaseUnusable, DataFolderInUse, inTurn, openDatabase } from '../database';
import { textOfError } from '../log/text-line';
import { runAccountCommand } from './account-commands';
import { createAccounts } from './accounts';
import { migrateIdentity } from './store/migrate';

/** `npm run account`: works on the database of the running server, or opens it when none runs. */
async function main(): Promise<number> {
  const { dataDir, databaseUrl, statementSeconds } = readConfiguration(process.env);
  const running = databaseUrl === undefined ? await connectToRunning(dataDir) : null;
  const database = running ?? (await openDatabase({ dataDir, databaseUrl, statementSeconds }));
  try {
    await inTurn(database.pool, () => migrateIdentity(database.pool));
    return await runAccountCommand(process.argv.slice(2), {
      accounts: createAccounts(database.pool),
      write: (text) => process.stdout.write(text),
      readLine: readFirstLine,
    });
  } finally {
    await database.close();
  }
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

try {
  process.exitCode = await main();
} catch (error) {
  const plain = [ConfigurationError, DatabaseUnusable, DataFolderInUse];
  const isPlain = error instanceof Error && plain.some((known) => error instanceof known);
  const text = isPlain ? error.message : textOfError(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
