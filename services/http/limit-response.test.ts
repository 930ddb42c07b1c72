import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { sendOwnFile, streamText } from '../repository/api/answers';
import { sendWhileMade } from '../repository/api/send-while-made';
import type { ApiContext } from '../repository/api/environment';
import { compress } from './compress';
import { limitResponse } from './limit-response';
import { webListener } from './web-listener';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener, timeoutMs = 60_000): Promise<number> {
  server = createServer((request, response) => {
    limitResponse(response);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  server.timeout = timeoutMs;
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(port: number, version = '1.1'): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/${version}\r\nHost: x\r\n\r\n`);
  return socket;
}

/** Endless rows; tells when somebody has ended them. */
function endlessRows() {
  const rows = { pieces: endless(), ended: false, count: 0 };
  async function* endless() {
    try {
      for (;;) {
        rows.count += 1;
        yield 'x'.repeat(100_000);
      }
    } finally {
      rows.ended = true;
    }
  }
  return rows;
}

test('a client that does not read is cut off, and what is made for it ends', async () => {
  const rows = endlessRows();
  const port = await serve(
    webListener('http://x', () => new Response(streamText(rows.pieces))),
    300,
  );
  const socket = ask(port).on('error', () => undefined);
  await once(socket, 'readable');
  await expect.poll(() => rows.ended).toBe(true);
});

test('a slow client that goes on reading is not cut off', async () => {
  const rows = endlessRows();
  const port = await serve(
    webListener('http://x', () => new Response(streamText(rows.pieces))),
    1000,
  );
  const socket = ask(port);
  let read = 0;
  for await (const chunk of socket) {
    read += (chunk as Buffer).length;
    await pause(50);
    if (read > 4_000_000) break;
  }
  expect(rows.ended).toBe(false);
});

test('responses to requests that were sent ahead by a client that has left are closed', async () => {
  const [begun, closed]: [string[], string[]] = [[], []];
  const port = await serve((request, response) => {
    begun.push(request.url!);
    response.once('close', () => closed.push(request.url!));
  });
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const urls = ['/1', '/2', '/3'];
  socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  await expect.poll(() => begun).toEqual(urls);
  socket.resetAndDestroy();
  await expect.poll(() => closed.toSorted()).toEqual(urls);
});

test('a connection that is used again keeps nothing of the requests before', async () => {
  const counts: number[] = [];
  const port = await serve((request, response) => {
    counts.push(request.socket.listenerCount('close'));
    response.end();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; count < 3; count += 1) {
    await new Promise((resolve) => get({ port, agent }, (response) => response.resume().on('end', resolve)));
  }
  agent.destroy();
  expect(new Set(counts).size).toBe(1);
});

test('a response that takes long to begin is not cut off', async () => {
  const port = await serve((_request, response) => void setTimeout(() => response.end('late'), 500), 100);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('late');
});

const broken = new Error('The engine has ended.');

/** Rows that fail when the last of them has been read. */
async function* halves(): AsyncGenerator<string> {
  for (let row = 0; row < 3; row += 1) yield `row ${row};`;
  await lastIsRead;
  throw broken;
}
let lastIsRead = Promise.resolve();
const bytes = () => Readable.from(halves(), { objectMode: false });
/** As much of a Hono context as the functions need that answer with files. */
const context = {
  body: (body: ReadableStream | null, status: number, headers: Record<string, string>) =>
    new Response(body, { status, headers }),
} as unknown as ApiContext;
const json = { headers: { 'Content-Type': 'application/json' } };

test.each<[string, () => Response]>([
  ['digest', () => new Response(streamText(halves()), json)],
  ['list of problems', () => sendOwnFile(context, { fileName: 'a.csv', type: 'text/csv', open: bytes })],
  ['package', () => sendWhileMade(context, bytes(), { fileName: 'a.zip', mediaType: 'application/zip' })],
  ['file', () => sendWhileMade(context, bytes(), { fileName: 'a.csv', mediaType: 'text/csv' })],
])('a %s that fails in the middle is seen to be cut off, also by HTTP/1.0', async (_, answer) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const report = vi.fn();
  const port = await serve(webListener('http://x', (request) => compress(request, answer()), { report }));
  lastIsRead = Promise.resolve();
  await expect(fetch(`http://127.0.0.1:${port}`).then((response) => response.text())).rejects.toThrow('terminated');
  for (const version of ['1.0', '1.1']) {
    let tellRead = () => {};
    lastIsRead = new Promise((resolve) => (tellRead = resolve));
    const socket = ask(port, version);
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (text.includes('row 2;')) tellRead();
    });
    const [error] = (await Promise.race([once(socket, 'error'), once(socket, 'end')])) as [Error?];
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  }
  expect(report.mock.calls).toEqual([[broken], [broken], [broken]]);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});
