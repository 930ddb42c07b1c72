import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { Refusal } from '@domain/error-codes';

/** For a year after a visit over https, browsers do not try http. */
const hstsSeconds = 365 * 24 * 60 * 60;

/** Sets the headers of every response, including files, the API, the identity provider and redirects. */
export function setTransportHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (origin.startsWith('https:')) {
    response.setHeader('Strict-Transport-Security', `max-age=${hstsSeconds}`);
  }
}

/**
 * Takes the host out of an address that contains it (absolute-form, RFC 9112, 3.2.2), as some clients send to a proxy:
 * it counts in place of the header.
 */
export function useOriginForm(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

const aboutThisProcess = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * Redirects requests with another loopback name (127.0.0.1 in place of localhost) to the site's own address, because
 * cookies and the same-origin check depend on the name. Who asks how this process is must not be led to another one of
 * the site. Returns whether it redirected.
 */
export function redirectToOrigin(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
  const own = new URL(origin);
  const host = request.headers.host ?? own.host;
  if (aboutThisProcess.test(request.url ?? '')) return false;
  if (host === own.host || request.method !== 'GET' || !loopbackNames.includes(own.hostname)) return false;
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (!asked || !loopbackNames.includes(asked.hostname)) return false;
  response.writeHead(307, { Location: origin + (request.url ?? '/') }).end();
  return true;
}

const servedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const allow = servedMethods.join(', ');

/**
 * Responds with 405 to methods that are not served (TRACE, PROPFIND, PURGE and others that Node accepts). Returns
 * whether it did. Addresses for programs have a `problem`: they refuse all methods themselves but TRACE, with which a
 * web `Request` cannot even be created.
 */
export function refuseUnservedMethod(
  request: IncomingMessage,
  response: ServerResponse,
  problem: ((refusal: Refusal) => Response) | null,
): boolean {
  const { method = '' } = request;
  if (servedMethods.includes(method) || (problem && method !== 'TRACE')) return false;
  const refused = problem?.(new Refusal('method-not-allowed', { methods: allow }));
  if (refused) {
    response.writeHead(refused.status, Object.fromEntries(refused.headers));
    void refused.text().then((text) => response.end(text));
  } else response.writeHead(405, { Allow: allow, 'Content-Type': 'text/plain' }).end('Method Not Allowed\n');
  return true;
}

/** Responds to CONNECT, which Node hands over as a bare socket and otherwise closes without a response. */
export function refuseConnect(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
}
