import { expect, test } from 'vitest';

import { createMetrics } from './metrics';

const secret = 'a secret of the tests';
const figures = [
  { name: 'motothek_objects', help: 'Stored objects.', values: [{ value: 12 }] },
  {
    name: 'motothek_jobs_due',
    help: 'Jobs whose time has come.',
    values: [
      { labels: { job: 'ingest-file' }, value: 3 },
      { labels: { job: 'send-mail' }, value: 0 },
    ],
  },
];
const read = () => Promise.resolve(figures);
const ask = ({ routes }: ReturnType<typeof createMetrics>, token?: string) =>
  routes.request('/metrics', { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

test('figures are for those who know the secret', async () => {
  const metrics = createMetrics(secret, read);
  const response = await ask(metrics, secret);
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '# HELP motothek_objects Stored objects.',
      '# TYPE motothek_objects gauge',
      'motothek_objects 12',
      'motothek_jobs_due{job="ingest-file"} 3',
      'motothek_jobs_due{job="send-mail"} 0',
    ]),
  );
  expect(lines.some((line) => /^process_resident_memory_bytes [1-9]/.test(line))).toBe(true);
  expect((await ask(metrics)).status).toBe(401);
  expect((await ask(metrics, `${secret}x`)).status).toBe(401);
});

test('requests are counted by method, pattern of the address and status', async () => {
  const metrics = createMetrics(secret, read);
  const answered = { method: 'GET', route: '/data-set/:nr', status: 200 };
  metrics.observe({ ...answered, durationMs: 30 });
  metrics.observe({ ...answered, durationMs: 700 });
  metrics.observe({ method: 'POST', route: '/file-upload', status: undefined, durationMs: 10 });
  // Once more, as every scrape does.
  await ask(metrics, secret);
  const text = await (await ask(metrics, secret)).text();
  const page = 'method="GET",route="/data-set/:nr",status="200"';
  expect(text).toContain(`motothek_request_seconds_bucket{le="0.05",${page}} 1\n`);
  expect(text).toContain(`motothek_request_seconds_bucket{le="1",${page}} 2\n`);
  expect(text).toContain(`motothek_request_seconds_sum{${page}} 0.73\n`);
  expect(text).toContain('motothek_request_seconds_count{method="POST",route="/file-upload",status="none"} 1\n');
});

test('without a secret there is no such page, and without a database no figures', async () => {
  expect((await ask(createMetrics(undefined, read), '')).status).toBe(404);
  const away = createMetrics(secret, () => Promise.reject(new Error('away')));
  expect((await ask(away, secret)).status).toBe(503);
});
