import { z } from 'zod';

import { motorTests } from '../motor-tests';
import { facetNames } from '../search/filters';

/** A search to be saved: its query as in an address (`q`, `e` and facets; anything else is ignored). */
export const SaveSearchSchema = z.object({ query: z.string() });

/** A search in its own words. */
export const NamedSearchSchema = z.object({
  /** The query of its address, in the form of `writeSearchQuery`. */
  query: z.string(),
  text: z.string(),
  tests: z.array(z.enum(motorTests)),
  /** Chosen values of facets, with their names in the requested language. */
  facets: z.array(z.object({ name: z.enum(facetNames), value: z.string(), label: z.string() })),
});
export type NamedSearch = z.infer<typeof NamedSearchSchema>;

/** A search that its owner gets mails about. */
export const SavedSearchSchema = z.object({
  ...NamedSearchSchema.shape,
  id: z.uuid(),
  /** ISO time. */
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof SavedSearchSchema>;

/** What the link of a mail ends: one saved search, or all of its owner. */
export const LinkedSearchesSchema = z.object({ isAll: z.boolean(), searches: z.array(NamedSearchSchema) });
export type LinkedSearches = z.infer<typeof LinkedSearchesSchema>;
