import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  acceptUpload,
  handleLifeJobs,
  type PublishedUpload,
  withdrawNow,
} from '../../../../tests/support/published-uploads';
import { openSourceApi, type SourceApi } from '../../../../tests/support/source-uploads';
import { purgeCaches } from './purge-caches';

const asked: { tags: string; token: string | undefined; method: string | undefined }[] = [];
let refuses = false;
const cache = createServer((request: IncomingMessage, response) => {
  const { 'surrogate-key': tags = '', authorization: token } = request.headers;
  if (!refuses) asked.push({ tags: String(tags), token, method: request.method });
  response.writeHead(refuses ? 503 : 200).end();
});

let api: SourceApi;
let upload: PublishedUpload;
const due = () => api.pool.query(`update pgboss.job set start_after = now() where name = 'purge-caches'`);

beforeAll(async () => {
  await new Promise<void>((done) => void cache.listen(0, '127.0.0.1', done));
  api = await openSourceApi();
  const address = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/`;
  Object.assign(api.repository.settings, {
    sharedCache: { seconds: 60, purgeAddresses: [address], purgeToken: 'word', lagSeconds: 5 },
  });
  handleLifeJobs(api);
  api.repository.jobs.handle('purge-caches', (data, signal) => purgeCaches(api.repository, data, signal));
  upload = await acceptUpload(api, { nr: 1, title: 'Jumps' });
  await api.settle();
});
beforeEach(() => void asked.splice(0));
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
  cache.close();
});

test('a withdrawal has caches forget the data set and all lists, and twice more when servers know', async () => {
  await withdrawNow(api, upload);
  await api.settle();
  const call = { tags: 'catalogue data-set-1', token: 'Bearer word', method: 'POST' };
  const { length } = asked;
  expect(asked).toEqual(Array.from({ length }, () => call));
  expect(length).toBeGreaterThan(0);
  const { rows } = await api.pool.query<{ seconds: number }>(
    `select distinct extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'purge-caches' and state = 'created' order by seconds`,
  );
  // A catalogue that rests for three, numbers and pages that are kept for two each, two for a page that is being made,
  // and as far as a standby may be behind; then what took longer.
  expect(rows.map(({ seconds }) => seconds)).toEqual([3 + 2 + 2 + 2 + 5, 3 + 2 + 2 + 60 + 5]);
  await due();
  await api.settle();
  expect(asked.length).toBeGreaterThan(length);
});

test('a cache that does not take it is asked again', async () => {
  refuses = true;
  const call = purgeCaches(api.repository, { tags: ['catalogue'] }, new AbortController().signal);
  await expect(call).rejects.toThrow('A shared cache was not told what to forget.');
  refuses = false;
  await purgeCaches(api.repository, { tags: ['catalogue'] }, new AbortController().signal);
  expect(asked.map(({ tags }) => tags)).toEqual(['catalogue']);
});

test('many tags are sent in several calls', async () => {
  const tags = Array.from({ length: 250 }, (_, nr) => `data-set-${nr}`);
  await purgeCaches(api.repository, { tags }, new AbortController().signal);
  expect(asked.map((one) => one.tags.split(' ').length).sort()).toEqual([100, 100, 50]);
});
