import { z } from 'zod';

import {
  DataSetSchema,
  OverviewSchema,
  PublishedTablesSchema,
  SearchAnswerSchema,
  SearchNumbersSchema,
  SiteStatisticsSchema,
  SortOrderSchema,
} from '@domain/api/search';
import { DigestSchema, RowWindowSchema } from '@domain/api/uploads';
import { dataSetFormats, writeMediaType } from '@domain/data-set-formats';
import { LanguageSchema } from '@domain/language';
import { facetNames } from '@domain/search/filters';

import { DataSetNumberSchema, NumbersLimitSchema, PublishedWindowSchema } from '../search';
import type { Operations } from './operation';

/** The search of an address. Values that are not valid are ignored, so nothing of it is refused. */
const query = {
  q: z.string().optional(),
  e: z.string().optional(),
  sort: SortOrderSchema.optional().catch(undefined),
  ...Object.fromEntries(facetNames.map((name) => [name, z.array(z.string()).optional()])),
};

const meanings = {
  q: 'Terms, joined by `;`: words, names, years, ages, places, a DOI or an ORCID iD. All of them must be found.',
  e: 'Motor tests, joined by commas. All of them must be contained.',
  sort: 'Order; by default by relevance.',
  test: 'Facet: motor test.',
  type: 'Facet: `RAW` or `AGG`.',
  licence: 'Facet: name of the licence.',
  years: 'Facet: a year in which data was collected.',
  age: 'Facet: band of ages, such as `6-10`.',
  sex: 'Facet: `m`, `f`, `d` or `x`.',
  region: 'Facet: code of a country (`DE`), or with the first two digits of a postal code (`DE-76`).',
  size: 'Facet: band of numbers of people.',
  battery: 'Facet: name of a test battery.',
  language: 'Facet: language of column names and codes.',
  published: 'Facet: year of publication.',
};

