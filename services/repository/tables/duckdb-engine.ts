import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';

import { tablesMemoryBytes } from '@domain/limits';
import { Outage } from '@domain/outage';

import { childEntry, lastWords, startChild } from '../../processes/spawn-child';
import { isProcessAlive } from '../files/owned-names';
import type { FromChild, ToChild } from './protocol';
import {
  TableEngineError,
  type SqlRow,
  type SqlValue,
  type StatementOptions,
  type TableEngine,
} from '../context/table-engine';

/** Time a statement may take unless its caller says otherwise. */
const defaultTimeoutMs = 120_000;

export interface TableEngineOptions {
  /** Folder for what does not fit into memory; made when missing. */
  tempDir: string;
  /** Memory of the child for statements; node and the engine themselves take some 90 MiB beside it. */
  memoryBytes?: number;
  /** Entry of the child; for tests. */
  childEntry?: string;
}

type Reply = Extract<FromChild, { id: number }> | { type: 'crashed'; error: TableEngineError };

/**
 * Starts the tables child and answers the engine that speaks to it. A child that ends on its own fails
 * what is pending with reason 'crashed'; the next call starts another.
 */
export async function startTableEngine({
  tempDir,
  memoryBytes = tablesMemoryBytes,
  childEntry: entry = childEntry(import.meta.url, 'child.ts', 'tables-child.js'),
}: TableEngineOptions): Promise<TableEngine> {
  const child = new TablesChild(tempDir, memoryBytes, entry);
  await child.ready();

  async function* stream(sql: string, parameters: SqlValue[] = [], options: StatementOptions = {}) {
    yield* child.ask(sql, parameters, true, options);
  }
  return {
    stream,
    async all(sql, parameters, options) {
      const rows: SqlRow[] = [];
      for await (const batch of stream(sql, parameters, options)) rows.push(...batch);
      return rows;
    },
    async run(sql, parameters = [], options = {}) {
      for await (const batch of child.ask(sql, parameters, false, options)) void batch;
    },
    close: () => child.close(),
  };
}

/** The child process with what it is being asked. */
class TablesChild {
  readonly #replies = new Map<number, (reply: Reply) => void>();
  #running: Promise<ChildProcess> | undefined;
  #closed = false;
  #lastId = 0;

  constructor(
    private readonly tempDir: string,
    private readonly memoryBytes: number,
    private readonly entry: string,
  ) {}

  /** The running child; starts one when there is none. */
  ready(): Promise<ChildProcess> {
    if (this.#closed) throw new TableEngineError('crashed', 'The table engine is closed.');
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async *ask(
    sql: string,
    parameters: SqlValue[],
    wantsRows: boolean,
    { timeoutMs = defaultTimeoutMs, writesTable = false }: StatementOptions,
  ): AsyncGenerator<SqlRow[], void, undefined> {
    const child = await this.ready();
    const id = ++this.#lastId;
    const inbox = new Inbox();
    let ended = false;
    this.#replies.set(id, (reply) => inbox.push(reply));
    try {
      tell(child, { type: 'start', id, sql, parameters, wantsRows, timeoutMs, writesTable });
      for (;;) {
        const reply = await inbox.next();
        if (reply.type === 'rows') {
          yield reply.rows.map((row) => toObject(reply.names, row));
          tell(child, { type: 'more', id });
          continue;
        }
        ended = true;
        if (reply.type === 'crashed') throw reply.error;
        if (reply.type === 'failed') throw new TableEngineError(reply.reason, reply.message);
        return;
      }
    } finally {
      this.#replies.delete(id);
      if (!ended) tell(child, { type: 'cancel', id });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = await this.#running?.catch(() => undefined);
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async #start(): Promise<ChildProcess> {
    const spillFolder = await makeSpillFolder(this.tempDir);
    const child = startChild(this.entry, { args: [spillFolder, String(this.memoryBytes)] });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('exit', (_code, signal) => resolve(signal));
      child.once('error', () => resolve(null));
    });
    void ended.then(async (signal) => {
      this.#running = undefined;
      const error = endedWith(signal, lastWords(child));
      for (const tellCrashed of this.#replies.values()) tellCrashed({ type: 'crashed', error });
      this.#replies.clear();
      await rm(spillFolder, { recursive: true, force: true });
    });
    const ready = new Promise<'ready'>((resolve) => {
      child.on('message', (message: FromChild) => {
        if (message.type === 'ready') resolve('ready');
        else this.#replies.get(message.id)?.(message);
      });
    });
    const outcome = await Promise.race([ready, ended]);
    if (outcome !== 'ready') {
      const cause = new Outage('The child did not start.');
      throw new TableEngineError('crashed', 'The tables child did not start.', { cause });
    }
    return child;
  }
}

/** A child that was killed from outside is no fault of the statement; one that broke by itself may be. */
function endedWith(signal: NodeJS.Signals | null, words: Error | undefined): TableEngineError {
  const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT';
  const cause = isKilled ? new Outage(`It was ended with ${signal}.`, { cause: words }) : words;
  return new TableEngineError('crashed', 'The tables child ended.', { cause });
}

/** Replies in their order, for one reader. */
class Inbox {
  #waiting: Reply[] = [];
  #take: ((reply: Reply) => void) | undefined;

  push(reply: Reply) {
    const take = this.#take;
    this.#take = undefined;
    if (take) take(reply);
    else this.#waiting.push(reply);
  }

  next(): Promise<Reply> {
    const reply = this.#waiting.shift();
    return reply ? Promise.resolve(reply) : new Promise((resolve) => (this.#take = resolve));
  }
}

function tell(child: ChildProcess, message: ToChild): void {
  // A child that is gone is reported by its exit; the callback keeps the write from throwing.
  if (child.connected) child.send(message, () => undefined);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function toObject(names: string[], row: SqlValue[]): SqlRow {
  const object: SqlRow = {};
  for (let i = 0; i < names.length; i += 1) object[names[i] ?? ''] = row[i] ?? null;
  return object;
}

/** A folder of this process alone; those of dead processes are removed on the way. */
async function makeSpillFolder(tempDir: string): Promise<string> {
  await mkdir(tempDir, { recursive: true });
  for (const name of await readdir(tempDir)) {
    const owner = /^spill-(\d+)-/.exec(name)?.[1];
    if (owner && !isProcessAlive(Number(owner))) {
      await rm(path.join(tempDir, name), { recursive: true, force: true });
    }
  }
  return mkdtemp(path.join(tempDir, `spill-${process.pid}-`));
}
