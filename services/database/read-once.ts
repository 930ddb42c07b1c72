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

/** What one request has read so far. Nothing is kept after it has begun to write. */
class Reads {
  readonly #answers = new Map<string, Answer>();
  #isOpen = true;

  find(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    if (!this.#isOpen) return ask();
    const now = performance.now();
    const known = this.#answers.get(key);
    if (known && now - known.at < holdsMs) return known.result;
    const result = ask();
    this.#answers.set(key, { at: now, result });
    result.catch(() => this.#answers.delete(key));
    return result;
  }

  forget(): void {
    this.#answers.clear();
  }

  close(): void {
    this.#isOpen = false;
    this.forget();
  }
}

const storage = new AsyncLocalStorage<Reads>();

/**
 * Runs `work`, the reading of one request, in which each statement that reads is executed once, however many calls of the
 * API a page makes: each of them asks who calls and what they may see. Once the request writes or begins a transaction,
 * and after `work`, every statement is executed.
 */
export async function readOnce<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const reads = new Reads();
  try {
    return await storage.run(reads, work);
  } finally {
    reads.close();
  }
}

/** Lets this request ask anew, because it has waited for what somebody else does. */
export function forgetReads(): void {
  storage.getStore()?.forget();
}

/** Lets the statements of a pool be shared within `readOnce`, and wait for those of others (domain/yield-to-others.ts). */
export function shareReads(pool: pg.Pool): void {
  const now = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => yieldToOthers()?.then(() => now(...asked)) ?? now(...asked);
  const connect = pool.connect.bind(pool) as (...asked: unknown[]) => unknown;
  const once = (...asked: unknown[]) => {
    const reads = storage.getStore();
    if (!reads) return query(...asked);
    const key = keyOf(asked);
    if (key !== null) return reads.find(key, () => query(...asked));
    reads.close();
    return query(...asked);
  };
  const apart = (...asked: unknown[]) => {
    // For single statements the pool itself asks for a connection, with a function.
    if (asked.length === 0) storage.getStore()?.close();
    return connect(...asked);
  };
  Object.assign(pool, { query: once, connect: apart });
}

/** What a statement and its parameters are told apart by; null if it may write. */
function keyOf([statement, values]: unknown[]): string | null {
  const { text, rowMode } = (typeof statement === 'string' ? { text: statement } : statement) as pg.QueryArrayConfig;
  const reads = /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge)\b/i.test(text);
  return reads ? JSON.stringify([text, rowMode, values]) : null;
}
