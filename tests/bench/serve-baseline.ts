import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a baseline on a free loopback port, sends the port to the parent and ends with it. */
export function serveBaseline(listener: RequestListener): void {
  process.on('disconnect', () => process.exit());
  const server = createServer(listener);
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
