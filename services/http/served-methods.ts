import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const servedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const allow = servedMethods.join(', ');

/**
 * Answers a request whose method nothing here serves (TRACE, PROPFIND, PURGE and others that node reads)
 * with 405; answers whether it did. TRACE cannot even be said as a `Request`.
 */
export function refuseUnservedMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (servedMethods.includes(request.method ?? '')) return false;
  response.writeHead(405, { Allow: allow, 'Content-Type': 'text/plain' }).end('Method Not Allowed\n');
  return true;
}

/** Answers CONNECT, which node hands over as a bare socket and otherwise closes without a word. */
export function refuseConnect(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${allow}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
}
