import type { RequestListener } from 'node:http';

import { getRequestListener, type HttpBindings } from '@hono/node-server';

import { requestOf } from './incoming-body';

/**
 * Node's requests as those of the web platform, bodies untouched. One without a `Host` header, as HTTP/1.0
 * allows, is taken to mean `origin`; an address or a host that cannot be read is answered 400.
 */
export function webListener(
  origin: string,
  fetch: (request: Request) => Response | Promise<Response>,
): RequestListener {
  return getRequestListener(
    (request, connection) => {
      const { incoming, outgoing } = connection as HttpBindings;
      return fetch(requestOf(request, incoming, outgoing));
    },
    // What is left of a body is cleared away by limitBody.
    { autoCleanupIncoming: false, hostname: new URL(origin).host },
  );
}
