import { integer, jsonb, text, unique } from 'drizzle-orm/pg-core';

import { repository } from './namespace';
import { personColumn } from './people';

/** Templates of a user: whole list by kind. */
export const templates = repository.table(
  'templates',
  {
    owner: personColumn('owner'),
    kind: text('kind').$type<'mapping' | 'metadata'>().notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    entries: jsonb('entries').notNull(),
  },
  (table) => [unique('templates_name').on(table.owner, table.kind, table.name)],
);
