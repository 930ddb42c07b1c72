import type pg from 'pg';

import { migrateSchema } from '../database/migrate-schema';
import { OperatorError } from '@domain/operator-error';

import { readConfiguration, type Configuration } from '../configuration/configuration';
import { inTurn } from '../database/in-turn';
import { requireOwnDatabase } from '../database/owner';
import { connectToRunning, openDatabase } from '../database/open-database';
import { textOfError } from '../log/text-line';
import { refuseUnmoved } from '../move/usable-target';
import type { JobQueue } from '../repository/context/job-queue';
import { createJobQueue } from '../repository/jobs/pg-boss-queue';
import { openStore, type Database } from '../repository/store/database';

interface Tool {
  configuration: Configuration;
  pool: pg.Pool;
  write(text: string): void;
}

/** What a tool works with that enqueues jobs. */
export interface QueueTool extends Tool {
  db: Database;
  /** Only enqueues jobs. They are handled by a server. */
  jobs: JobQueue;
}

/** Runs a command-line tool on the database of the running server, or opens the database if no server is running. */
export function runTool(work: (tool: Tool) => Promise<number>): Promise<void> {
  return sayAndExit((write) => onDatabase(work, write));
}

/**
 * Runs a command-line tool. Sets the exit code to the result of `work`. An error that the operator can fix is printed as
 * one message without a stack.
 */
export async function sayAndExit(work: (write: Tool['write']) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work((text) => void process.stdout.write(text));
  } catch (error) {
    const text = error instanceof OperatorError ? error.message : textOfError(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/** Like `runTool`, with the store and the job queue of the repository. */
export function runQueueTool(work: (tool: QueueTool) => Promise<number>): Promise<void> {
  return runTool(async (tool) => {
    const { pool } = tool;
    const jobs = await inTurn(pool, async () => {
      await migrateSchema(pool, 'repository');
      await migrateSchema(pool, 'audit');
      return createJobQueue(pool, { log: (text) => process.stderr.write(`${text}\n`) });
    });
    return work({ ...tool, db: openStore(pool), jobs }).finally(() => jobs.stop());
  });
}

async function onDatabase(work: (tool: Tool) => Promise<number>, write: Tool['write']): Promise<number> {
  const configuration = readConfiguration(process.env);
  const { dataDir, databaseUrl, statementSeconds } = configuration;
  if (databaseUrl === undefined) requireOwnDatabase(dataDir);
  const running = databaseUrl === undefined ? await connectToRunning(dataDir) : null;
  const { pool, kind, close } = running ?? (await openDatabase({ dataDir, databaseUrl, statementSeconds }));
  const checked = kind === 'postgresql' ? refuseUnmoved(pool, dataDir) : Promise.resolve();
  return checked.then(() => work({ configuration, pool, write })).finally(close);
}
