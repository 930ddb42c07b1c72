import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { PublicActSchema } from '../life/public-acts';
import { WithdrawnSchema } from '../life/withdrawal';
import { motorTests } from '../motor-tests';
import { facetNames, sortOrders } from '../search/filters';
import { PublicCorrectionSchema } from './metadata-corrections';
import { PublishedColumnSchema } from './publication';
import { RowLimitSchema } from './uploads';

/** A year, or a range of years. */
export const YearsSchema = z.union([
  z.number().int(),
  z.object({ start: z.number().int().describe('The first year.'), end: z.number().int().describe('The last year.') }),
]);
export type Years = z.infer<typeof YearsSchema>;

/** Ages in years. */
export const AgesSchema = z.object({
  start: z.number().describe('The lowest age.'),
  end: z.number().describe('The highest age.'),
});

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
  nr: z.number().int().describe('Public number of the data set.'),
  doi: z.string().describe("DOI; '' if there is none."),
  doiUrl: z.string().describe('Page that the DOI leads to: the resolver, or our own page for a local test DOI.'),
  doiIsTest: z.boolean().describe('The DOI is not registered with DataCite.'),
  pubYears: z.array(YearsSchema).describe('Years in which the data was collected.'),
  authors: z.array(z.string()).describe('Names as family name, given name.'),
  titles: z.array(z.string()).describe('Titles, the main one first.'),
  titleLanguages: z.array(TextLanguageSchema).default([]).describe('Languages of the titles, in the same order.'),
  dataLanguage: z.string().default('').describe("Language of column names and codes, an ISO 639-1 code; '' = unknown."),
  types: z.array(z.string()).describe('`RAW` for individual values, `AGG` for aggregated ones.'),
  count: z.number().int().nullable().describe('Number of people or cases; null if unknown.'),
  genders: z.array(z.string()).describe('Codes of the sexes: `m`, `f`, `d` or `x`.'),
  ages: z.array(AgesSchema).describe('Ages in years.'),
  rights: z.array(z.string()).describe('Names of the licences.'),
  exercises: z.array(z.string()).describe('Keys of the motor tests it contains.'),
});
export type SearchRow = z.infer<typeof SearchRowSchema>;

/** A term of a search and how it was understood. */
export const UnderstoodTermSchema = z.object({
  text: z.string().describe('The words of the search that are this term, as typed.'),
  kind: TermKindSchema.describe('As what the term was understood.'),
  meaning: z
    .string()
    .describe(
      "What it was understood as, in the requested language ('Handgrip', 'Baden-Württemberg'); '' if it is its text.",
    ),
  count: z.number().int().describe('Number of hits of this term on its own.'),
  countWithout: z.number().int().describe('Number of hits of the search without this term, with all tests and facets.'),
  without: z.string().describe('The search text without this term.'),
  similar: z
    .array(
      z.object({
        text: z.string().describe('The similar word.'),
        query: z.string().describe('The whole search text that uses it.'),
        count: z.number().int().describe('Number of hits of that text.'),
      }),
    )
    .describe(
      'If nothing was found: similar words, each with the whole search text that uses it instead and its hits.',
    ),
});
export type UnderstoodTerm = z.infer<typeof UnderstoodTermSchema>;

/** Counts of a facet for the present search. */
export const FacetSchema = z.object({
  name: z.enum(facetNames).describe('Name of the facet, which is also its parameter in an address.'),
  values: z
    .array(
      z.object({
        value: z.string().describe('Value as in an address.'),
        label: z.string().describe('Name of the value in the requested language.'),
        count: z.number().int().describe('Number of hits with the value.'),
        isChosen: z.boolean().describe('The search is limited to it.'),
      }),
    )
    .describe(
      'Values with at least one hit, and chosen ones without, in the order in which they are shown. A count is the number of hits with the value when all other facets are applied.',
    ),
});
export type Facet = z.infer<typeof FacetSchema>;

/** Not beside the orders themselves, because browsers load those without zod. */
export const SortOrderSchema = z.enum(sortOrders);

