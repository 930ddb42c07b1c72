import { once } from 'node:events';
import { createServer, IncomingMessage, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { openBody, requestOf } from './web-listener';

let server: Server | null = null;
afterEach(() => void server?.close());

/** Posts three bytes to a server that reads them with `read`. Returns what was read. */
async function post(read: (request: Request) => Promise<unknown>): Promise<unknown> {
  const result = new Promise<unknown>((resolve, reject) => {
    server = createServer((incoming, outgoing) => {
      const bare = new Request('http://localhost/x', { method: incoming.method });
      read(requestOf(bare, incoming, outgoing))
        .then(resolve, reject)
        .finally(() => outgoing.end());
    });
  });
  server?.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  const { port } = server?.address() as AddressInfo;
  send({ port, host: '127.0.0.1', method: 'POST', agent: false }).end('abc');
  return result;
}

const anew = ({ url, body }: Request) => new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit);

test('openBody returns the stream of the connection, even if the request was copied', async () => {
  const read = post(async (request) => {
    const body = openBody(anew(anew(request)));
    return [body instanceof IncomingMessage, (await buffer(body)).toString()];
  });
  expect(await read).toEqual([true, 'abc']);
});

test('a body can be read from the request like any other', async () => {
  expect(await post((request) => anew(request).text())).toBe('abc');
});

test('after openBody the web stream fails, so that nothing reads half of it', async () => {
  const read = post(async (request) => {
    const again = anew(request);
    await buffer(openBody(request));
    return again.text();
  });
  await expect(read).rejects.toThrow('a Node stream');
});

test('openBody also takes other bodies and returns an empty stream if there is none', async () => {
  const own = new Request('http://localhost/', { method: 'POST', body: 'own' });
  expect((await buffer(openBody(own))).toString()).toBe('own');
  expect((await buffer(openBody(new Request('http://localhost/')))).length).toBe(0);
});

test('a body that breaks off before it is read does not end the process, and its reader is told', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
  const stream = openBody(
    new Request('http://localhost/', { method: 'POST', body: broken, duplex: 'half' } as RequestInit),
  );
  await setImmediate();
  await expect(buffer(stream)).rejects.toThrow('aborted');
});
