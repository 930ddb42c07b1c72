import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { forBrowserName } from '@domain/for-browser';

import { startS3Server, type S3Server } from '../../../tests/support/s3-server';
import { visitorApi } from '../../../tests/support/visitor-api';
import type { FileStore } from '../context/file-store';
import { openFileStore } from '../files/open-file-store';
import { type CompleteFile, sendKeptFile, type SentFile } from './send-kept-file';

const content = randomBytes(100_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'lent-'));
const sent: SentFile = { fileName: 'Größe 1.csv', mediaType: 'text/csv; charset=utf-8', isPublic: true };
let s3: S3Server;
let files: FileStore;
let kept: CompleteFile;
beforeAll(async () => {
  s3 = await startS3Server();
  files = await openFileStore({
    dataDir: folder,
    objectStore: s3.settings,
    objectCacheBytes: 0,
    largestBytes: 1e9,
    downloadRedirects: { endpoint: s3.settings.endpoint },
  });
  kept = { objectKey: 'kept/a', ...(await files.put('kept/a', Readable.from([content]))) };
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true });
});

function ask(file: SentFile, { method = 'GET', object = kept, headers = {} } = {}) {
  const api = visitorApi();
  api.onError((error, c) => c.text((error as Error).message, 400));
  api.get('/', (c) => sendKeptFile(c, { files }, object, file));
  return api.request('/', { method, headers });
}

test('a client gets a file from the store itself, with its name and type, whole or a range of it', async () => {
  const answer = await ask(sent);
  expect(answer.status).toBe(302);
  expect(Object.fromEntries(answer.headers)).not.toHaveProperty('etag');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  const address = answer.headers.get('Location') ?? '';
  expect(new URL(address).origin).toBe(s3.settings.endpoint);
  expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('60');
  // A strict store would compare the checksum of a request without a body.
  expect(address).not.toContain('checksum');

  const whole = await fetch(address);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(whole.headers.get('Content-Disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.csv");
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const range = await fetch(address, { headers: { Range: 'bytes=10-19' } });
  expect(range.status).toBe(206);
  expect(Buffer.from(await range.arrayBuffer())).toEqual(content.subarray(10, 20));
});

test('a request with a token gets the file here, because programs would send the token on, unless a browser follows', async () => {
  const headers = { Authorization: 'Bearer motothek_secret' };
  const answer = await ask(sent, { headers });
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([200, true]);
  const range = await ask(sent, { headers: { ...headers, Range: 'bytes=10-19' } });
  expect(range.status).toBe(206);
  expect((await ask(sent, { headers: { ...headers, [forBrowserName]: '1' } })).status).toBe(302);
});

test('an address ends after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
  const late = (await ask(sent)).headers.get('Location') ?? '';
  vi.useRealTimers();
  expect((await fetch(late)).status).toBe(403);
});

test('HEAD, documents and empty files are answered here, and a lost object is refused', async () => {
  expect((await ask(sent, { method: 'HEAD' })).status).toBe(200);
  const document = await ask({ ...sent, isDocument: true });
  expect([document.status, (await document.arrayBuffer()).byteLength]).toEqual([200, content.length]);
  const empty = { objectKey: 'kept/empty', ...(await files.put('kept/empty', Readable.from([]))) };
  expect((await ask(sent, { object: empty })).status).toBe(200);
  const lost = await ask(sent, { object: { ...kept, objectKey: 'kept/lost' } });
  expect([lost.status, await lost.text()]).toEqual([400, 'rows-missing']);
});
