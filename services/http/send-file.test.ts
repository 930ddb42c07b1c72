import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type FileRange, sendFile } from './send-file';

const content = randomBytes(3_000_001);
let folder = '';
let file = '';
let server: Server;
let sent: FileRange;
let sending: Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'motothek-test-'));
  file = path.join(folder, 'content');
  await writeFile(file, content);
  server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': sent.end - sent.start + 1 });
    sending = sendFile(response, sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function fetchPart(start: number, end: number): Promise<IncomingMessage> {
  sent = { path: file, start, end };
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage];
  return response;
}

const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file;
    } catch {
      return false;
    }
  }).length;

test.each([
  ['a whole file', 0, content.length - 1],
  ['a part', 262_143, 1_000_000],
  ['one byte', 3_000_000, 3_000_000],
])('%s arrives as it is', async (_, start, end) => {
  const received = await buffer(await fetchPart(start, end));
  expect(received.equals(content.subarray(start, end + 1))).toBe(true);
});

test('a client that reads late gets the bytes as they are', async () => {
  const response = await fetchPart(0, content.length - 1);
  await new Promise((resolve) => response.once('readable', resolve));
  expect((await buffer(response)).equals(content)).toBe(true);
});

test.runIf(process.platform === 'linux')('when the client leaves, the file is closed', async () => {
  const response = await fetchPart(0, content.length - 1);
  await expect.poll(openFiles).toBe(1);
  response.destroy();
  await sending;
  expect(openFiles()).toBe(0);
});

test('the connection is cut if the file is shorter than the part', async () => {
  await expect(buffer(await fetchPart(0, content.length))).rejects.toThrow('aborted');
});
