import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { PublishedColumnSchema } from './publication';
import { RowLimitSchema } from './uploads';

/** A year, or a range of years. */
export const YearsSchema = z.union([z.number().int(), z.object({ start: z.number().int(), end: z.number().int() })]);
export type Years = z.infer<typeof YearsSchema>;

/** Ages in years. */
export const AgesSchema = z.object({ start: z.number(), end: z.number() });

/** Ways a search term can be understood, in the order in which they are tried. */
export const TermKindSchema = z.enum([
  'doi',
  'year',
  'year-range',
  'age-range',
  'postal-code',
  'test',
  'phrase',
  'prefix',
  'word',
]);

/** Row of a search result (spec section 3). */
export const SearchRowSchema = z.object({
  nr: z.number().int(),
  doi: z.string(),
  /** Page that the DOI leads to: the resolver, or our own page for a local test DOI. */
  doiUrl: z.string(),
  /** The DOI is not registered with DataCite. */
  doiIsTest: z.boolean(),
  pubYears: z.array(YearsSchema),
  authors: z.array(z.string()),
  titles: z.array(z.string()),
  /** Languages of the titles, in the same order. */
  titleLanguages: z.array(TextLanguageSchema).default([]),
  /** Language of column names and codes, an ISO 639-1 code; '' = unknown. */
  dataLanguage: z.string().default(''),
  types: z.array(z.string()),
  count: z.number().int().nullable(),
  genders: z.array(z.string()),
  ages: z.array(AgesSchema),
  rights: z.array(z.string()),
  /** Keys of the motor tests it contains. */
  exercises: z.array(z.string()),
});
export type SearchRow = z.infer<typeof SearchRowSchema>;

/** First element of a search response: a summary of all hits and how the query was understood. */
export const SearchSummarySchema = z.object({
  count: z.number().int(),
  page: z.number().int(),
  pages: z.number().int(),
  pubYears: z.array(YearsSchema),
  exercises: z.array(z.string()),
  types: z.array(z.string()),
  genders: z.array(z.string()),
  ages: z.array(AgesSchema),
  authors: z.array(z.string()),
  titles: z.array(z.string()),
  /** Each term with its interpretation and the number of hits it has on its own. */
  terms: z.array(z.object({ text: z.string(), kind: TermKindSchema, count: z.number().int() })),
  /** Public numbers of all hits, for 'Select all'. */
  numbers: z.array(z.number().int()),
});
export type SearchSummary = z.infer<typeof SearchSummarySchema>;

export const SearchAnswerSchema = z.tuple([SearchSummarySchema], SearchRowSchema);
export type SearchAnswer = z.infer<typeof SearchAnswerSchema>;

/** Response of `GET api/search/stats` (spec section 3), with the five status counts of the footer. */
export const SiteStatisticsSchema = z.object({
  r: z.number().int(),
  a: z.number().int(),
  d: z.number().int(),
  n: z.number().int(),
  u: z.number().int(),
  submitted: z.number().int(),
  pending: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  processed: z.number().int(),
});
export type SiteStatistics = z.infer<typeof SiteStatisticsSchema>;

/** Published description of a data set: JSON of `GET api/search/metadata/{nr}`. */
export const DataSetSchema = z.object({
  row: SearchRowSchema,
  /** Published metadata fields in the requested language, in schema order, without private fields. */
  fields: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      values: z.array(z.string()),
      /** Language of each value; null for values without one (names) or in the requested language (choices). */
      languages: z.array(TextLanguageSchema.nullable()).default([]),
    }),
  ),
  /** Columns that were left out or made less detailed, with the reason. */
  withheld: z.array(z.object({ table: z.string(), column: z.string(), reason: z.string() })),
  citation: z.string(),
  /**
   * Accepted, but the data is not public yet: the end of the embargo as entered (yyyy, yyyy-MM or yyyy-MM-dd), or ''
   * while the tables are being made. Null as soon as the data is public.
   */
  notYet: z.object({ until: z.string() }).nullable(),
  /** The DataCite JSON that was, or would be, registered. */
  datacite: z.unknown(),
});
export type DataSet = z.infer<typeof DataSetSchema>;

/** Tables of a published data set for its preview: `GET api/search/data/{nr}/tables`. */
export const PublishedTablesSchema = z.array(
  z.object({
    name: z.string(),
    rowCount: z.number().int(),
    ...RowLimitSchema.shape,
    columns: z.array(PublishedColumnSchema),
  }),
);
export type PublishedTables = z.infer<typeof PublishedTablesSchema>;
