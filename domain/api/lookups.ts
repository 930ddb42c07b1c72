import { z } from 'zod';

import { storableText } from '../text';

/** What can be looked up for a field of the metadata. */
export const lookupKinds = ['person', 'organisation', 'funder', 'publication'] as const;
export const LookupKindSchema = z.enum(lookupKinds);
export type LookupKind = z.infer<typeof LookupKindSchema>;

/** Where an answer comes from: a public service, or the list that comes with this server. */
export const lookupSources = ['orcid', 'ror', 'crossref', 'datacite', 'list'] as const;
export const LookupSourceSchema = z.enum(lookupSources);
export type LookupSource = z.infer<typeof LookupSourceSchema>;

/** Longest text that is looked up. Own estimate: a whole reference. */
export const maxLookupCharacters = 500;

/** What is put into the form when something that was found is chosen. Members that are not known are ''. */
export const LookupFillSchema = z.object({
  family: z.string().max(300).describe('Family name of a person.'),
  given: z.string().max(300).describe('Given names of a person.'),
  orcid: z.string().max(19).describe('ORCID iD of a person.'),
  affiliation: z.string().max(500).describe('Institution of a person.'),
  text: z.string().max(500).describe('Content of the field: an institution, a funder or a publication.'),
});
export type LookupFill = z.infer<typeof LookupFillSchema>;

/** Body of `POST api/lookups`. */
export const LookupOrderSchema = z.object({
  kind: LookupKindSchema,
  query: z.string().trim().min(1).max(maxLookupCharacters).transform(storableText),
});
export type LookupOrder = z.infer<typeof LookupOrderSchema>;

/** What was found. */
export const LookupSchema = z.object({
  /**
   * 'answered': the service has answered. 'away': it could not be asked or gave no usable answer. 'off': this server
   * asks no service.
   */
  state: z.enum(['answered', 'away', 'off']),
  source: LookupSourceSchema,
  /** The query is an identifier, so there is at most one answer. */
  isExact: z.boolean(),
  found: z.array(
    z.object({
      label: z.string().describe('Name that is shown.'),
      detail: z.string().describe('What tells it from others of the same name.'),
      fill: LookupFillSchema,
    }),
  ),
});
export type Lookup = z.infer<typeof LookupSchema>;
export type FoundEntry = Lookup['found'][number];
