import type { ChildProcess } from 'node:child_process';
import { EventEmitter, on } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { tablesMemoryBytes } from '@domain/limits';
import { Outage } from '@domain/outage';

import { childEntry, lastWords, startChild } from '../../processes/spawn-child';
import { beginPart } from '../../tracing/spans';
import {
  type RowFormat,
  type SqlRow,
  type SqlValue,
  type StatementOptions,
  type TableEngine,
  TableEngineError,
} from '../context/table-engine';
import { ownedName, removeOwnedByTheDead } from '../files/owned-names';

/** Default time limit of a statement. */
const defaultTimeoutMs = 120_000;
/**
 * Threads on which the child waits for the engine. Each running statement takes one, so with Node's four, four long
 * statements would stop all others. Own estimate: more than requests (context/fair-tables.ts) and jobs have at a time.
 */
const waitingThreads = 64;
/** Own estimate: a child that is only busy answers within a second. */
const defaultAnswerMs = 30_000;

export interface TableEngineOptions {
  /** Folder for data that does not fit into memory; created if missing. */
  tempDir: string;
  /** Memory of each child for statements. Node and the engine itself need about 90 MiB more. */
  memoryBytes?: number;
  /** Children, each of which has its own part of the statements. All but the first start when they are needed. */
  processes?: number;
  /** Entry of the child; for tests. */
  childEntry?: string;
  /** Time in which the child must answer a question of the watchdog, or is ended. */
  answerMs?: number;
}

type Start = Extract<ToChild, { type: 'start' }>;
type Request = Pick<Start, 'sql' | 'parameters' | 'wants'>;
type Reply = Extract<FromChild, { id: number }>;
type Batch = Extract<FromChild, { type: 'rows' | 'bytes' }>;

/**
 * Starts a tables child and returns the engine that uses it, and others if there may be several: a statement goes to the
 * one with the fewest. If a child ends unexpectedly, or is ended because it does not answer, its pending calls fail with
 * reason 'crashed' and the next call starts a new child.
 */
