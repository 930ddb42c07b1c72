import { z } from 'zod';

import { maxInstitutionCharacters, maxPurposeCharacters } from '@domain/limits';
import { isVisible } from '@domain/text';

/** Required text. `missing` is the message if nothing visible was typed. All messages are keys of `downloads`. */
const needed = (missing: string, max: number, long: string) =>
  z.string(`form.errors.${missing}`).trim().max(max, `form.errors.${long}`).refine(isVisible, `form.errors.${missing}`);

/** The licence form (spec section 5): every field filled in and both confirmations ticked. */
export const DownloadFormSchema = z.object({
  institution: needed('institution', maxInstitutionCharacters, 'institutionLong'),
  /** The API knows which countries there are. */
  country: z.string('form.errors.country').trim().refine(isVisible, 'form.errors.country'),
  purpose: needed('purpose', maxPurposeCharacters, 'purposeLong'),
  accurate: z.literal(true, 'form.errors.accurate'),
  licence: z.literal(true, 'form.errors.licence'),
});
