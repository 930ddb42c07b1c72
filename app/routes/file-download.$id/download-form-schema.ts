import { z } from 'zod';

import { isVisible } from '@domain/text';

/** Text that is needed: nothing to see, such as blanks alone, is told by `missing`. All messages are keys of `downloads`. */
const needed = (missing: string, max: number, long: string) =>
  z.string(`form.errors.${missing}`).trim().max(max, `form.errors.${long}`).refine(isVisible, `form.errors.${missing}`);

/** The licence form (spec section 5): every field filled in and both confirmations ticked. */
export const DownloadFormSchema = z.object({
  institution: needed('institution', 300, 'institutionLong'),
  country: needed('country', 100, 'country'),
  purpose: needed('purpose', 2000, 'purposeLong'),
  accurate: z.literal(true, 'form.errors.accurate'),
  licence: z.literal(true, 'form.errors.licence'),
});
