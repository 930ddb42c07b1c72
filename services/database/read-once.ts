import { AsyncLocalStorage } from 'node:async_hooks';

import type pg from 'pg';

import { yieldToOthers } from '@domain/yield-to-others';

/**
 * Time in which an answer holds for the same question of the same request. A page is made in less, and a page that waits
 * for its turn asks again.
 */
const holdsMs = 500;

interface Answer {
  at: number;
  result: Promise<unknown>;
}

/** What one request has read since it wrote last. Nothing is shared while it writes. */
class Reads {
  readonly #answers = new Map<string, Answer>();
  #writing = 0;
  #isOver = false;
  /** Whether this request has begun to write, so that it must read what it wrote. */
  hasWritten = false;

  find(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    if (this.#isOver || this.#writing > 0) return ask();
    const now = performance.now();
    const known = this.#answers.get(key);
    if (known && now - known.at < holdsMs) return known.result;
    const result = ask();
    this.#answers.set(key, { at: now, result });
    result.catch(() => this.#answers.delete(key));
    return result;
  }

  /** Returns what to call when the writing has ended. */
  startWriting(): () => void {
    this.forget();
    this.hasWritten = true;
    this.#writing += 1;
    return () => {
      this.forget();
      this.#writing -= 1;
    };
  }

  forget(): void {
    this.#answers.clear();
  }

  end(): void {
    this.#isOver = true;
    this.forget();
  }
}

const storage = new AsyncLocalStorage<Reads>();
/** Number of pools whose reads are shared. */
let pools = 0;

/**
 * Runs `work`, the reading of one request, in which each statement that reads is executed once, however many calls of the
 * API a page makes: each of them asks who calls and what they may see. While the request writes or has a transaction open,
 * and after `work`, every statement is executed; after a write, what was read before is read again.
 */
export async function readOnce<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const reads = new Reads();
  try {
    return await storage.run(reads, work);
  } finally {
    reads.end();
  }
}

/** Whether the request in which this is called has begun to write. */
export function hasWritten(): boolean {
  return storage.getStore()?.hasWritten ?? false;
}

/** Lets this request ask anew, because it has waited for what somebody else does. */
export function forgetReads(): void {
  storage.getStore()?.forget();
}

/** Lets the statements of a pool be shared within `readOnce`, and wait for those of others (domain/yield-to-others.ts). */
export function shareReads(pool: pg.Pool): void {
  // Another pool may answer differently, or not at all.
  const place = `${(pools += 1)} `;
  const now = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => yieldToOthers()?.then(() => now(...asked)) ?? now(...asked);
  const connect = pool.connect.bind(pool) as (...asked: unknown[]) => unknown;
  const once = (...asked: unknown[]) => {
    const reads = storage.getStore();
    if (!reads) return query(...asked);
    const key = keyOf(asked);
    if (key !== null) return reads.find(place + key, () => query(...asked));
    return query(...asked).finally(reads.startWriting());
  };
  const apart = (...asked: unknown[]) => {
    const connected = connect(...asked);
    // For single statements the pool itself asks for a connection, with a function.
    const reads = asked.length === 0 ? storage.getStore() : undefined;
    return reads ? endAtRelease(connected as Promise<pg.PoolClient>, reads.startWriting()) : connected;
  };
  Object.assign(pool, { query: once, connect: apart });
}

/** A connection for a transaction. `end` is called once it is given back, or if there is none. */
async function endAtRelease(connected: Promise<pg.PoolClient>, end: () => void): Promise<pg.PoolClient> {
  const client = await connected.catch((error: unknown) => {
    end();
    throw error;
  });
  // The pool gives a connection another function each time it lends it.
  const release = client.release.bind(client);
  client.release = (destroy) => {
    end();
    release(destroy);
  };
  return client;
}

/** What a statement and its parameters are told apart by; null if it may write. */
function keyOf(asked: unknown[]): string | null {
  const { text, rowMode } = statementOf(asked);
  return onlyReads(asked) ? JSON.stringify([text, rowMode, asked[1]]) : null;
}

/** Whether what a pool is asked only reads. */
export function onlyReads(asked: unknown[]): boolean {
  const { text } = statementOf(asked);
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge)\b/i.test(text);
}

function statementOf([statement]: unknown[]): pg.QueryArrayConfig {
  return (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryArrayConfig;
}
