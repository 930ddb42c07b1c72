import { sql } from 'drizzle-orm';
import { boolean, check, uuid } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** The one row that tells this database from any other: its objects bear the same id. */
export const installation = repository.table(
  'installation',
  { isOnly: boolean('is_only').primaryKey().default(true), id: uuid('id').notNull().defaultRandom() },
  (table) => [check('installation_is_only', sql`${table.isOnly}`)],
);
