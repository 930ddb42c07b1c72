import { ConfigurationError, readConfiguration } from '../configuration/configuration';
import { connectToRunning, DataFolderInUse, openDatabase } from '../database';
import { runJobCommand } from '../repository/jobs/job-commands';
import { createJobQueue } from '../repository/jobs/pg-boss-queue';
import { openStore } from '../repository/store/database';
import { migrateStore } from '../repository/store/migrate';

/** `npm run jobs`: works on the database of the running server, or opens it when none runs. */
async function main(): Promise<number> {
  const { dataDir, databaseUrl } = readConfiguration(process.env);
  const running = databaseUrl === undefined ? await connectToRunning(dataDir) : null;
  const { pool, close } = running ?? (await openDatabase({ dataDir, databaseUrl }));
  try {
    await migrateStore(pool);
    // Files jobs only: nothing is handled here.
    const jobs = await createJobQueue(pool, { log: (text) => process.stderr.write(`${text}\n`) });
    try {
      return await runJobCommand(process.argv.slice(2), {
        db: openStore(pool),
        jobs,
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
  const isPlain = error instanceof ConfigurationError || error instanceof DataFolderInUse;
  process.stderr.write(`${isPlain ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