/** First element of a search response: a summary of all hits and how the query was understood. */
export const SearchSummarySchema = z.object({
  count: z.number().int().describe('Number of hits.'),
  page: z.number().int().describe('Number of the page that follows, from 1.'),
  pages: z.number().int().describe('Number of pages.'),
  pubYears: z.array(YearsSchema).describe('Years of collection of all hits.'),
  exercises: z.array(z.string()).describe('Motor tests of all hits.'),
  types: z.array(z.string()).describe('Types of all hits.'),
  genders: z.array(z.string()).describe('Sexes of all hits.'),
  ages: z.array(AgesSchema).describe('Ages of all hits.'),
  authors: z.array(z.string()).describe('Authors of the first hits, sorted.'),
  titles: z.array(z.string()).describe('Titles of the first hits, sorted.'),
  sort: SortOrderSchema.describe('The order of the rows.'),
  terms: z.array(UnderstoodTermSchema).describe('The terms of the search text, in their order.'),
  ignored: z
    .object({
      terms: z.number().int().describe('Terms beyond the limit.'),
      cut: z.number().int().describe('Terms that were cut.'),
      late: z.number().int().default(0).describe('Terms that could not be looked up in time.'),
    })
    .describe(
      'What was left out: number of terms beyond the limit, of terms that were cut to their maximum length, and of terms that could not be looked up in time.',
    ),
  facets: z.array(FacetSchema).describe('The facets, in the order in which they are shown.'),
  withoutDead: z
    .object({ query: z.string().describe('The search text.'), count: z.number().int().describe('Number of its hits.') })
    .nullable()
    .default(null)
    .describe('If several terms find nothing: the search text without all of them, and its hits. Otherwise null.'),
  countWithoutFacets: z.number().int().describe('Number of hits of the tests and the text without any facet.'),
});
export type SearchSummary = z.infer<typeof SearchSummarySchema>;

export const SearchAnswerSchema = z.tuple([SearchSummarySchema], SearchRowSchema);
export type SearchAnswer = z.infer<typeof SearchAnswerSchema>;

/** Public numbers of the first hits in their order: `GET api/search/numbers`. */
export const SearchNumbersSchema = z.object({
  numbers: z.array(z.number().int()).describe('Public numbers, in the order of the search.'),
  count: z.number().int().describe('Number of all hits.'),
});
export type SearchNumbers = z.infer<typeof SearchNumbersSchema>;

/** What the catalogue contains, for the start page: `GET api/search/overview`. */
export const OverviewSchema = z.object({
  dataSets: z.number().int().describe('Number of published data sets.'),
  studies: z.number().int().describe('Number of their studies.'),
  persons: z.number().int().describe('Sum over all data sets; a person may be in several.'),
  values: z.number().int().describe('Number of values in all data sets.'),
  tests: z
    .array(
      z.object({
        test: z.enum(motorTests).describe('Key of the motor test.'),
        dataSets: z.number().int().describe('Data sets that contain the test.'),
        studies: z.number().int().describe('Studies that contain it.'),
        persons: z.number().int().describe('People of these data sets.'),
        values: z
          .number()
          .int()
          .nullable()
          .describe('Results of this test; null if they were not counted for all data sets.'),
      }),
    )
    .describe(
      'One entry for each motor test, in icon order. `persons` are those of the data sets that contain the test.',
    ),
  newest: z.array(SearchRowSchema).describe('The newest data sets, newest first.'),
});
export type Overview = z.infer<typeof OverviewSchema>;

/** Response of `GET api/search/stats` (spec section 3), with the five status counts of the footer. */
export const SiteStatisticsSchema = z.object({
  r: z.number().int().describe('Number of published raw data sets.'),
  a: z.number().int().describe('Number of published aggregated data sets.'),
  d: z.number().int().describe('Number of registered DOIs.'),
  n: z.number().int().describe('Number of published values.'),
  u: z.number().int().describe('Number of contributors of published data sets.'),
  submitted: z.number().int().describe('Uploads that are submitted.'),
  pending: z.number().int().describe('Uploads of which one expert has voted or the votes differ.'),
  accepted: z.number().int().describe('Uploads that are accepted.'),
  rejected: z.number().int().describe('Uploads that are rejected.'),
  processed: z.number().int().describe('All uploads.'),
});
export type SiteStatistics = z.infer<typeof SiteStatisticsSchema>;

