import { AsyncLocalStorage } from 'node:async_hooks';

/** A wait until others have passed; null if nobody has to. */
type Yield = () => Promise<unknown> | null;

const storage = new AsyncLocalStorage<Yield>();

/** Runs the work of a request that waits with `wait` before each of its statements that belongs to no transaction. */
export function yieldingWith<Result>(wait: Yield, work: () => Result): Result {
  return storage.run(wait, work);
}

/** Runs work whose result others wait for as well, so that it must not wait for them. */
export function withoutYielding<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Lets those pass that come before the running request. Null if nobody does. */
export function yieldToOthers(): Promise<unknown> | null {
  return storage.getStore()?.() ?? null;
}
