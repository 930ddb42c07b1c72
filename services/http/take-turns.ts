import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { MiddlewareHandler } from 'hono';

import { retryAfterSeconds } from '@domain/outage';
import { clientHasLeft, ShortTurns } from '@domain/short-turns';

/** Calls of the API have turns by address and by token. `isExempt` tells those that had a turn before, as in a web tier. */
export function apiTurns(addressOf: () => string, isExempt: (request: Request) => boolean): MiddlewareHandler {
  const [addresses, tokens] = [new ShortTurns(), new ShortTurns()];
  return async (c, next) => {
    const { raw } = c.req;
    if (isExempt(raw)) return next();
    const answer = async () => {
      await next();
      return c.res;
    };
    const token = raw.headers.get('Authorization');
    const inTurn = token === null ? answer : () => tokens.run(token, raw.signal, answer);
    const response = await addresses.run(addressOf(), raw.signal, inTurn);
    if (response === null) c.res = new Response(null, { status: clientHasLeft });
  };
}

/** Pages of a listener of Node have turns by address. One turn lasts until its response is sent, or for a second. */
export function listenerTurns(): (address: string, listener: RequestListener) => RequestListener {
  const turns = new ShortTurns();
  return (address, listener) => (request, response) => {
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void closed.then(() => gone.abort());
    const answer = async () => {
      listener(request, response);
      await closed;
    };
    turns.run(address, gone.signal, answer).catch(() => refuse(request, response));
  };
}

/** Too much of one address waits. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const headers = { 'Retry-After': String(retryAfterSeconds), 'Content-Type': 'text/plain' };
  response.writeHead(503, headers).end('Service Unavailable\n');
}
