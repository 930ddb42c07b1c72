import type { PGlite } from '@electric-sql/pglite';

/** Messages within an extended query: parse, bind, describe, execute, close, flush. */
const openMessages = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));

/**
 * Keeps the extended queries of several connections apart. The socket server passes messages on one by one and makes
 * other connections wait only while `isInTransaction`. All connections share one session, so a 'parse' of one between
 * 'parse' and 'execute' of another would give the other one a wrong result. Therefore an extended query counts as a
 * transaction until its 'sync'.
 */
export function keepExchangesWhole(db: PGlite): void {
  let open = false;
  const run = db.execProtocolRawStream.bind(db);
  const isInTransaction = db.isInTransaction.bind(db);
  const execute = db.exec.bind(db);
  db.execProtocolRawStream = (message, options) => {
    open = openMessages.has(message[0] ?? 0);
    return run(message, options);
  };
  db.isInTransaction = () => open || isInTransaction();
  // The socket server rolls back if a client disconnects during a query.
  db.exec = (...statement) => {
    open = false;
    return execute(...statement);
  };
}
