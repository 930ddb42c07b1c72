import type { IncomingMessage, ServerResponse } from 'node:http';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Sends a reader who came by another loopback name (127.0.0.1 for localhost) to the one address of the
 * site: cookies and the same-origin rule hold for that name alone. Answers whether it did.
 */
export function redirectToOrigin(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
  const own = new URL(origin);
  const host = request.headers.host ?? own.host;
  if (host === own.host || request.method !== 'GET' || !loopbackNames.includes(own.hostname)) return false;
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (!asked || !loopbackNames.includes(asked.hostname)) return false;
  response.writeHead(307, { Location: origin + (request.url ?? '/') }).end();
  return true;
}
