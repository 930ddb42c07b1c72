import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { OperatorError } from '@domain/operator-error';

import { lastWords, startChild } from '../processes/spawn-child';
import { giveUpBallast, startBytes } from './ballast';
import { freeBytes } from './free-bytes';
import { foreignFile } from './owner';

/** Delay before a crashed database process is restarted. It doubles with every failure in a row. */
const firstRestartMs = 100;
const longestRestartMs = 5000;
/** Longest time for an orderly stop. */
const stopMs = 15_000;

/** Another server is using the data folder, or a command while no server is running. */
export class DataFolderInUse extends OperatorError {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use: another Motothek is running on it or, while none is, a command such as ` +
        'npm run backup. Stop the one or wait until the other has ended, or choose another folder with DATA_DIR.',
    );
    this.name = 'DataFolderInUse';
  }
}

interface SupervisorOptions {
  dataDir: string;
  entry: string;
  /** Longest time for one statement in ms. A process that is busy longer is ended and restarted. */
  silentMs: number;
  /** Called with the reason each time the process ends unexpectedly and is restarted, and when the disk is full. */
  onExit?: (reason: string, about?: { error?: unknown }) => void;
}

/** Keeps an embedded database process running. */
export class DatabaseSupervisor {
  readonly #options: SupervisorOptions;
  #child: ChildProcess | null = null;
  #ready: Promise<void> = Promise.resolve();
  #closing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the process. Throws DataFolderInUse, or another error if it could not start. */
  start(): Promise<void> {
    this.#ready = this.#startOnce();
    return this.#ready;
  }

  /** Resolves when the database is available. Waits for a restart. */
  whenReady(): Promise<void> {
    return this.#ready;
  }

  /** Stops the process in an orderly way. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#ready.catch(() => {});
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    if (child.connected) child.disconnect();
    await exited;
    clearTimeout(timer);
  }

  async #startOnce(): Promise<void> {
    if (await giveUpBallast(this.#options.dataDir).catch(() => false)) {
      this.#options.onExit?.('The disk is full: the ballast in the data folder was removed for the database');
    }
    const { dataDir, entry, silentMs } = this.#options;
    const child = startChild(entry, { args: [dataDir, String(silentMs)] });
    this.#child = child;
    endWithThisProcess(child);
    const report = await firstReport(child);
    if (report.state === 'in-use') throw new DataFolderInUse(this.#options.dataDir);
    if (report.state === 'failed') throw await notStarted(dataDir, report.message);
    child.once('exit', () => this.#restart());
    // Its error output is complete by then.
    child.once('close', (code, signal) => {
      if (this.#closing) return;
      const reason = `The embedded database ended with ${signal ?? `code ${code}`} and is being restarted`;
      this.#options.onExit?.(reason, { error: lastWords(child) });
    });
  }

  #restart(): void {
    if (this.#closing) return;
    this.#ready = this.#startAgain();
    // Avoids an unhandled rejection if nothing is waiting. Later callers of whenReady get the rejection.
    this.#ready.catch(() => {});
  }

  async #startAgain(): Promise<void> {
    let wait = firstRestartMs;
    while (!this.#closing) {
      try {
        return await this.#startOnce();
      } catch (error) {
        this.#options.onExit?.('The embedded database could not be restarted', { error });
        await pause(wait, undefined, { ref: false });
        wait = Math.min(wait * 2, longestRestartMs);
      }
    }
    throw new Error('The embedded database is closed.');
  }
}

/** The error of a failed start. An operator can do something about files of others and a full disk, so these are named. */
async function notStarted(dataDir: string, reason: string): Promise<Error> {
  const message = `The embedded database did not start: ${reason}`;
  const foreign = foreignFile(dataDir);
  if (foreign !== null) {
    return new OperatorError(
      `${message}. ${foreign} belongs to another user. Make the user of the server the owner of everything in ${dataDir} (chown -R).`,
    );
  }
  const free = await freeBytes(dataDir).catch(() => Infinity);
  if (free >= startBytes) return new Error(message);
  return new OperatorError(
    `${message}. The disk with ${dataDir} is full: ${free} bytes are free, and a start needs ${startBytes}. ` +
      'Make space on it, then start again.',
  );
}

/** A child that is busy does not notice that its parent has gone. */
function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

function firstReport(child: ChildProcess): Promise<ChildReport> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as ChildReport));
    child.once('error', (error) => resolve({ state: 'failed', message: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ state: 'failed', message: `its process ended with ${signal ?? `code ${code}`}` }),
    );
  });
}

/** Message of the database process to its parent. */
export type ChildReport =
  | { state: 'ready' }
  /** Another process is using the data folder. */
  | { state: 'in-use' }
  | { state: 'failed'; message: string };
