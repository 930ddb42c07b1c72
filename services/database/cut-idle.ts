import type { PGlite } from '@electric-sql/pglite';
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** Time between looks. They are counted instead of the time, because the machine may have been suspended. */
const lookMs = 1000;
/** Looks after which a client that says nothing within a transaction is cut. Own estimate: others wait 30 seconds. */
const maxIdleLooks = 20;

/** What the socket server keeps to itself (pglite-socket 0.2.17): its connections and the one that spoke last. */
interface Inside {
  handlers: Set<{ handlerId: number; handleError(error: Error): void }>;
  queryQueue: { lastHandlerId: number | null };
}

/**
 * Closes a connection that keeps everybody else waiting, because it has begun a transaction or an extended query and says
 * nothing any more, such as one of a stopped process. What it has begun is rolled back. Returns the function that ends
 * the looks.
 */
export function cutIdleTransactions(
  db: PGlite,
  server: PGLiteSocketServer,
  { everyMs = lookMs, maxLooks = maxIdleLooks } = {},
): () => void {
  let messages = 0;
  let seen = 0;
  let idle = 0;
  const run = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = (message, options) => {
    messages += 1;
    return run(message, options);
  };
  const timer = setInterval(() => {
    idle = messages === seen && db.isInTransaction() ? idle + 1 : 0;
    seen = messages;
    if (idle < maxLooks) return;
    idle = 0;
    const { handlers, queryQueue } = server as unknown as Inside;
    for (const handler of handlers) {
      if (handler.handlerId === queryQueue.lastHandlerId) handler.handleError(new Error('Idle timeout'));
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
