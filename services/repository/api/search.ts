import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { z } from 'zod';

import { maxDataSetNr, maxDownloadItems, maxListedNumbers, maxRowWindow } from '@domain/limits';
import { parseLanguage } from '@domain/language';
import { SortOrderSchema } from '@domain/api/search';
import { readSearchQuery } from '@domain/search/search-query';

import { describeDataSet, exportDatacite } from '../usecases/publication/describe-data-set';
import { digestDataSet, describePublishedTables, readPublishedRows } from '../usecases/publication/published-tables';
import { makeFeed } from '../usecases/search/feed';
import { describeCatalogue } from '../usecases/search/overview';
import { getStatistics, listNumbers, type SearchInput, searchDataSets } from '../usecases/search/search-data-sets';
import { callerOf, checkInput, type ApiContext, type ApiEnvironment } from './environment';
import { streamText } from './answers';

const NumberSchema = z.coerce.number().int().positive().max(maxDataSetNr);

/** How many numbers are listed; as many as can be downloaded at once where nothing is asked. */
const LimitSchema = z.coerce.number().int().min(1).max(maxListedNumbers).catch(maxDownloadItems);

const WindowSchema = z.object({
  table: z.string().nullable(),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - maxRowWindow)
    .default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(maxRowWindow),
});

const numberOf = (c: ApiContext) => checkInput(c.req.param('nr'), NumberSchema);

/** Search and published data, public as far as the licences allow. */
export const searchRoutes = new Hono<ApiEnvironment>();

/** The search of an address. It never fails: values that are not valid are ignored. */
function searchOf(c: ApiContext): SearchInput {
  const query = new URL(c.req.url).searchParams;
  return {
    ...readSearchQuery(query),
    sort: SortOrderSchema.nullable().catch(null).parse(query.get('sort')),
    language: c.get('language'),
  };
}

searchRoutes.get('/api/search', async (c) => {
  callerOf(c, 'searchDataSets');
  const page = NumberSchema.catch(1).parse(c.req.query('page'));
  const [summary, ...rows] = await searchDataSets(c.get('repository'), { ...searchOf(c), page });
  // Not the whole search: the next request may answer it.
  if (summary.ignored.late > 0) c.header('Cache-Control', 'no-store');
  return c.json([summary, ...rows]);
});

searchRoutes.get('/api/search/numbers', async (c) => {
  callerOf(c, 'listNumbers');
  const limit = LimitSchema.parse(c.req.query('limit'));
  return c.json(await listNumbers(c.get('repository'), { ...searchOf(c), limit }));
});

searchRoutes.get('/api/search/overview', async (c) => {
  callerOf(c, 'describeCatalogue');
  return c.json(await describeCatalogue(c.get('repository')));
});

searchRoutes.get('/api/search/feed', async (c) => {
  callerOf(c, 'makeFeed');
  const language = parseLanguage(c.req.query('lang')) ?? c.get('language');
  const feed = await makeFeed(c.get('repository'), { ...searchOf(c), language });
  return c.body(feed, 200, { 'Content-Type': 'application/atom+xml; charset=utf-8' });
});

searchRoutes.get('/api/search/stats', async (c) => {
  callerOf(c, 'getStatistics');
  return c.json(await getStatistics(c.get('repository')));
});

/** Published rows depend on the caller, so shared caches must not store them. */
function answersCaller(c: ApiContext): void {
  c.header('Vary', 'Authorization, Accept-Language');
  if (c.get('actor')) c.header('Cache-Control', 'private, no-store');
}

searchRoutes.get('/api/search/data/:nr', async (c) => {
  const digest = await digestDataSet(callerOf(c, 'digestDataSet'), c.get('repository'), numberOf(c));
  answersCaller(c);
  // Published tables never change; what the caller may see of them is in `Vary`.
  c.header('ETag', `"data-set-${numberOf(c)}"`);
  return c.body(streamText(digest), 200, { 'Content-Type': 'application/json' });
});

searchRoutes.get('/api/search/data/:nr/tables', async (c) => {
  const tables = await describePublishedTables(
    callerOf(c, 'describePublishedTables'),
    c.get('repository'),
    numberOf(c),
    c.get('language'),
  );
  answersCaller(c);
  return c.json(tables);
});

searchRoutes.get('/api/search/data/:nr/rows', async (c) => {
  const window = checkInput(
    { table: c.req.query('table') ?? null, offset: c.req.query('offset'), limit: c.req.query('limit') },
    WindowSchema,
  );
  const rows = await readPublishedRows(callerOf(c, 'readPublishedRows'), c.get('repository'), {
    nr: numberOf(c),
    ...window,
  });
  answersCaller(c);
  return c.json(rows);
});

/** Media types of DataCite's content negotiation (https://support.datacite.org/docs/datacite-content-resolver). */
const dataciteTypes = { json: 'application/vnd.datacite.datacite+json', xml: 'application/vnd.datacite.datacite+xml' };

searchRoutes.get('/api/search/metadata/:nr', async (c) => {
  const [, number, extension] = /^(.*?)(?:\.(json|xml))?$/s.exec(c.req.param('nr')) ?? [];
  const nr = checkInput(number, NumberSchema);
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', dataciteTypes.json, dataciteTypes.xml, 'text/html'],
    default: 'application/json',
  });
  const wanted = extension ?? Object.entries(dataciteTypes).find(([, known]) => known === type)?.[0];
  if (wanted === 'json' || wanted === 'xml') {
    callerOf(c, 'exportDatacite');
    const body = await exportDatacite(c.get('repository'), nr, wanted);
    return c.body(body, 200, { 'Content-Type': `${dataciteTypes[wanted]}; charset=utf-8`, Vary: 'Accept' });
  }
  c.header('Vary', 'Accept, Accept-Language');
  if (type === 'text/html') {
    return c.redirect(`${c.get('repository').settings.origin}/data-set/${nr}`, 303);
  }
  callerOf(c, 'describeDataSet');
  return c.json(await describeDataSet(c.get('repository'), nr, c.get('language')));
});
