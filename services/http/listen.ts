import type { Server } from 'node:http';

import { OperatorError } from '@domain/operator-error';

/** The server cannot listen where its settings say; the message is for the operator. */
export class AddressUnusable extends OperatorError {
  constructor(port: number, host: string, { code = '', message }: NodeJS.ErrnoException) {
    super(reasons[code]?.(port, host) ?? `PORT, HOST: cannot listen on port ${port} of ${host}: ${message}`);
    this.name = 'AddressUnusable';
  }
}

const noSuchHost = (_port: number, host: string) => `HOST: this machine has no address ${host}.`;
const reasons: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) =>
    `PORT: port ${port} of ${host} is in use. Stop the process that uses it, or choose another port.`,
  EACCES: (port) => `PORT: this user may not listen on port ${port}. Choose one from 1024 on.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
};

/** Fulfilled when the server takes connections. Throws AddressUnusable. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new AddressUnusable(port, host, error)));
    server.listen(port, host, resolve);
  });
}
