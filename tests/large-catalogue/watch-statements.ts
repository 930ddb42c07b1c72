import type pg from 'pg';

import type { Statement } from './read-plans';

const notOfPages = /^\s*(?:begin|commit|rollback|savepoint|release|set)\b/i;

/** Notes what is sent to the database of a pool from now on. `take` returns what was sent since it was last called. */
export function watchStatements(pool: pg.Pool): { take(): Statement[] } {
  const watched = new WeakSet<pg.PoolClient>();
  let sent: Statement[] = [];
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (first: string | Statement, ...rest: unknown[]) => {
        const [values] = rest;
        const statement =
          typeof first === 'string' ? { text: first, values: Array.isArray(values) ? values : undefined } : first;
        // Prepared ones have their values beside them.
        const own = Array.isArray(values) ? values : statement.values;
        if (!notOfPages.test(statement.text)) sent.push({ text: statement.text, values: own });
        return query(first, ...rest);
      },
    });
  });
  return {
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}
