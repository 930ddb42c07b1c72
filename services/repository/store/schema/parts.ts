import { bigint, index, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { PartState } from '@domain/api/parts';
import type { ErrorCode, ErrorParameters } from '@domain/error-codes';
import type { UploadKind } from '@domain/upload-id';

import { repository } from './namespace';
import { personColumn } from './people';
import { uploads } from './uploads';

/** Stored refusal, from which messages are made in any language. */
export interface KeptRefusal {
  code: ErrorCode;
  parameters: ErrorParameters;
}

/** Resumable uploads. Received bytes are stored in the folder of parts under the id. */
export const uploadParts = repository.table(
  'upload_parts',
  {
    /** Also the id of the file that it becomes. */
    id: uuid('id').primaryKey(),
    owner: personColumn('owner'),
    kind: text('kind').$type<UploadKind>().notNull(),
    name: text('name').notNull(),
    /** Size of the whole file. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Last change of the file on the user's machine in ms since 1970, according to the browser. */
    lastModified: bigint('last_modified', { mode: 'number' }),
    state: text('state').$type<PartState>().notNull(),
    /** Why it did not become an upload. */
    refusal: jsonb('refusal').$type<KeptRefusal>(),
    /** Number of the upload that was made from it. */
    upload: integer('upload').references(() => uploads.number),
    /** Time of the last request that sent data, or of the last change of state. */
    touchedAt: timestamp('touched_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('upload_parts_owner').on(table.owner)],
);
