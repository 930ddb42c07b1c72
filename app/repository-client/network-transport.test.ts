import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, expect, test } from 'vitest';

import { openBody } from '../../services/http/web-listener';
import { networkTransport } from './network-transport';

const megabyte = 1024 * 1024;
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => void server.close()));

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An upload of this many megabytes, generated while it is read. */
function upload(megabytes: number): Request {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === megabytes) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(megabyte));
    },
  });
  return new Request('http://localhost/api/fileupload/raw?x=1', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', Authorization: 'Bearer t' },
    body,
    duplex: 'half',
  } as RequestInit);
}

test('an upload reaches a real server complete, and memory stays flat', async () => {
  let received = 0;
  const address = await listen((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    request.on('end', () => response.writeHead(201).end(`${request.url} ${request.headers.authorization}`));
  });
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before)), 20);
  const response = await networkTransport(address, openBody)(upload(512));
  clearInterval(watch);
  expect([response.status, await response.text()]).toEqual([201, '/api/fileupload/raw?x=1 Bearer t']);
  expect(received).toBe(512 * megabyte);
  expect(peak).toBeLessThan(200 * megabyte);
});

test('a refusal before the body is returned as it is, and the body is not sent', async () => {
  const address = await listen(() => {});
  servers[0]?.on('checkContinue', (_request, response) => {
    response.writeHead(415, { 'Content-Type': 'application/problem+json' }).end('{"code":"file-type"}');
  });
  const response = await networkTransport(address, openBody)(upload(64));
  expect([response.status, await response.json()]).toEqual([415, { code: 'file-type' }]);
});

test('an unavailable server is an error, not a response', async () => {
  const address = await listen(() => {});
  servers.splice(0).forEach((server) => void server.close());
  await expect(networkTransport(address, openBody)(upload(1))).rejects.toThrow(/ECONNREFUSED|refused/);
});

test('other calls keep path, query, method and body', async () => {
  const address = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.end(`${request.method} ${request.url} ${body}`));
  });
  const call = new Request('http://localhost/api/metadata?a=b', { method: 'POST', body: '{}' });
  expect(await (await networkTransport(address, openBody)(call)).text()).toBe('POST /api/metadata?a=b {}');
});

test('an answer is asked for unpacked, and its headers can be changed', async () => {
  const address = await listen(({ headers }, response) => {
    const packed = headers['accept-encoding'] !== 'identity';
    response.writeHead(200, { 'Content-Type': 'text/plain', ...(packed && { 'Content-Encoding': 'gzip' }) });
    response.end(packed ? gzipSync('text') : 'text');
  });
  const asked = new Request('http://localhost/api/search', { headers: { 'Accept-Encoding': 'gzip' } });
  const response = await networkTransport(address, openBody)(asked);
  response.headers.append('Vary', 'Accept-Encoding');
  expect([response.headers.get('Content-Encoding'), response.headers.get('Connection')]).toEqual([null, null]);
  expect(await response.text()).toBe('text');
});
