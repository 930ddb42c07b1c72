import { bigint, index, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { PartState } from '@domain/api/parts';
import type { ErrorCode, ErrorParameters } from '@domain/error-codes';
import type { UploadKind } from '@domain/upload-id';

import { repository } from './namespace';
import { people } from './people';
import { uploads } from './uploads';

/** A refusal as it is kept, to be told in any language. */
export interface KeptRefusal {
  code: ErrorCode;
  parameters: ErrorParameters;
}

/** Files that arrive in several requests. What has arrived of one lies in the folder of parts under its id. */
export const uploadParts = repository.table(
  'upload_parts',
  {
    /** Also the id of the file that it becomes. */
    id: uuid('id').primaryKey(),
    owner: text('owner')
      .notNull()
      .references(() => people.subject),
    kind: text('kind').$type<UploadKind>().notNull(),
    name: text('name').notNull(),
    /** Of the whole file. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** When the file was last changed on the user's machine, in ms since 1970, as the browser says. */
    lastModified: bigint('last_modified', { mode: 'number' }),
    state: text('state').$type<PartState>().notNull(),
    /** Why it became no upload. */
    refusal: jsonb('refusal').$type<KeptRefusal>(),
    /** What it became. */
    upload: integer('upload').references(() => uploads.number),
    /** Last request that brought some of it, or last change of its state. */
    touchedAt: timestamp('touched_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('upload_parts_owner').on(table.owner)],
);
