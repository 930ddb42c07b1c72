import { z } from 'zod';

import { motorTests } from '../motor-tests';
import { facetNames } from '../search/filters';

/** A search to be saved: its query as in an address (`q`, `e` and facets; anything else is ignored). */
export const SaveSearchSchema = z.object({ query: z.string().describe('Query of an address of results.') });

/** A search in its own words. */
export const NamedSearchSchema = z.object({
  query: z.string().describe('The query of its address: `q`, `e` and facets.'),
  text: z.string().describe('Its search text.'),
  tests: z.array(z.enum(motorTests)).describe('Its motor tests.'),
  facets: z
    .array(
      z.object({
        name: z.enum(facetNames).describe('Name of the facet.'),
        value: z.string().describe('Chosen value.'),
        label: z.string().describe('Name of the value.'),
      }),
    )
    .describe('Chosen values of facets, with their names in the requested language.'),
});
export type NamedSearch = z.infer<typeof NamedSearchSchema>;

/** A search that its owner gets mails about. */
export const SavedSearchSchema = z.object({
  ...NamedSearchSchema.shape,
  id: z.uuid().describe('Id of the saved search.'),
  createdAt: z.string().describe('ISO time.'),
});
export type SavedSearch = z.infer<typeof SavedSearchSchema>;

/** What the link of a mail ends: one saved search, or all of its owner. */
export const LinkedSearchesSchema = z.object({
  isAll: z.boolean().describe('All searches of the reader would end, not one.'),
  searches: z.array(NamedSearchSchema).describe('The searches that would end.'),
});
export type LinkedSearches = z.infer<typeof LinkedSearchesSchema>;
