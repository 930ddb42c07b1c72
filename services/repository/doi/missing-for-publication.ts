import { z } from 'zod';

import type { DataciteAttributes } from '@domain/datacite';

const TextSchema = z.string().trim().min(1);

/**
 * What DataCite needs of a DOI before it becomes findable
 * (https://support.datacite.org/docs/how-do-i-make-a-findable-doi-with-the-rest-api): without one of
 * these it would refuse, or keep the DOI as a draft without a word.
 */
const NeededSchema = z.object({
  doi: z.string().regex(/^10\.\d{4,9}\/\S+$/),
  url: z.url({ protocol: /^https?$/ }),
  creators: z.array(z.object({ name: TextSchema })).min(1),
  titles: z.array(z.object({ title: TextSchema })).min(1),
  publisher: z.object({ name: TextSchema }),
  publicationYear: z.string().regex(/^\d{4}$/),
  types: z.object({ resourceTypeGeneral: TextSchema }),
});

/** Names of the properties that keep a DOI from being published; none when it can be. */
export function missingForPublication(doi: string, attributes: DataciteAttributes): string[] {
  const { error } = NeededSchema.safeParse({ doi, ...attributes });
  return [...new Set(error?.issues.map(({ path }) => String(path[0])) ?? [])];
}
