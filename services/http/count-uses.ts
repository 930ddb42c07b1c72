import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';

import type { MiddlewareHandler } from 'hono';
import { isbot } from 'isbot';

import { ownCountName, readUseMark, type Use, useMarkName, type UseMethod } from '@domain/api/use';
import { isSecret, signatureOf } from '@domain/secrets';

import { addressForLimits, clientAddressOf } from './client-address';

/**
 * Statuses of successful requests (COUNTER Code of Practice 5.1, section 7.1), of parts of a file, and of files that the
 * store sends.
 */
const successful = [200, 206, 302, 304];

/** Programs with which people and their scripts get data: COUNTER's access method 'machine'. */
const tools =
  /^(?:curl|wget|httpie|xh|aria2|python|pandas|aiohttp|httpx|duckdb|polars|r |r\/|rstudio|libcurl|julia|java|okhttp|apache-httpclient|go-http-client|node|undici|axios|ruby|faraday|perl|lwp|libwww-perl|php|guzzle|matlab|stata|dotnet|powershell|postman)/i;

export interface UseCounting {
  note: (use: Use) => void;
  /** Key of the hash that recognises a visitor. */
  key: Buffer;
  trustedProxies: BlockList;
  /** By which a web tier on another machine, which counts by itself, is known; without one there is none. */
  secret: string | undefined;
  now?: () => number;
}

/**
 * Counts the uses of data sets that responses name (`Motothek-Use`), and removes that header. A web tier that counts by
 * itself gets it.
 */
export function countUses({
  note,
  key,
  trustedProxies,
  secret,
  now = Date.now,
}: UseCounting): MiddlewareHandler<{ Bindings: { incoming?: IncomingMessage } }> {
  return async (c, next) => {
    await next();
    const mark = c.res.headers.get(useMarkName);
    if (mark === null || isSecret(c.req.header(ownCountName), secret)) return;
    c.header(useMarkName, undefined);
    const method = methodOf(c.req.raw);
    if (method === null || !successful.includes(c.res.status)) return;
    const { kind, numbers } = readUseMark(mark);
    const at = now();
    const address = c.env.incoming ? addressForLimits(clientAddressOf(c.env.incoming, trustedProxies)) : '';
    const visitor = visitorOf(c.req.header('User-Agent') ?? '', { address, at, key });
    for (const nr of numbers) note({ nr, kind, method, visitor, at });
  };
}

/** How a request uses data; null if it does not count: robots, prefetching, and requests that are not for reading. */
export function methodOf({ method, headers }: Request): UseMethod | null {
  if (method !== 'GET') return null;
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? headers.get('X-Moz') ?? '';
  if (/\bprefetch\b/i.test(purpose)) return null;
  const agent = headers.get('User-Agent') ?? '';
  if (tools.test(agent)) return 'machine';
  return isbot(agent) || agent === '' ? null : 'regular';
}

/** Recognises a visitor for a day. Without the key, nobody can find out the address. */
function visitorOf(agent: string, { address, at, key }: { address: string; at: number; key: Buffer }): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return signatureOf([day, address, agent].join('\n'), key);
}
