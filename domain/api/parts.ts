import { z } from 'zod';

import { UploadIdSchema, UploadKindSchema } from '../upload-id';
import { FileRefusalSchema } from './uploads';

/** Request headers that tus 1.0 uses. Others, such as those of proxies, are ignored. */
export const tusRequestHeaders = [
  'Content-Length',
  'Content-Type',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];

/**
 * State of a file that arrives in several requests: still arriving; complete and being compared with other files;
 * turned into an upload; or refused.
 */
export const PartStateSchema = z.enum(['receiving', 'checking', 'taken', 'refused']);
export type PartState = z.infer<typeof PartStateSchema>;

/** Entry of `GET api/fileupload/resumable`, and response of `GET api/fileupload/resumable/{part}`. */
export const ResumableUploadSchema = z.object({
  id: z.uuid(),
  kind: UploadKindSchema,
  name: z.string(),
  /** Size of the complete file. */
  bytes: z.number().int().nonnegative(),
  /** Number of bytes that have arrived and need not be sent again. */
  offset: z.number().int().nonnegative(),
  /** When the file was last changed on the user's machine, in ms since 1970; null if unknown. */
  lastModified: z.number().int().nullable(),
  state: PartStateSchema,
  /** When it is removed unless more of it arrives; ISO 8601 in UTC. */
  expiresAt: z.iso.datetime(),
  /** The upload it became; null until then. */
  upload: UploadIdSchema.nullable(),
  /** The reason for a refusal; otherwise null. */
  error: FileRefusalSchema.nullable(),
});
export type ResumableUpload = z.infer<typeof ResumableUploadSchema>;

/** Keys of `Upload-Metadata` that are read; others are ignored. */
export const PartMetadataSchema = z.object({
  filename: z.string().min(1).max(1000),
  lastModified: z.coerce.number().int().min(0).max(8.64e15).optional(),
});
