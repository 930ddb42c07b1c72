import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * Mounts the provider at a path of a server: it sees addresses without the path, and knows where it
 * stands by `originalUrl` and `baseUrl`. Whatever name the request came by, the provider speaks of its
 * issuer's origin: a forged Host header must not end up in an address, and a proxy needs no settings.
 */
export function mountAt(mountPath: string, ownOrigin: string, listener: RequestListener): RequestListener {
  const { host, protocol } = new URL(ownOrigin);
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const address = request.url ?? '/';
    const below = address.startsWith(mountPath) ? address.slice(mountPath.length) : address;
    Object.assign(request, { originalUrl: address, baseUrl: mountPath });
    request.url = below.startsWith('/') ? below : `/${below}`;
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    listener(request, response);
  };
}
