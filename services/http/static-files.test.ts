import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { staticFiles } from './static-files';
import { webListener } from './web-listener';

const origin = 'https://motothek.example';
const folder = mkdtempSync(path.join(tmpdir(), 'static-files-'));
writeFileSync(path.join(folder, 'logo.svg'), '0123456789');
writeFileSync(path.join(folder, 'empty.txt'), '');

const app = new Hono().use(staticFiles(folder));
const server = createServer(webListener(origin, (request) => app.fetch(request)));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function ask(file: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${file}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test.each([
  ...['bytes=9-1', 'bytes=99999999-', 'bytes=10-', 'bytes=5-2,1-2', 'bytes=0-1,3-4', `bytes=${'9'.repeat(400)}-`],
  ...['bytes=0-0', 'bytes=2-3', 'bytes=-3', 'bytes=-0', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-3', 'x'],
])('a file is sent complete to a request for the part %s', async (Range) => {
  for (const [file, whole] of [
    ['/logo.svg', '0123456789'],
    ['/empty.txt', ''],
  ] as const) {
    const { status, headers, text } = await ask(file, { Range });
    expect([status, headers.get('Content-Range'), text]).toEqual([200, null, whole]);
  }
});

test('a browser that has the file gets 304, whatever range it asks for', async () => {
  const tag = (await ask('/logo.svg')).headers.get('ETag') ?? '';
  expect((await ask('/logo.svg', { 'If-None-Match': tag, Range: 'bytes=9-1' })).status).toBe(304);
});
