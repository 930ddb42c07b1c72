import type { RepositoryContext } from '../context/context';
import { lockUnread, readNames } from '../store/studies';

/**
 * Reads whom studies name whose metadata were saved by a release that did not, so that they are looked up quickly.
 * Throws the reason of `signal` when it is aborted.
 */
export async function readUnreadNames({ db }: Pick<RepositoryContext, 'db'>, signal: AbortSignal): Promise<void> {
  const readSome = (after: number) =>
    db.transaction(async (tx) => {
      const ids = await lockUnread(tx, after);
      await readNames(tx, ids);
      return ids.at(-1);
    });
  for (let last: number | undefined = 0; last !== undefined; last = await readSome(last)) signal.throwIfAborted();
}
