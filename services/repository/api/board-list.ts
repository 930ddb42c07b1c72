import { Hono } from 'hono';

import { FiguresQuerySchema } from '@domain/api/board-figures';
import { ListFilterSchema, ListQuerySchema } from '@domain/api/board-list';
import { minimumCountHeader, totalCountHeader } from '@domain/api/uploads';

import { figuresCsv } from '../editorial/figures-csv';
import { describeBoardFigures } from '../usecases/board/figures';
import { countSubmissions, countWaiting, listSubmissions } from '../usecases/board/list-submissions';
import { attachment } from './answers';
import { type ApiEnvironment, callerOf, checkInput } from './environment';

/** The list of submissions and the figures of the editorial board. Before the paths of a submission, which match them. */
export const boardListRoutes = new Hono<ApiEnvironment>();

boardListRoutes.get('/api/editorial', async (c) => {
  const actor = callerOf(c, 'listSubmissions');
  const query = checkInput(c.req.query(), ListQuerySchema);
  const { submissions, total, isMore } = await listSubmissions(actor, c.get('repository'), query);
  return c.json(submissions, 200, {
    [totalCountHeader]: String(total),
    ...(isMore ? { [minimumCountHeader]: 'true' } : {}),
  });
});

boardListRoutes.get('/api/editorial/counts', async (c) => {
  const actor = callerOf(c, 'countSubmissions');
  const filter = checkInput(c.req.query(), ListFilterSchema);
  return c.json(await countSubmissions(actor, c.get('repository'), filter));
});

boardListRoutes.get('/api/editorial/waiting', async (c) => {
  const actor = callerOf(c, 'countWaiting');
  return c.json({ count: await countWaiting(actor, c.get('repository')) });
});

boardListRoutes.get('/api/editorial/figures', async (c) => {
  const actor = callerOf(c, 'describeBoardFigures');
  const { format } = checkInput(c.req.query(), FiguresQuerySchema);
  const figures = await describeBoardFigures(actor, c.get('repository'));
  if (format === 'json') return c.json(figures);
  return c.body(figuresCsv(figures, c.get('language')), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': attachment('editorial-board.csv'),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  });
});
