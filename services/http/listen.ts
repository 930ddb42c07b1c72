import type { Server } from 'node:http';

import { OperatorError } from '@domain/operator-error';

/** The server cannot listen on the configured address. The message is for the operator. */
export class AddressUnusable extends OperatorError {
  constructor(port: number, host: string, { code = '', message }: NodeJS.ErrnoException) {
    super(reasons[code]?.(port, host) ?? `PORT, HOST: cannot listen on port ${port} of ${host}: ${message}`);
    this.name = 'AddressUnusable';
  }
}

const noSuchHost = (_port: number, host: string) => `HOST: this machine has no address ${host}.`;
const reasons: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) =>
    `PORT: port ${port} of ${host} is in use. Stop the program that uses it, or choose another port.`,
  EACCES: (port) => `PORT: this user may not listen on port ${port}. Choose a port of 1024 or higher.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
};

/** Longest times of a connection, in milliseconds. */
const times = {
  /** Uploads may take hours. */
  requestTimeout: 0,
  /** A connection that never sends its headers may not. */
  headersTimeout: 60_000,
  /** Limits only responses that the client does not take (limitResponse). Two minutes outlast a train tunnel. */
  timeout: 120_000,
  /** Proxies keep idle connections for 60 seconds (nginx, AWS). If the server closed one first, a request could be lost. */
  keepAliveTimeout: 75_000,
};

/** Resolves when the server accepts connections, with the times above. Throws AddressUnusable. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  Object.assign(server, times);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new AddressUnusable(port, host, error)));
    server.listen(port, host, resolve);
  });
}
