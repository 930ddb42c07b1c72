import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { motorTests } from '../motor-tests';
import { facetNames, sortOrders } from '../search/filters';
import { PublishedColumnSchema } from './publication';
import { RowLimitSchema } from './uploads';

/** A year, or a range of years. */
export const YearsSchema = z.union([z.number().int(), z.object({ start: z.number().int(), end: z.number().int() })]);
export type Years = z.infer<typeof YearsSchema>;

/** Ages in years. */
export const AgesSchema = z.object({ start: z.number(), end: z.number() });

/** Ways a search term can be understood. */
export const TermKindSchema = z.enum([
  'doi',
  'orcid',
  'data-set',
  'year',
  'year-range',
  'age-range',
  'postal-code',
  'test',
  'battery',
  'licence',
  'type',
  'sex',
  'age-group',
  'country',
  'region',
  'institution',
  'phrase',
  'prefix',
  'word',
]);
export type TermKind = z.infer<typeof TermKindSchema>;

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

/** A term of a search and how it was understood. */
export const UnderstoodTermSchema = z.object({
  /** The words of the search that are this term, as typed. */
  text: z.string(),
  kind: TermKindSchema,
  /** What it was understood as, in the requested language ('Handgrip', 'Baden-Württemberg'); '' if it is its text. */
  meaning: z.string(),
  /** Number of hits of this term on its own. */
  count: z.number().int(),
  /** Number of hits of the search without this term, with all tests and facets. */
  countWithout: z.number().int(),
  /** The search text without this term. */
  without: z.string(),
  /** If nothing was found: similar words, each with the whole search text that uses it instead and its hits. */
  similar: z.array(z.object({ text: z.string(), query: z.string(), count: z.number().int() })),
});
export type UnderstoodTerm = z.infer<typeof UnderstoodTermSchema>;

/** Counts of a facet for the present search. */
export const FacetSchema = z.object({
  name: z.enum(facetNames),
  /**
   * Values with at least one hit, and chosen ones without, in the order in which they are shown. A count is the number
   * of hits with the value when all other facets are applied.
   */
  values: z.array(
    z.object({
      value: z.string(),
      /** Name of the value in the requested language. */
      label: z.string(),
      count: z.number().int(),
      isChosen: z.boolean(),
    }),
  ),
});
export type Facet = z.infer<typeof FacetSchema>;

/** Not beside the orders themselves, because browsers load those without zod. */
export const SortOrderSchema = z.enum(sortOrders);

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
  /** The order of the rows. */
  sort: SortOrderSchema,
  terms: z.array(UnderstoodTermSchema),
  /**
   * What was left out: number of terms beyond the limit, of terms that were cut to their maximum length, and of terms
   * that could not be looked up in time.
   */
  ignored: z.object({ terms: z.number().int(), cut: z.number().int(), late: z.number().int().default(0) }),
  facets: z.array(FacetSchema),
  /** If several terms find nothing: the search text without all of them, and its hits. Otherwise null. */
  withoutDead: z.object({ query: z.string(), count: z.number().int() }).nullable().default(null),
  /** Number of hits of the tests and the text without any facet. */
  countWithoutFacets: z.number().int(),
});
export type SearchSummary = z.infer<typeof SearchSummarySchema>;

export const SearchAnswerSchema = z.tuple([SearchSummarySchema], SearchRowSchema);
export type SearchAnswer = z.infer<typeof SearchAnswerSchema>;

/** Public numbers of the first hits in their order: `GET api/search/numbers`. */
export const SearchNumbersSchema = z.object({
  numbers: z.array(z.number().int()),
  /** Number of all hits. */
  count: z.number().int(),
});
export type SearchNumbers = z.infer<typeof SearchNumbersSchema>;

/** What the catalogue contains, for the start page: `GET api/search/overview`. */
export const OverviewSchema = z.object({
  dataSets: z.number().int(),
  studies: z.number().int(),
  /** Sum over all data sets; a person may be in several. */
  persons: z.number().int(),
  values: z.number().int(),
  /** One entry for each motor test, in icon order. `persons` are those of the data sets that contain the test. */
  tests: z.array(
    z.object({
      test: z.enum(motorTests),
      dataSets: z.number().int(),
      studies: z.number().int(),
      persons: z.number().int(),
      /** Results of this test; null if they were not counted for all data sets. */
      values: z.number().int().nullable(),
    }),
  ),
  /** The newest data sets, newest first. */
  newest: z.array(SearchRowSchema),
});
export type Overview = z.infer<typeof OverviewSchema>;

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
  /** Citation in the style of DataCite. */
  citation: z.string(),
  /** Citation in APA style, with its words in the requested language. */
  apa: z.string().default(''),
  /**
   * Accepted, but the data is not public yet: the end of the embargo as entered (yyyy, yyyy-MM or yyyy-MM-dd), or ''
   * while the tables are being made. Null as soon as the data is public.
   */
  notYet: z.object({ until: z.string() }).nullable(),
  /** The DataCite JSON that was, or would be, registered. */
  datacite: z.unknown(),
  /** The description in the terms of schema.org. */
  linkedData: z.record(z.string(), z.unknown()).default({}),
});
export type DataSet = z.infer<typeof DataSetSchema>;

/** Tables of a published data set for its preview: `GET api/search/data/{nr}/tables`. */
export const PublishedTablesSchema = z.array(
  z.object({
    name: z.string(),
    rowCount: z.number().int(),
    ...RowLimitSchema.shape,
    columns: z.array(
      PublishedColumnSchema.extend({
        /** Codes of the values with their names in the requested language. */
        codes: z.array(z.object({ code: z.string(), label: z.string() })).default([]),
        /** Values and ranges of the contributor's column that stand for a missing value; published as empty cells. */
        missing: z.array(z.string()).default([]),
      }),
    ),
  }),
);
export type PublishedTables = z.infer<typeof PublishedTablesSchema>;

/** Data sets that belong to another one: `GET api/search/related/{nr}`. */
export const RelatedSchema = z.object({
  /** Other data sets of the same study, newest first. */
  sameStudy: z.array(SearchRowSchema),
  /** Data sets of other studies with the same motor tests and ages, those with most tests in common first. */
  similar: z.array(SearchRowSchema),
});
export type Related = z.infer<typeof RelatedSchema>;