/** Search and published data. */
export const searchOperations: Operations = {
  'GET /api/search': {
    useCases: ['searchDataSets'],
    summary: 'Search the published data sets',
    description:
      'The first entry of the answer is a summary of all hits with the facets; then there are up to 50 rows a page. A facet may be repeated: its values are joined by OR, everything else by AND. Any text gets an answer: unknown values are ignored, and a page beyond the last one is the last one.',
    query: z.object({ ...query, page: DataSetNumberSchema.catch(1).optional() }),
    meanings,
    answers: { 200: { description: 'Summary and rows.', schema: SearchAnswerSchema } },
    examples: [
      {
        title: 'Data sets with a long jump of 6 to 10 year olds',
        address: '/api/search?e=slj&q=6-10&sort=newest',
        status: 200,
      },
    ],
  },
  'GET /api/search/numbers': {
    useCases: ['listNumbers'],
    summary: 'List the numbers of the data sets that a search finds',
    query: z.object({ ...query, limit: NumbersLimitSchema.optional() }),
    meanings,
    answers: { 200: { description: 'Public numbers in the order of the search.', schema: SearchNumbersSchema } },
    examples: [{ title: 'All data sets, newest first', address: '/api/search/numbers?sort=newest', status: 200 }],
  },
  'GET /api/search/overview': {
    useCases: ['describeCatalogue'],
    summary: 'Totals of the catalogue and its newest data sets',
    answers: {
      200: { description: 'Totals, the same by motor test, and the newest data sets.', schema: OverviewSchema },
    },
    examples: [{ title: 'Overview', address: '/api/search/overview', status: 200 }],
  },
  'GET /api/search/feed': {
    useCases: ['makeFeed'],
    summary: 'Feed of the newest data sets that a search finds',
    query: z.object({ ...query, lang: LanguageSchema.optional().catch(undefined) }),
    meanings,
    answers: { 200: { description: 'Atom feed (RFC 4287) of 50 data sets.', mediaTypes: ['application/atom+xml'] } },
    examples: [{ title: 'New data sets with a long jump', address: '/api/search/feed?e=slj&lang=en', status: 200 }],
  },
  'GET /api/search/stats': {
    useCases: ['getStatistics'],
    summary: 'Counters of the repository',
    answers: { 200: { description: 'Numbers of data sets, people and uploads.', schema: SiteStatisticsSchema } },
    examples: [{ title: 'Counters', address: '/api/search/stats', status: 200 }],
  },
  'GET /api/search/metadata/:nr': {
    useCases: ['describeDataSet', 'exportDataSet'],
    summary: 'Describe a data set',
    description:
      'Published metadata in the language of the request, from acceptance on. The media types of `Accept`, or an extension after the number (`1.bib`, `1.ris`, `1.csl.json`, `1.enw`, `1.apa.txt`, `1.txt`, `1.json`, `1.xml`, `1.jsonld`, `1.dcat.jsonld`, `1.ttl`), return citations and other descriptions. `?download` after an extension makes browsers store the file. DataCite formats are 404 until the DOI is registered.',
    path: { nr: z.union([DataSetNumberSchema, z.string().regex(/^\d+(?:\.\w+){1,2}$/)]) },
    answers: {
      200: {
        description: 'The description.',
        schema: DataSetSchema,
        mediaTypes: ['application/json', ...dataSetFormats({ hasDoi: true }).map(({ type }) => writeMediaType(type))],
      },
      303: {
        description: 'For clients that prefer `text/html`: the page of the data set.',
        headers: { Location: 'Address of the page.' },
      },
    },
    refusals: ['not-found', 'not-acceptable'],
    examples: [
      { title: 'BibTeX', address: '/api/search/metadata/1.bib', status: 200 },
      {
        title: 'APA style, by media type',
        address: '/api/search/metadata/1',
        headers: { Accept: 'text/x-bibliography; style=apa' },
        status: 200,
      },
      {
        title: 'Description in German',
        address: '/api/search/metadata/1',
        headers: { 'Accept-Language': 'de' },
        status: 200,
      },
      { title: 'A data set that does not exist', address: '/api/search/metadata/999', status: 404 },
    ],
  },
  'GET /api/search/data/:nr': {
    useCases: ['digestDataSet'],
    summary: 'All values of a data set, by column',
    description:
      'Distinct values of each column of the published tables, with the rows that have them: `2+3 9` are rows 2 to 5 and 9. Of data sets under SUFL 1.0 it covers the first 20 rows, until the caller has filled in the download form.',
    answers: { 200: { description: 'The digest.', schema: DigestSchema } },
    refusals: ['not-found', 'data-set-withdrawn', 'rows-missing'],
    examples: [{ title: 'Values of a data set', address: '/api/search/data/1', status: 200 }],
  },
  'GET /api/search/data/:nr/tables': {
    useCases: ['describePublishedTables'],
    summary: 'Tables and columns of a data set',
    answers: { 200: { description: 'Its tables.', schema: PublishedTablesSchema } },
    refusals: ['not-found'],
    examples: [{ title: 'Tables of a data set', address: '/api/search/data/1/tables', status: 200 }],
  },
  'GET /api/search/data/:nr/rows': {
    useCases: ['readPublishedRows'],
    summary: 'Rows of a published table',
    description:
      'Of data sets under SUFL 1.0 only the first 20 rows, until the caller has filled in the download form. Further rows are left out.',
    query: PublishedWindowSchema,
    meanings: { table: 'Name of the table; the first one without it.' },
    answers: { 200: { description: 'A window of rows.', schema: RowWindowSchema } },
    refusals: ['not-found', 'data-set-withdrawn', 'unknown-table', 'rows-missing', 'row-too-long'],
    examples: [
      { title: 'Two rows', address: '/api/search/data/1/rows?offset=1&limit=2', status: 200 },
      { title: 'A window that is too large', address: '/api/search/data/1/rows?limit=1000', status: 400 },
    ],
  },
};
