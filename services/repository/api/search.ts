import { Hono } from 'hono';
import { z } from 'zod';

import { maxDataSetNr, maxDownloadItems, maxListedNumbers, maxRowWindow } from '@domain/limits';
import { parseLanguage } from '@domain/language';
import { SortOrderSchema } from '@domain/api/search';
import { totalCountHeader } from '@domain/api/uploads';
import { useMarkName, writeUseMark } from '@domain/api/use';
import { readSearchQuery } from '@domain/search/search-query';

import { describeDistributions } from '../usecases/publication/describe-distributions';
import { describeQuality } from '../usecases/publication/describe-quality';
import { listCorrections } from '../usecases/publication/list-corrections';
import { listRelated } from '../usecases/publication/list-related';
import { digestDataSet, describePublishedTables, readPublishedRows } from '../usecases/publication/published-tables';
import { makeFeed } from '../usecases/search/feed';
import { listChangeBlocks, listChanges } from '../usecases/search/list-changes';
import { describeCatalogue } from '../usecases/search/overview';
import { getStatistics, listNumbers, type SearchInput, searchDataSets } from '../usecases/search/search-data-sets';
import { callerOf, checkInput, type ApiContext, type ApiEnvironment } from './environment';
import { streamText } from './answers';

/** Number of a data set in an address, in one writing: others would be counted as the use of another data set. */
export const DataSetNumberSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().int().max(maxDataSetNr));

/** How many numbers are listed; as many as can be downloaded at once where nothing is asked. */
export const NumbersLimitSchema = z.coerce.number().int().min(1).max(maxListedNumbers).catch(maxDownloadItems);

export const PublishedWindowSchema = z.object({
  table: z.string().optional(),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - maxRowWindow)
    .default(0),
  limit: z.coerce.number().int().min(1).max(maxRowWindow).default(maxRowWindow),
});

/** Query of `GET api/search/corrections/{nr}`. */
export const CorrectionsQuerySchema = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) });

const numberOf = (c: ApiContext) => checkInput(c.req.param('nr'), DataSetNumberSchema);

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
  const page = DataSetNumberSchema.catch(1).parse(c.req.query('page'));
  const [summary, ...rows] = await searchDataSets(c.get('repository'), { ...searchOf(c), page });
  // Not the whole search: the next request may answer it.
  if (summary.ignored.late > 0) c.header('Cache-Control', 'no-store');
  return c.json([summary, ...rows]);
});

searchRoutes.get('/api/search/numbers', async (c) => {
  callerOf(c, 'listNumbers');
  const limit = NumbersLimitSchema.parse(c.req.query('limit'));
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

searchRoutes.get('/api/search/changes', async (c) => {
  callerOf(c, 'listChangeBlocks');
  return c.json(await listChangeBlocks(c.get('repository')));
});

searchRoutes.get('/api/search/changes/:block', async (c) => {
  callerOf(c, 'listChanges');
  return c.json(await listChanges(c.get('repository'), checkInput(c.req.param('block'), DataSetNumberSchema)));
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
  const nr = numberOf(c);
  const { digest, isWhole, tag } = await digestDataSet(callerOf(c, 'digestDataSet'), c.get('repository'), nr);
  answersCaller(c);
  // Weak, because the server in front may compress the answer.
  c.header('ETag', `W/"${tag}${isWhole ? '' : '-first-rows'}"`);
  // A look at the first rows gets no data set.
  c.header(useMarkName, writeUseMark(isWhole ? 'download' : 'view', [nr]));
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
  const { table = null, ...window } = checkInput(c.req.query(), PublishedWindowSchema);
  const rows = await readPublishedRows(callerOf(c, 'readPublishedRows'), c.get('repository'), {
    nr: numberOf(c),
    table,
    ...window,
  });
  answersCaller(c);
  return c.json(rows);
});

searchRoutes.get('/api/search/data/:nr/distributions', async (c) => {
  callerOf(c, 'describeDistributions');
  const distributions = await describeDistributions(c.get('repository'), numberOf(c), c.get('language'));
  // The next request may have them.
  if (distributions.without !== null) c.header('Cache-Control', 'no-store');
  return c.json(distributions);
});

searchRoutes.get('/api/search/quality/:nr', async (c) => {
  const actor = callerOf(c, 'describeQuality');
  const quality = await describeQuality(actor, c.get('repository'), numberOf(c), c.get('language'));
  answersCaller(c);
  return c.json(quality);
});

searchRoutes.get('/api/search/related/:nr', async (c) => {
  callerOf(c, 'listRelated');
  return c.json(await listRelated(c.get('repository'), numberOf(c)));
});

searchRoutes.get('/api/search/corrections/:nr', async (c) => {
  callerOf(c, 'listCorrections');
  const { page } = checkInput(c.req.query(), CorrectionsQuerySchema);
  const asked = { language: c.get('language'), page };
  const { corrections, total } = await listCorrections(c.get('repository'), numberOf(c), asked);
  return c.json(corrections, 200, { [totalCountHeader]: String(total) });
});
