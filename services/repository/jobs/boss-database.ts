import { sql } from 'drizzle-orm';
import type PgBoss from 'pg-boss';

import type { Queryable } from '../store/database';

/** pg-boss working inside a transaction of ours. */
export function bossDatabase(tx: Queryable): PgBoss.Db {
  return {
    executeSql: async (text, values: unknown[]) => {
      const parts = text.split(/\$(\d+)/).map((part, index) => {
        return index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`;
      });
      const { rows } = await tx.execute(sql.join(parts));
      return { rows };
    },
  };
}
