import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { AddressUnusable, listen } from './listen';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listenOn(port: number, host: string): Promise<number> {
  const server = createServer((_, response) => void response.end());
  servers.push(server);
  await listen(server, { port, host });
  return (server.address() as AddressInfo).port;
}

test('a port in use is refused with a message that names it', async () => {
  const port = await listenOn(0, '127.0.0.1');
  const second = listenOn(port, '127.0.0.1');
  await expect(second).rejects.toThrow(AddressUnusable);
  await expect(second).rejects.toThrow(`PORT: port ${port} of 127.0.0.1 is in use.`);
});

test('an address of another machine is refused with a message', async () => {
  await expect(listenOn(0, '192.0.2.1')).rejects.toThrow('HOST: this machine has no address 192.0.2.1.');
});

test('an idle connection is kept for longer than proxies keep theirs', async () => {
  const port = await listenOn(0, '127.0.0.1');
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('Keep-Alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
