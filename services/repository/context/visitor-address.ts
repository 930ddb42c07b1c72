import { AsyncLocalStorage } from 'node:async_hooks';

import type { Actor } from './context';

const storage = new AsyncLocalStorage<string>();

/**
 * Runs `work` for a visitor with this address, which limits apply to if nobody is signed in. It also holds for the calls
 * that pages make to the API in the same process.
 */
export function withVisitor<Result>(address: string, work: () => Result): Result {
  return storage.run(address, work);
}

/** Whose turn it is among those who wait: the account of somebody who is signed in, otherwise the address of the visitor. */
export function waitingAccount(actor: Pick<Actor, 'subject'> | null): string {
  return actor === null ? `address ${visitorAddress()}` : `account ${actor.subject}`;
}

/** Address of the present visitor; '' if it is not known. */
export function visitorAddress(): string {
  return storage.getStore() ?? '';
}
