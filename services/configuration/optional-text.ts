import { z } from 'zod';

/** An empty variable counts as absent: `.env` files and container settings often leave them so. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
