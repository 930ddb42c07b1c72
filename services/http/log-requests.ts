import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { TrieRouter } from 'hono/router/trie-router';

import { log } from '../log/log';
import { logContext, withLogContext, type LogContext } from '../log/log-context';
import { traceId, tracedRequest } from '../tracing/spans';
import type { AnsweredRequest } from './metrics';

/**
 * Wraps a listener to log each request when it is over, with method, route, status and duration, and to `observe` it. Each request gets an
 * id, which appears on every line logged for it and is sent as `X-Request-Id`. Of the address only the pattern of its
 * path is logged, and no headers. It is a trace as well, if traces are collected.
 */
export function logRequests(
  listener: RequestListener,
  nameOf: (path: string) => RouteName,
  observe: (request: AnsweredRequest) => void = () => undefined,
): RequestListener {
  return (request, response) => {
    const started = performance.now();
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const { route, isQuiet } = nameOf(path);
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    tracedRequest(request, route, (endTrace) => {
      const context: LogContext = { requestId, route, traceId: traceId() };
      withLogContext(context, () => {
        response.once('close', () => {
          const durationMs = Math.round(performance.now() - started);
          logRequest(request, response, { isQuiet, durationMs });
          observe({ method: request.method ?? '', route, status: statusOf(response), durationMs });
          endTrace(statusOf(response));
        });
        listener(request, response);
      });
    });
  };
}

/** Must be called within the context of the request. */
function logRequest(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  { isQuiet, durationMs }: { isQuiet: boolean; durationMs: number },
): void {
  const status = statusOf(response);
  const reference = logContext()?.reference;
  log.request({
    isQuiet,
    method,
    durationMs,
    ...(status === undefined ? {} : { status }),
    ...(response.writableFinished ? {} : { cutOff: true }),
    ...(reference === undefined ? {} : { reference }),
  });
}

/** undefined if the client left before there was one. */
function statusOf({ headersSent, statusCode }: ServerResponse): number | undefined {
  return headersSent ? statusCode : undefined;
}

interface RouteName {
  /** Pattern of the address, such as `/file-upload/data/:id`, without the values of its variables. */
  route: string;
  /** Files of the web app and health checks. They are frequent and of interest only when they fail. */
  isQuiet: boolean;
}

const health = ['/healthz', '/readyz'];

/**
 * Returns a function that finds the pattern of an address, preferring patterns with few variables. An address that
 * matches none is named `/api/*`, `/identity/*` or `/*`.
 */
export function createRouteNames(patterns: string[], files: string[]): (path: string) => RouteName {
  const quiet = new Set([...health, ...files]);
  const router = new TrieRouter<RouteName>();
  const all = [...new Set([...quiet, ...patterns, '/api/*', '/identity/*', '/*'])];
  for (const pattern of all.sort((a, b) => variability(a) - variability(b))) {
    const route = pattern.replace(/\{[^}]*\}/g, '');
    router.add('ALL', pattern, { route, isQuiet: quiet.has(pattern) });
  }
  return (path) => router.match('ALL', path)[0][0]?.[0] ?? { route: '/*', isQuiet: false };
}

/** Sorts patterns without variables first, then those with variables, then those that end with `*`. */
function variability(pattern: string): number {
  const parts = pattern.split('/');
  const rest = pattern.endsWith('*') ? 1000 - 10 * parts.length : 0;
  return rest + parts.filter((part) => part.startsWith(':')).length;
}

/** Patterns of the web app's routes, including the paths of their parent routes. */
export function webPatterns(routes: Record<string, { path?: string; parentId?: string } | undefined>): string[] {
  const pathOf = (id: string | undefined): string => {
    const found = id === undefined ? undefined : routes[id];
    if (!found) return '';
    return pathOf(found.parentId) + (found.path ? `/${found.path}` : '');
  };
  return Object.keys(routes).map((id) => pathOf(id) || '/');
}

/** Patterns of the files and folders in a folder. */
export function filePatterns(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`,
  );
}
