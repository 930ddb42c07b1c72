import { z } from 'zod';

import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { SentenceSchema } from './uploads';

/** Headers of a request that tus 1.0 reads; others, such as those of proxies, are none of its business. */
export const tusRequestHeaders = [
  'Content-Length',
  'Content-Type',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];

/**
 * Way of a file that arrives in several requests: still arriving; whole, and its hash and identical
 * files are looked at; become an upload; or refused.
 */
export const PartStateSchema = z.enum(['receiving', 'checking', 'taken', 'refused']);
export type PartState = z.infer<typeof PartStateSchema>;

/** Entry of `GET api/fileupload/resumable`, and answer of `GET api/fileupload/resumable/{part}`. */
export const UploadPartSchema = z.object({
  id: z.uuid(),
  kind: UploadKindSchema,
  name: z.string(),
  /** Of the whole file. */
  bytes: z.number().int().nonnegative(),
  /** Bytes that have arrived and need not be sent again. */
  offset: z.number().int().nonnegative(),
  /** When the file was last changed on the user's machine, in ms since 1970; null = not told. */
  lastModified: z.number().int().nullable(),
  state: PartStateSchema,
  /** ISO 8601 in UTC; it is removed then unless more of it arrives. */
  expiresAt: z.iso.datetime(),
  /** What it became; null until taken. */
  upload: UploadIdSchema.nullable(),
  /** Why it was refused; null otherwise. */
  error: SentenceSchema.nullable(),
});
export type UploadPart = z.infer<typeof UploadPartSchema>;

/** What a client tells of a file in `Upload-Metadata`; other keys are left out. */
export const PartMetadataSchema = z.object({
  filename: z.string().min(1).max(1000),
  lastModified: z.coerce.number().int().min(0).max(8.64e15).optional(),
});
