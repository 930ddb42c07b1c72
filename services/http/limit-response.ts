import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps responses from occupying the server, and shows clients that one is not whole. If the client takes nothing of what
 * waits for it during the timeout of the server (`server.timeout`), the connection is cut, so that everything behind the
 * response ends, too. One that fails is ended with a reset: proxies that speak HTTP/1.0 take any other end of a response
 * without length for its regular one.
 */
export function limitResponse(response: ServerResponse): void {
  // A response that is still being made may take longer.
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
  });
  const { destroy } = response;
  response.destroy = (error) => {
    if (error && !response.writableFinished) response.socket?.resetAndDestroy();
    return destroy.call(response, error);
  };
}