/** Published description of a data set: JSON of `GET api/search/metadata/{nr}`. */
export const DataSetSchema = z.object({
  row: SearchRowSchema.describe('The data set as in a search result.'),
  fields: z
    .array(
      z.object({
        id: z.number().describe('Id of the field.'),
        name: z.string().describe('Name in the requested language.'),
        values: z.array(z.string()).describe('Its values.'),
        languages: z
          .array(TextLanguageSchema.nullable())
          .default([])
          .describe(
            'Language of each value; null for values without one (names) or in the requested language (choices).',
          ),
      }),
    )
    .describe('Published metadata fields in the requested language, in schema order, without private fields.'),
  withheld: z
    .array(
      z.object({
        table: z.string().describe('Name of the table.'),
        column: z.string().describe("Name of the contributor's column."),
        reason: z.string().describe('Reason in the requested language.'),
      }),
    )
    .describe('Columns that were left out or made less detailed, with the reason.'),
  citation: z.string().describe('Citation in the style of DataCite.'),
  apa: z.string().default('').describe('Citation in APA style, with its words in the requested language.'),
  notYet: z
    .object({ until: z.string().describe("End of the embargo, or ''.") })
    .nullable()
    .describe(
      "Accepted, but the data is not public yet: the last day of the embargo (yyyy-MM-dd), or '' while the tables are being made. Null as soon as the data is public.",
    ),
  withdrawn: WithdrawnSchema.nullable()
    .default(null)
    .describe('The data set was withdrawn: nothing of it is public but its authors, title, year and DOI.'),
  acts: z
    .array(PublicActSchema)
    .default([])
    .describe('What happened to the data set after its publication, in its order.'),
  corrections: PublicCorrectionSchema.array()
    .default([])
    .describe('The latest corrections of the metadata since acceptance, newest first; 20 at most.'),
  correctionCount: z.number().int().default(0).describe('Number of all corrections of the metadata since acceptance.'),
  datacite: z.unknown().describe('The DataCite JSON that was, or would be, registered.'),
  linkedData: z.record(z.string(), z.unknown()).default({}).describe('The description in the terms of schema.org.'),
});
export type DataSet = z.infer<typeof DataSetSchema>;

/** Tables of a published data set for its preview: `GET api/search/data/{nr}/tables`. */
export const PublishedTablesSchema = z.array(
  z.object({
    name: z.string().describe('Name of the table.'),
    rowCount: z.number().int().describe('Number of all its rows.'),
    ...RowLimitSchema.shape,
    columns: z
      .array(
        PublishedColumnSchema.extend({
          codes: z
            .array(
              z.object({
                code: z.string().describe('Value as it is in the data.'),
                label: z.string().describe('Name in the requested language.'),
              }),
            )
            .default([])
            .describe('Codes of the values with their names in the requested language.'),
          missing: z
            .array(z.string())
            .default([])
            .describe(
              "Values and ranges of the contributor's column that stand for a missing value; published as empty cells.",
            ),
        }),
      )
      .describe('Its columns, in their order.'),
  }),
);
export type PublishedTables = z.infer<typeof PublishedTablesSchema>;

/** Data sets that belong to another one: `GET api/search/related/{nr}`. */
export const RelatedSchema = z.object({
  sameStudy: z.array(SearchRowSchema).describe('Other data sets of the same study, newest first.'),
  similar: z
    .array(SearchRowSchema)
    .describe('Data sets of other studies with the same motor tests and ages, those with most tests in common first.'),
});
export type Related = z.infer<typeof RelatedSchema>;
