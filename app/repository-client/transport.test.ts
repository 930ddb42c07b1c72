import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { forBrowserName } from '@domain/for-browser';

import { callForJson, RepositoryError, type ClientContext } from './transport';

/** The context of a page, and the requested addresses; each response contains their count. */
function pageOf(status = 200) {
  const asked: string[] = [];
  const context: ClientContext = {
    origin: 'https://motothek.example',
    language: 'en',
    accessToken: null,
    repository: async ({ url, method }) => {
      asked.push(`${method} ${new URL(url).pathname}${new URL(url).search}`);
      return Response.json(asked.length, { status });
    },
  };
  return { asked, context };
}
afterEach(() => void vi.useRealTimers());

const ask = (context: ClientContext, path: string, options = {}) => callForJson(context, z.number(), path, options);

test('concurrent identical requests are sent once, and again afterwards', async () => {
  const { asked, context } = pageOf();
  const both = await Promise.all([
    ask(context, '/a', { query: { q: 'x' } }),
    ask(context, '/a', { query: { q: 'x' } }),
  ]);
  expect(both).toEqual([1, 1]);
  expect(await ask(context, '/a', { query: { q: 'x' } })).toBe(2);
  expect(asked).toEqual(['GET /api/a?q=x', 'GET /api/a?q=x']);
});

test('other addresses, other pages and changing calls are sent separately', async () => {
  const { asked, context } = pageOf();
  const order = { method: 'POST', json: 1 };
  await Promise.all([
    ask(context, '/a'),
    ask(context, '/a', { query: { q: 'y' } }),
    ask({ ...context }, '/a'),
    ask(context, '/a', order),
    ask(context, '/a', order),
  ]);
  expect(asked).toEqual(['GET /api/a', 'GET /api/a?q=y', 'GET /api/a', 'POST /api/a', 'POST /api/a']);
});

test('a refusal is returned to all concurrent callers, and is not cached', async () => {
  const { asked, context } = pageOf(404);
  const answers = await Promise.allSettled([ask(context, '/a'), ask(context, '/a')]);
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof RepositoryError)).toEqual([
    true,
    true,
  ]);
  await expect(ask(context, '/a')).rejects.toThrow('404');
  expect(asked).toHaveLength(2);
});

test('a page of a visitor waits half a minute for what does not answer, and asks for nothing more', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const repository = async ({ url }: Request) => {
    asked.push(new URL(url).pathname);
    return new Promise<Response>(() => {});
  };
  const context: ClientContext = { ...pageOf().context, repository };
  const outcomes: unknown[] = [];
  const page = ask(context, '/a')
    .catch((error: unknown) => outcomes.push(error))
    .then(() => ask(context, '/b'))
    .catch((error: unknown) => outcomes.push(error));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await page;
  expect(outcomes).toMatchObject([{ status: 503 }, { status: 503 }]);
  expect(asked).toEqual(['/api/a']);
  // Whoever has logged in may have to wait for their turn.
  void ask({ ...context, accessToken: 'token' }, '/c').catch((error: unknown) => outcomes.push(error));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outcomes).toHaveLength(2);
});

test('calls say that a browser follows where they lead', async () => {
  const { context } = pageOf();
  let said: string | null = null;
  const repository: ClientContext['repository'] = async ({ headers }) => {
    said = headers.get(forBrowserName);
    return Response.json(1);
  };
  await ask({ ...context, repository }, '/a');
  expect(said).toBe('1');
});
