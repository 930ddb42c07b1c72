import type { PGlite } from '@electric-sql/pglite';

const code = (letter: string) => letter.charCodeAt(0);

/** Messages of an extended query that have their answers at its end: parse, bind, describe, execute, close. */
const held = new Set([...'PBDEC'].map(code));
const [flush, terminate] = [code('H'), code('X')];

/**
 * Keeps the extended queries of several connections apart, and executes each of them at once. The socket server passes
 * messages on one by one and makes other connections wait only while `isInTransaction`. All connections share one
 * session, so a 'parse' of one between 'parse' and 'execute' of another would give the other one a wrong result.
 * Therefore an extended query counts as a transaction until its 'sync'. Its messages are held until then, or until a
 * 'flush' asks for their answers.
 */
export function keepExchangesWhole(db: PGlite): void {
  let open = false;
  let messages: Uint8Array[] = [];
  const run = db.execProtocolRawStream.bind(db);
  const isInTransaction = db.isInTransaction.bind(db);
  const execute = db.exec.bind(db);
  db.execProtocolRawStream = async (message, options) => {
    const kind = message[0] ?? 0;
    open = held.has(kind) || kind === flush;
    if (held.has(kind)) {
      messages.push(message);
      return;
    }
    const whole = kind === terminate || messages.length === 0 ? message : Buffer.concat([...messages, message]);
    messages = [];
    await run(whole, options);
  };
  db.isInTransaction = () => open || isInTransaction();
  // The socket server rolls back if a client disconnects during a query.
  db.exec = (...statement) => {
    open = false;
    messages = [];
    return execute(...statement);
  };
}
