import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import type { DocumentState, Finding } from '@domain/api/documents';

import { repository } from './namespace';
import { uploadColumn } from './uploads';

/** README and codebook files that go along with an upload. A copy of an upload refers to the same objects. */
export const documents = repository.table(
  'documents',
  {
    id: uuid('id').defaultRandom().primaryKey(),
    upload: uploadColumn(),
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Hex digest of its content. */
    sha256: text('sha256').notNull(),
    /** Key in the file store. */
    objectKey: text('object_key').notNull(),
    state: text('state').$type<DocumentState>().notNull(),
    pages: integer('pages'),
    emptyPages: integer('empty_pages'),
    /** What may be personal data in it, with the comments of its contributor. */
    findings: jsonb('findings').$type<Finding[]>().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('documents_name').on(table.upload, sql`lower(${table.name})`),
    index('documents_object').on(table.objectKey),
  ],
);
