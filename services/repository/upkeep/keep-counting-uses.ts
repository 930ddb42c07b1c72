import type { RepositoryContext } from '../context/context';
import { countRecentUses } from '../store/uses';

/** Time between two counts. Each counts the uses that are older than a minute. */
const countMs = 30_000;

/** Counts stored uses at regular times until it is stopped. During an outage they wait in the store. */
export function keepCountingUses(
  { db, now }: Pick<RepositoryContext, 'db' | 'now'>,
  warn: (text: string, about?: { error?: unknown }) => void,
): { stop(): Promise<void> } {
  let counting = Promise.resolve();
  const count = () => {
    counting = counting
      .then(() => countRecentUses(db, now()))
      .catch((error: unknown) => warn('Uses of data sets could not be counted; the next attempt follows.', { error }));
  };
  count();
  const timer = setInterval(count, countMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await counting;
    },
  };
}
