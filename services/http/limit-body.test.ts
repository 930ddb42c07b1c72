import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setInterval as ticks } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

import { limitBody } from './limit-body';

const megabyte = 1024 * 1024;
/** Limits that a test shortens if it waits for them. The others are never reached, however slow the machine is. */
const patience = { drainBytes: 2 * megabyte, drainMs: 60_000, lingerMs: 60_000, slowBytes: 1000, slowMs: 60_000 };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a connection and begins a POST of this many bytes. */
async function begin(length: number, answer: RequestListener, shorter = {}): Promise<Socket> {
  server = createServer((incoming, outgoing) => {
    limitBody(incoming, outgoing, { ...patience, ...shorter });
    answer(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  return socket;
}

/** Number of bytes sent until the connection is closed, chunk by chunk. */
async function sendUntilClosed(socket: Socket, chunk: Buffer, everyMs: number): Promise<number> {
  let sent = 0;
  socket.resume();
  for await (const { destroyed, writable } of ticks(everyMs, socket)) {
    if (destroyed || !writable) break;
    if (socket.writableLength === 0) {
      socket.write(chunk);
      sent += chunk.length;
    }
  }
  return sent;
}

test('a body that trickles is aborted, and its reader gets an error', async () => {
  let error: Error | null = null;
  const socket = await begin(
    megabyte,
    (incoming) => {
      incoming.on('error', (cause) => (error = cause)).resume();
    },
    { slowMs: 200 },
  );
  expect(await sendUntilClosed(socket, Buffer.from('x'), 20)).toBeLessThan(1000);
  await expect.poll(() => error).toMatchObject({ message: 'The body arrived too slowly.' });
});

test('a body that waits for us is not aborted', async () => {
  const socket = await begin(
    4 * megabyte,
    (incoming, outgoing) => {
      incoming.once('data', () => {
        incoming.pause();
        setTimeout(() => incoming.resume(), 600);
      });
      incoming.on('end', () => outgoing.end('whole'));
    },
    { slowMs: 200 },
  );
  socket.write(Buffer.alloc(4 * megabyte));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('whole');
});

test('a body that is almost complete is read to its end after the response, and the connection stays open', async () => {
  const socket = await begin(megabyte, (_incoming, outgoing) => outgoing.writeHead(413).end());
  await once(socket, 'data');
  socket.write(Buffer.alloc(megabyte));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [second] = (await once(socket, 'data')) as [Buffer];
  expect(second.toString()).toContain('HTTP/1.1 413');
});

test.each([
  ['a connection with an endless body is closed', Buffer.alloc(256 * 1024), 5],
  ['a connection with a stalled body is closed', Buffer.from('x'), 50],
])('after the response %s', async (_, chunk, everyMs) => {
  const socket = await begin(10_000 * megabyte, (_incoming, outgoing) => outgoing.writeHead(413).end(), {
    lingerMs: 200,
  });
  expect(await sendUntilClosed(socket, chunk, everyMs)).toBeLessThan(30 * megabyte);
});
