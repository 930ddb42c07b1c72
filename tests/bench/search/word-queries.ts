import type pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Listens to a pool for the words that searches look up, so that the bare statement can ask for the same words: all
 * forms, spellings and compounds.
 */
export class WordQueries {
  #heard: Statement[] = [];

  constructor(readonly pool: pg.Pool) {
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
      const heard = (...asked: unknown[]) => {
        const [first, second] = asked as [Partial<Statement> | string, unknown[] | undefined];
        const text = typeof first === 'string' ? first : (first.text ?? '');
        if (text.includes('"words" @@')) this.#heard.push({ text, values: second ?? [] });
        return query(...asked);
      };
      client.query = heard as typeof client.query;
    });
  }

  /** The text queries of PostgreSQL that were sent during some work, without those that find nothing. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    this.#heard = [];
    await work();
    const queries: string[] = [];
    for (const { text, values } of this.#heard) {
      const [, conditions = ''] = /"words" @@ (.*?)\) as /s.exec(text) ?? [];
      const own = values.slice(0, new Set(conditions.match(/\$\d+/g)).size);
      const asked = conditions.split(/ or \S*"words" @@ /).map((query) => `(${query})::text`);
      const { rows } = await this.pool.query<{ query: string }>(`select unnest(array[${asked.join()}]) as query`, own);
      queries.push(...rows.flatMap((row) => (row.query === '' ? [] : [row.query])));
    }
    return queries;
  }
}
