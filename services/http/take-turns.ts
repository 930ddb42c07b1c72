import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { MiddlewareHandler } from 'hono';

import { ownCountName } from '@domain/api/use';
import { retryAfterSeconds } from '@domain/outage';
import { isSecret } from '@domain/secrets';
import { clientHasLeft, ShortTurns } from '@domain/short-turns';
import { yieldingWith } from '@domain/yield-to-others';

/**
 * A whole school may be behind one address. Its pages need the one processor of this process one after the other anyway;
 * what has not ended after `turnMs` waits for something else. Own estimates.
 */
const ofAddress = { waiting: 1000, turnMs: 150 };

/** How long a request lets others pass. Own estimate: more than a page takes, and less than its reader would mind. */
const passingMs = 1000;

/**
 * Kinds of requests with turns of their own: what pages and watchers ask for often and cheaply, and what servers ask the
 * identity provider for while they answer somebody, also at the address of that person. Names of files begin with a
 * letter or digit, because an address with dots for a folder leads elsewhere.
 */
const kinds = {
  file: /^\/assets\/\w[\w.-]*$/,
  health: /^\/(?:healthz|readyz|metrics)$/,
  betweenServers: /^\/identity\/(?:token|jwks|\.well-known\/openid-configuration)$/,
};

/**
 * Requests have turns by address, before anything is done for them. Before it begins, and before each of its statements, a
 * request of an address that asks for several things at once lets those pass that ask for one. Requests with the secret of
 * the site had their turn in a web tier. That a client has left is told by the response (limit-response.ts).
 */
export function addressTurns(
  addressOf: (request: IncomingMessage) => string,
  ownSecret: string | undefined,
  times = ofAddress,
): (listener: RequestListener) => RequestListener {
  const usual = new ShortTurns(times);
  const others = Object.values(kinds).map((kind) => ({ kind, turns: new ShortTurns(times) }));
  return (listener) => (request, response) => {
    const { url = '', headers } = request;
    if (isSecret(headers[ownCountName.toLowerCase()]?.toString(), ownSecret)) return listener(request, response);
    const { turns } = others.find(({ kind }) => kind.test(url)) ?? { turns: usual };
    const sender = addressOf(request);
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void closed.then(() => gone.abort());
    const answer = async () => {
      const until = performance.now() + passingMs;
      const pass = () => (performance.now() < until ? turns.letOthersPass(sender) : null);
      await pass();
      if (gone.signal.aborted) return;
      yieldingWith(pass, () => listener(request, response));
      await closed;
    };
    const isIdle = () => !request.complete || response.writableEnded;
    turns.run(sender, gone.signal, answer, isIdle).catch(() => refuse(request, response));
  };
}

/** Too much of one address waits. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const headers = { 'Retry-After': String(retryAfterSeconds), 'Content-Type': 'text/plain' };
  response.writeHead(503, headers).end('Service Unavailable\n');
}

/** Calls of the API have turns by token as well, from however many addresses they come. */
export function tokenTurns(): MiddlewareHandler {
  const turns = new ShortTurns();
  return async (c, next) => {
    const token = c.req.header('Authorization');
    if (token === undefined) return next();
    // The name of the scheme and the signature of a token can be spelled in several ways.
    const sender = token
      .replace(/^bearer /i, '')
      .split('.', 2)
      .join('.');
    const answer = async () => {
      await next();
      return c.res;
    };
    const response = await turns.run(sender, c.req.raw.signal, answer);
    if (response === null) c.res = new Response(null, { status: clientHasLeft });
  };
}
