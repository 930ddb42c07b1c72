import { ConfigurationError, readConfiguration } from '../configuration/configuration';
import { connectToRunning, DatabaseUnusable, DataFolderInUse, inTurn, openDatabase } from '../database';
import { textOfError } from '../log/text-line';
import { runDoiCommand } from '../repository/doi/doi-commands';
import { createJobQueue } from '../repository/jobs/pg-boss-queue';
import { openStore } from '../repository/store/database';
import { migrateStore } from '../repository/store/migrate';

/** `npm run dois`: works on the database of the running server, or opens it when none runs. */
async function main(): Promise<number> {
  const { dataDir, databaseUrl, datacite } = readConfiguration(process.env);
  const running = databaseUrl === undefined ? await connectToRunning(dataDir) : null;
  const { pool, close } = running ?? (await openDatabase({ dataDir, databaseUrl }));
  try {
    // Files jobs only: nothing is handled here.
    const jobs = await inTurn(pool, async () => {
      await migrateStore(pool);
      return createJobQueue(pool, { log: (text) => process.stderr.write(`${text}\n`) });
    });
    try {
      return await runDoiCommand(process.argv.slice(2), {
        db: openStore(pool),
        jobs,
        hasAccount: datacite !== undefined,
        write: (text) => process.stdout.write(text),
      });
    } finally {
      await jobs.stop();
    }
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const plain = [ConfigurationError, DatabaseUnusable, DataFolderInUse];
  const isPlain = error instanceof Error && plain.some((known) => error instanceof known);
  process.stderr.write(`${isPlain ? error.message : textOfError(error)}\n`);
  process.exitCode = 1;
}