export async function startTableEngine({
  tempDir,
  memoryBytes = tablesMemoryBytes,
  processes = 1,
  childEntry: entry = childEntry(import.meta.url, 'child.ts', 'tables-child.js'),
  answerMs = defaultAnswerMs,
}: TableEngineOptions): Promise<TableEngine> {
  const children = Array.from({ length: processes }, () => new TablesChild(tempDir, memoryBytes, entry, answerMs));
  await children[0]?.ready();
  const ask: TablesChild['ask'] = (request, options) => leastBusy(children).ask(request, options);

  async function* stream(sql: string, parameters: SqlValue[] = [], options: StatementOptions = {}) {
    for await (const batch of ask({ sql, parameters, wants: 'rows' }, options)) {
      if (batch.type === 'rows') yield Array.from({ length: batch.count }, (_, row) => toObject(batch, row));
    }
  }
  return {
    processes,
    stream,
    async *encode(sql, format, options = {}) {
      for await (const batch of ask({ sql, parameters: [], wants: format }, options)) {
        if (batch.type === 'bytes') yield batch.bytes;
      }
    },
    async all(sql, parameters, options) {
      const rows: SqlRow[] = [];
      for await (const batch of stream(sql, parameters, options)) rows.push(...batch);
      return rows;
    },
    async run(sql, parameters = [], options = {}) {
      for await (const batch of ask({ sql, parameters, wants: 'nothing' }, options)) void batch;
    },
    async close() {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}

/** The child with the fewest pending statements, the first of several. */
function leastBusy(children: TablesChild[]): TablesChild {
  return children.reduce((least, child) => (child.pending < least.pending ? child : least));
}

/** A child process and its pending statements. */
class TablesChild {
  /** An emitter of 'reply' and 'error' for each statement. */
  readonly #statements = new Map<number, EventEmitter<{ reply: [Reply]; error: [Error] }>>();
  #running: Promise<ChildProcess> | undefined;
  #closed = false;
  #lastId = 0;
  #pending = 0;

  constructor(
    private readonly tempDir: string,
    private readonly memoryBytes: number,
    private readonly entry: string,
    private readonly answerMs: number,
  ) {}

  /** Number of statements that wait for this child or run in it. */
  get pending(): number {
    return this.#pending;
  }

  /** Returns the running child, or starts one. */
  ready(): Promise<ChildProcess> {
    if (this.#closed) throw new TableEngineError('crashed', 'The table engine is closed.');
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async *ask(request: Request, options: StatementOptions): AsyncGenerator<Batch, void, undefined> {
    this.#pending += 1;
    try {
      yield* this.#ask(await this.ready(), request, options);
    } finally {
      this.#pending -= 1;
    }
  }

  async *#ask(
    child: ChildProcess,
    request: Request,
    { timeoutMs = defaultTimeoutMs, writesTable = false, signal }: StatementOptions,
  ): AsyncGenerator<Batch, void, undefined> {
    const id = ++this.#lastId;
    const statement = new EventEmitter<{ reply: [Reply]; error: [Error] }>();
    const endPart = beginPart(`engine ${request.wants}`, { 'motothek.engine.timeout_ms': timeoutMs });
    let ended = false;
    this.#statements.set(id, statement);
    try {
      notify(child, { type: 'start', id, ...request, timeoutMs, writesTable });
      for await (const [reply] of on(statement, 'reply', { signal }) as AsyncIterable<[Reply]>) {
        if (reply.type === 'rows' || reply.type === 'bytes') {
          yield reply;
          notify(child, { type: 'more', id });
          continue;
        }
        ended = true;
        if (reply.type === 'failed') throw new TableEngineError(reply.reason, reply.message);
        return;
      }
    } catch (error) {
      endPart(error);
      throw signal?.aborted ? signal.reason : error;
    } finally {
      endPart();
      this.#statements.delete(id);
      if (!ended) notify(child, { type: 'cancel', id });
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
    const env = { ...process.env, UV_THREADPOOL_SIZE: String(waitingThreads) };
    const child = startChild(this.entry, { args: [spillFolder, String(this.memoryBytes)], env });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('exit', (_code, signal) => resolve(signal));
      child.once('error', () => resolve(null));
    });
    void ended.then(async (signal) => {
      this.#running = undefined;
      const error = endedWith(signal, lastWords(child));
      for (const statement of this.#statements.values()) statement.emit('error', error);
      this.#statements.clear();
      await rm(spillFolder, { recursive: true, force: true });
    });
    const ready = new Promise<'ready'>((resolve) => {
      child.on('message', (message: FromChild) => {
        if (message.type === 'ready') resolve('ready');
        else if (message.type !== 'alive') this.#statements.get(message.id)?.emit('reply', message);
      });
    });
    const outcome = await Promise.race([ready, ended]);
    if (outcome !== 'ready') {
      const cause = new Outage('The child did not start.');
      throw new TableEngineError('crashed', 'The tables child did not start.', { cause });
    }
    endWhenSilent(child, this.answerMs);
    return child;
  }
}

/** A child that was killed from outside is an outage; another ending may be due to the statement. */
function endedWith(signal: NodeJS.Signals | null, words: Error | undefined): TableEngineError {
  const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT';
  const cause = isKilled ? new Outage(`It was ended with ${signal}.`, { cause: words }) : words;
  return new TableEngineError('crashed', 'The tables child ended.', { cause });
}

function notify(child: ChildProcess, message: ToChild): void {
  // The exit of the child is reported elsewhere; the callback keeps `send` from throwing.
  if (child.connected) child.send(message, () => undefined);
}

/** Asks the child again and again whether its engine works, and ends it if there is no answer in time. */
function endWhenSilent(child: ChildProcess, answerMs: number): void {
  let isAsked = false;
  const timer = setInterval(() => {
    if (isAsked) return void child.kill('SIGKILL');
    isAsked = true;
    notify(child, { type: 'ask' });
  }, answerMs).unref();
  child.on('message', ({ type }: FromChild) => {
    if (type === 'alive') isAsked = false;
  });
  child.once('exit', () => clearInterval(timer));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function toObject({ names, columns }: Extract<Batch, { type: 'rows' }>, row: number): SqlRow {
  const object: SqlRow = {};
  for (let i = 0; i < names.length; i += 1) object[names[i]!] = columns[i]?.[row] ?? null;
  return object;
}

/** Creates a folder for this process, and removes those of dead processes. */
async function makeSpillFolder(tempDir: string): Promise<string> {
  const folder = path.join(tempDir, ownedName());
  await mkdir(folder, { recursive: true });
  await removeOwnedByTheDead(tempDir);
  return folder;
}

/** Messages to the tables child. `id` identifies a statement. */
export type ToChild =
  | {
      type: 'start';
      id: number;
      sql: string;
      parameters: SqlValue[];
      wants: 'nothing' | 'rows' | RowFormat;
      timeoutMs: number;
      writesTable: boolean;
    }
  /** The consumer has taken a batch, so one more may be sent. */
  | { type: 'more'; id: number }
  /** The consumer has stopped reading. */
  | { type: 'cancel'; id: number }
  /** Question whether the engine works, answered with 'alive'. */
  | { type: 'ask' };

/** Messages from the tables child. */
export type FromChild =
  | { type: 'ready' }
  | { type: 'alive' }
  /** Some rows: `columns[i]` has `count` values of `names[i]`. */
  | { type: 'rows'; id: number; names: string[]; count: number; columns: SqlValue[][] }
  | { type: 'bytes'; id: number; bytes: Uint8Array }
  | { type: 'done'; id: number }
  | { type: 'failed'; id: number; reason: 'statement' | 'timeout'; message: string };
