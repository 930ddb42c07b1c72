import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fileStores, type TestFileStore } from '../../../tests/support/file-stores';
import { visitorApi } from '../../../tests/support/visitor-api';
import { compress } from '../../http/compress';
import { webListener } from '../../http/web-listener';
import type { ApiEnvironment } from './environment';
import { type CompleteFile, sendKeptFile } from './send-kept-file';

const content = randomBytes(3_000_000);

describe.each(fileStores)('A kept file $name', ({ open }) => {
  let opened: TestFileStore;
  let server: Server;
  let origin: string;
  let kept: CompleteFile;
  /** Streams that were opened for answers. */
  const streams: Readable[] = [];

  beforeAll(async () => {
    opened = await open();
    kept = { objectKey: 'kept/a', ...(await opened.files.put('kept/a', Readable.from([content]))) };
    await opened.files.put('kept/empty', Readable.from([]));
    const files = {
      ...opened.files,
      read: async (...asked: Parameters<typeof opened.files.read>) => {
        const stream = await opened.files.read(...asked);
        streams.push(stream);
        return stream;
      },
    };
    const api = visitorApi();
    const sent = { fileName: 'Größe 1.csv', mediaType: 'text/csv; charset=utf-8', isPublic: true };
    api.get('/public', (c) => sendKeptFile(c, { files }, kept, sent));
    api.get('/private', (c) => sendKeptFile(c, { files }, kept, { ...sent, isPublic: false }));
    const empty = { objectKey: 'kept/empty', bytes: 0, sha256: createHash('sha256').digest('hex') };
    api.get('/empty', (c) => sendKeptFile(c, { files }, empty, sent));
    server = createServer(
      webListener('http://localhost', async (request) => compress(request, await api.fetch(request))),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await opened.close();
  });

  const ask = (headers: Record<string, string> = {}, path = '/public', method = 'GET') =>
    fetch(origin + path, { method, headers });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const tag = () => `"${kept.sha256}"`;

  test('is sent whole, with its size, tag and name', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '3000000',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Gr__e 1.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.csv`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      etag: tag(),
    });
    expect(response.headers.get('Access-Control-Expose-Headers')).toMatch(/Content-Length.*Content-Range.*ETag/);
    expect((await bytesOf(response)).equals(content)).toBe(true);
  });

  test('has the same headers for HEAD, and is not read for it', async () => {
    const before = streams.length;
    const response = await ask({ Range: 'bytes=0-9' }, '/public', 'HEAD');
    expect([response.status, response.headers.get('Content-Length'), response.headers.get('ETag')]).toEqual([
      200,
      '3000000',
      tag(),
    ]);
    expect(streams.length).toBe(before);
  });

  test.each([
    ['bytes=0-3', 0, 3],
    ['bytes=-8', 2_999_992, 2_999_999],
    ['bytes=1000000-1999999', 1_000_000, 1_999_999],
  ])('is sent in part for %s', async (Range, start, end) => {
    const response = await ask({ Range, 'Accept-Encoding': 'gzip' });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/3000000`);
    expect(response.headers.get('Content-Length')).toBe(String(end - start + 1));
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect((await bytesOf(response)).equals(content.subarray(start, end + 1))).toBe(true);
  });

  test('is sent whole if several ranges or another unit are asked for', async () => {
    for (const Range of ['bytes=0-1,3-4', 'rows=0-1']) {
      const response = await ask({ Range });
      expect([response.status, (await bytesOf(response)).length]).toEqual([200, 3_000_000]);
    }
  });

  test('refuses a range after its end with its size', async () => {
    const response = await ask({ Range: 'bytes=3000000-' });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, 'bytes */3000000']);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'range-outside', parameters: { bytes: 3_000_000 } });
  });

  test('continues a download only of the same version', async () => {
    const part = async (condition: string) => (await ask({ Range: 'bytes=5-9', 'If-Range': condition })).status;
    expect(await part(tag())).toBe(206);
    for (const other of ['"other"', `W/${tag()}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) expect(await part(other)).toBe(200);
  });

  test('is not sent again to a client that has it', async () => {
    const response = await ask({ 'If-None-Match': `"other", ${tag()}`, Range: 'bytes=0-3' });
    expect([response.status, (await bytesOf(response)).length, response.headers.get('ETag')]).toEqual([304, 0, tag()]);
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('is not kept by any cache if it is not public', async () => {
    for (const Range of ['none', 'bytes=0-3']) {
      expect((await ask({ Range }, '/private')).headers.get('Cache-Control')).toBe('private, no-store');
    }
  });

  test('may be empty', async () => {
    const response = await ask({}, '/empty');
    expect([response.status, response.headers.get('Content-Length'), await response.text()]).toEqual([200, '0', '']);
    expect((await ask({ Range: 'bytes=0-' }, '/empty')).status).toBe(416);
  });

  test('is read no further when the client leaves', async () => {
    streams.length = 0;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /public HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => streams[0]?.destroyed).toBe(true);
  });
});

test('a file that the store has lost is refused', async () => {
  const opened = await fileStores[0]!.open();
  const api = new Hono<ApiEnvironment>();
  const lost = { objectKey: 'kept/lost', bytes: 5, sha256: 'a' };
  api.get('/', (c) => sendKeptFile(c, opened, lost, { fileName: 'a', mediaType: 'text/csv', isPublic: true }));
  api.onError((error) => new Response(error.message));
  expect(await (await api.request('/')).text()).toBe('rows-missing');
  await opened.close();
});
