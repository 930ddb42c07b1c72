import { sql } from 'drizzle-orm';
import { boolean, check, uuid } from 'drizzle-orm/pg-core';

import { repository } from './namespace';

/** The only row contains the id of this database, which its objects carry too. */
export const installation = repository.table(
  'installation',
  { isOnly: boolean('is_only').primaryKey().default(true), id: uuid('id').notNull().defaultRandom() },
  (table) => [check('installation_is_only', sql`${table.isOnly}`)],
);
