import { z } from 'zod';

/** Response of `GET api/fileupload/storage`: what a user stores, and how much they may. */
export const StorageUseSchema = z.object({
  /** Original files and documents of the user's uploads, and the whole size of files that are still arriving. */
  usedBytes: z.number().int().nonnegative(),
  limitBytes: z.number().int().positive(),
  /** Nothing can be uploaded at the moment, whatever the user stores. */
  isServerFull: z.boolean().default(false),
});
export type StorageUse = z.infer<typeof StorageUseSchema>;
