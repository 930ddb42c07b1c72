import { ConfigurationError, readConfiguration, type Configuration } from '../configuration/configuration';
import { connectToRunning, DatabaseUnusable, DataFolderInUse, inTurn, openDatabase } from '../database';
import { textOfError } from '../log/text-line';
import type { JobQueue } from '../repository/jobs/job-queue';
import { createJobQueue } from '../repository/jobs/pg-boss-queue';
import { openStore, type Database } from '../repository/store/database';
import { migrateStore } from '../repository/store/migrate';

interface QueueTool {
  configuration: Configuration;
  db: Database;
  /** Files jobs only: nothing is handled in a tool. */
  jobs: JobQueue;
  write(text: string): void;
}

/**
 * Runs a command-line tool on the database of the running server, or opens it when none runs, and sets the
 * exit code. What the operator can mend is one sentence.
 */
export async function runQueueTool(work: (tool: QueueTool) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await onDatabase(work);
  } catch (error) {
    const plain = [ConfigurationError, DatabaseUnusable, DataFolderInUse];
    const isPlain = error instanceof Error && plain.some((known) => error instanceof known);
    process.stderr.write(`${isPlain ? error.message : textOfError(error)}\n`);
    process.exitCode = 1;
  }
}

async function onDatabase(work: (tool: QueueTool) => Promise<number>): Promise<number> {
  const configuration = readConfiguration(process.env);
  const { dataDir, databaseUrl, statementSeconds } = configuration;
  const running = databaseUrl === undefined ? await connectToRunning(dataDir) : null;
  const { pool, close } = running ?? (await openDatabase({ dataDir, databaseUrl, statementSeconds }));
  try {
    const jobs = await inTurn(pool, async () => {
      await migrateStore(pool);
      return createJobQueue(pool, { log: (text) => process.stderr.write(`${text}\n`) });
    });
    const write = (text: string) => void process.stdout.write(text);
    return await work({ configuration, db: openStore(pool), jobs, write }).finally(() => jobs.stop());
  } finally {
    await close();
  }
}
