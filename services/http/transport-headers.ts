import type { ServerResponse } from 'node:http';

/** A year: browsers that have been here once over https do not try http any more. */
const hstsSeconds = 365 * 24 * 60 * 60;

/** Headers of every answer, whoever gives it: pages, files, the API, the identity provider, redirects. */
export function setTransportHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (origin.startsWith('https:')) {
    response.setHeader('Strict-Transport-Security', `max-age=${hstsSeconds}`);
  }
}
