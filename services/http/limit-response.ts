import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps responses from occupying the server, and shows clients that one is not whole. If the client takes nothing of what
 * waits for it during the timeout of the server (`server.timeout`), the connection is cut, so that everything behind the
 * response ends, too. One that fails is ended with a reset: proxies that speak HTTP/1.0 take any other end of a response
 * without length for its regular one. One that never got the connection, because its request was sent ahead and the client
 * has left, is told so: Node does not emit 'close' for it, and what waits for that would wait for ever.
 */
export function limitResponse(response: ServerResponse): void {
  // A response that is still being made may take longer.
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
  });
  closeWithConnection(response);
  const { destroy } = response;
  response.destroy = (error) => {
    if (error && !response.writableFinished) response.socket?.resetAndDestroy();
    return destroy.call(response, error);
  };
}

/** Responses of a connection that have not been closed. */
const openOf = new WeakMap<Socket, Set<ServerResponse>>();

function closeWithConnection(response: ServerResponse): void {
  const { socket } = response.req;
  const open = openOf.get(socket) ?? new Set();
  if (!openOf.has(socket)) socket.once('close', () => open.forEach(closeUnsent));
  openOf.set(socket, open);
  open.add(response);
  response.once('close', () => open.delete(response));
}

/** The response that has the connection is closed by Node. */
function closeUnsent(response: ServerResponse): void {
  if (response.socket) return;
  response.destroyed = true;
  response.emit('close');
}
