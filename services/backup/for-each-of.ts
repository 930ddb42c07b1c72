/** Objects that are read at a time: enough to hide the waiting for small ones, few beside a server that is in use. */
const atOnce = 4;

/** Does something with each item, some at a time. Throws the first error after those that have begun have ended. */
export async function forEachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  let failed = false;
  const takeTurns = async () => {
    for (let next = left.next(); !next.done && !failed; next = left.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns));
  for (const turn of ended) if (turn.status === 'rejected') throw turn.reason;
}
