import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import { createLogger, log, maxEqualLines, writeLogTo } from '../log/log';
import { createRouteNames, logRequests, webPatterns } from './log-requests';

type Line = Record<string, unknown>;

/** Log lines written while `work` runs. */
async function linesOf(work: () => unknown, level: 'debug' | 'info' = 'info'): Promise<Line[]> {
  const lines: Line[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const restore = writeLogTo(createLogger({ level, format: 'json' }, to));
  await work();
  restore();
  return lines;
}

const nameOf = createRouteNames(['/file-upload/data/:id', '/:id'], ['/assets/*']);

/** Log lines of one request to a server with this listener. */
async function requestLines(path: string, listener: RequestListener, level?: 'debug'): Promise<[Response, Line[]]> {
  const server = createServer(logRequests(listener, nameOf)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let response = new Response();
  const lines = await linesOf(async () => {
    const closed = once(server, 'over');
    server.on('request', (_, outgoing) => outgoing.once('close', () => server.emit('over')));
    response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { 'X-Request-Id': 'of-a-stranger' },
    });
    await response.text();
    await closed;
  }, level);
  server.close();
  return [response, lines];
}

test('a request is a line with its pattern, status and duration, never its address', async () => {
  const [response, lines] = await requestLines('/file-upload/data/12r?q=geheim', (_, outgoing) => {
    outgoing.writeHead(404).end('no');
  });
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      requestId: response.headers.get('X-Request-Id'),
      route: '/file-upload/data/:id',
      method: 'GET',
      status: 404,
      durationMs: expect.any(Number) as number,
      msg: 'request',
    },
  ]);
  expect(lines[0]?.requestId).not.toBe('of-a-stranger');
});

test('lines within a request carry its id, an error its reference, and 5xx is a warning', async () => {
  const [, lines] = await requestLines('/x', (_, outgoing) => {
    void setImmediate().then(() => {
      log.error(new Error('broken: geheim'), '3f9c01ab');
      outgoing.writeHead(500).end();
    });
  });
  expect(lines).toMatchObject([
    { level: 'error', reference: '3f9c01ab', error: { message: 'broken …' } },
    { level: 'warn', status: 500, reference: '3f9c01ab' },
  ]);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1);
  expect(JSON.stringify(lines)).not.toContain('geheim');
});

test('files and health checks are logged at level debug unless they fail', async () => {
  const fine: RequestListener = (_, outgoing) => void outgoing.end();
  expect((await requestLines('/assets/a.js', fine))[1]).toEqual([]);
  expect((await requestLines('/healthz', fine, 'debug'))[1]).toMatchObject([{ level: 'debug' }]);
  const failing: RequestListener = (_, outgoing) => void outgoing.writeHead(503).end();
  expect((await requestLines('/healthz', failing))[1]).toMatchObject([{ level: 'warn', status: 503 }]);
});

test('ten of many equal errors are logged in a minute, then their number', async () => {
  vi.useFakeTimers();
  const fail = (nr: number) => log.error(new Error(`cannot be reached ${nr}`), String(nr));
  const lines = await linesOf(() => {
    for (let nr = 100; nr < 1100; nr += 1) fail(nr);
    log.error(new Error('another'));
    vi.advanceTimersByTime(60_000);
    fail(1);
  });
  vi.useRealTimers();
  expect(lines).toHaveLength(maxEqualLines + 3);
  expect(lines.at(-2)).toMatchObject({ level: 'error', left: 1000 - maxEqualLines });
});

test('e-mail addresses and passwords of servers are removed from texts', async () => {
  const lines = await linesOf(() => log.info('Mail to eva@example.org by smtp://me:geheim@example.org went.'));
  expect(lines[0]?.msg).toBe('Mail to … by … went.');
});

test('on a terminal a line is text, with its error below', () => {
  let text = '';
  const logger = createLogger({ level: 'info', format: 'text' }, { write: (line) => void (text += line) });
  logger.warn({ route: '/:id', error: { name: 'Error', code: 'ENOSPC', frames: ['a.js:1:1'] } }, 'no room');
  expect(text).toMatch(/^\S+Z warn no room route=\/:id\n {2}Error code=ENOSPC\n {4}at a\.js:1:1\n$/);
});

test('addresses are named by the pattern with the fewest variable parts', () => {
  const routes = webPatterns({
    root: { path: '' },
    home: { parentId: 'root' },
    board: { parentId: 'root', path: 'editorial-board' },
    vote: { parentId: 'board', path: 'vote/:id' },
    action: { parentId: 'root', path: 'authentication/:action' },
    login: { parentId: 'root', path: 'authentication/login' },
    rest: { parentId: 'root', path: '*' },
  });
  const name = createRouteNames([...routes, '/api/mapping/:kind{raw|agg}'], ['/logo.svg']);
  const named = ['/', '/editorial-board/vote/7r', '/authentication/login', '/authentication/geheim'];
  expect(named.map((path) => name(path).route)).toEqual([
    '/',
    '/editorial-board/vote/:id',
    '/authentication/login',
    '/authentication/:action',
  ]);
  const others = ['/api/mapping/raw', '/api/geheim/x', '/identity/geheim', '/geheim/%zz', '//geheim', '/logo.svg'];
  expect(others.map((path) => name(path).route)).toEqual([
    '/api/mapping/:kind',
    '/api/*',
    '/identity/*',
    '/*',
    '/*',
    '/logo.svg',
  ]);
});

test('an outage is a warning without a reference, but an error if it ends the server', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const lines = await linesOf(() => {
    log.error(away, 'abc-123');
    log.error(away, 'abc-123', 'A page cannot be shown');
    log.error(new Error('ours'), 'abc-123');
    log.end(away, 'The server could not start');
  });
  expect(lines.map(({ level, msg, reference }) => [level, msg, reference])).toEqual([
    ['warn', 'Something the server depends on is not available', undefined],
    ['warn', 'A page cannot be shown', undefined],
    ['error', 'Unexpected server error', 'abc-123'],
    ['error', 'The server could not start', undefined],
  ]);
});
