import { Hono } from 'hono';
import { z } from 'zod';

import { maxRowWindow } from '@domain/limits';
import { isMotorTest } from '@domain/motor-tests';

import { describeDataSet } from '../usecases/describe-data-set';
import { digestDataSet } from '../usecases/digest-data-set';
import { getStatistics } from '../usecases/get-statistics';
import { listPublishedTables } from '../usecases/list-published-tables';
import { readPublishedRows } from '../usecases/read-published-rows';
import { searchDataSets } from '../usecases/search-data-sets';
import { checkInput, type ApiContext, type ApiEnvironment } from './environment';
import { streamText } from './stream-text';

const NumberSchema = z.coerce.number().int().positive().max(2_147_483_647);

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

/** Search and what is published: anybody may read it. */
export const searchRoutes = new Hono<ApiEnvironment>();

searchRoutes.get('/api/search', async (c) => {
  const answer = await searchDataSets(c.get('repository'), {
    tests: (c.req.query('e') ?? '').split(',').filter(isMotorTest),
    text: c.req.query('q') ?? '',
    // Whatever stands there, a search answers.
    page: NumberSchema.catch(1).parse(c.req.query('page')),
  });
  return c.json(answer);
});

searchRoutes.get('/api/search/stats', async (c) => c.json(await getStatistics(c.get('repository'))));

searchRoutes.get('/api/search/data/:nr', async (c) => {
  const digest = await digestDataSet(c.get('repository'), numberOf(c));
  return c.body(streamText(digest), 200, { 'Content-Type': 'application/json' });
});

searchRoutes.get('/api/search/data/:nr/tables', async (c) =>
  c.json(await listPublishedTables(c.get('repository'), numberOf(c), c.get('language'))),
);

searchRoutes.get('/api/search/data/:nr/rows', async (c) => {
  const window = checkInput(
    {
      table: c.req.query('table') ?? null,
      offset: c.req.query('offset'),
      limit: c.req.query('limit'),
    },
    WindowSchema,
  );
  return c.json(await readPublishedRows(c.get('repository'), { nr: numberOf(c), ...window }));
});

searchRoutes.get('/api/search/metadata/:nr', async (c) => {
  const nr = numberOf(c);
  c.header('Vary', 'Accept, Accept-Language');
  if (prefersHtml(c.req.header('Accept') ?? '')) {
    return c.redirect(`${c.get('repository').settings.origin}/data-set/${nr}`, 303);
  }
  return c.json(await describeDataSet(c.get('repository'), nr, c.get('language')));
});

/** Browsers name text/html first; a client of the API asks for JSON or for anything. */
function prefersHtml(accept: string): boolean {
  const quality = (type: string) => {
    const entry = accept.split(',').find((part) => part.trim().toLowerCase().startsWith(type));
    if (entry === undefined) return 0;
    return Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1);
  };
  return quality('text/html') > quality('application/json');
}
