import { bigint, index, integer, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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

/** Resumable uploads. Received bytes are stored in the folder of parts under the id, or in the bucket. */
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

/** Where the bytes of a resumable upload are in the bucket. There is no row before the first request with bytes. */
export const partPlaces = repository.table('part_places', {
  part: uuid('part')
    .primaryKey()
    .references(() => uploadParts.id, { onDelete: 'cascade' }),
  /** Id of the multipart upload at the store; null before the first piece. */
  storeId: text('store_id'),
  /** The request that may add bytes. The next one takes its place. */
  writer: uuid('writer').notNull(),
  /** Highest number that a piece was given. Two requests never send a piece of the same number. */
  lastNumber: integer('last_number').notNull().default(0),
  /** Object with the bytes after the last piece, which are too few for one; null if there are none. */
  tailKey: text('tail_key'),
  tailBytes: integer('tail_bytes').notNull().default(0),
});

/** Pieces of a resumable upload that the bucket has, in the order of their numbers. */
export const partPieces = repository.table(
  'part_pieces',
  {
    part: uuid('part')
      .notNull()
      .references(() => partPlaces.part, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    bytes: integer('bytes').notNull(),
    etag: text('etag').notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.number] })],
);
