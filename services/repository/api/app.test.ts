import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import type { RepositoryContext } from '../context/context';
import { createApi } from './app';

test('a HEAD request closes the body it would have had', async () => {
  const api = createApi({
    repository: { tables: {} } as RepositoryContext,
    verifyToken: () => Promise.reject(new Error('nobody asks')),
    openBody: () => Readable.from([]),
    reportError: () => undefined,
  });
  let closed = false;
  const body = new ReadableStream<Uint8Array>({ cancel: () => void (closed = true) });
  api.get('/api/endless', (c) => c.body(body, 200, { 'Content-Type': 'application/zip' }));
  const response = await api.request('/api/endless', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/zip');
  expect(closed).toBe(true);
});
