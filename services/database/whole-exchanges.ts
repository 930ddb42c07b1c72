import type { PGlite } from '@electric-sql/pglite';

/** Messages of an extended query that is not over yet: parse, bind, describe, execute, close, flush. */
const openMessages = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)));

/**
 * Keeps the extended queries of several connections apart. The socket server hands messages over one by
 * one and holds other connections back only while `isInTransaction`; but all of them share one session,
 * so a 'parse' of one between 'parse' and 'execute' of another gives the other a wrong answer. An
 * exchange that has begun therefore counts as a transaction until its 'sync'.
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
  // The server rolls back for a client that went away in the middle.
  db.exec = (...statement) => {
    open = false;
    return execute(...statement);
  };
}
