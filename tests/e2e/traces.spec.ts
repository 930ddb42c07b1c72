import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import { expect, test } from '@playwright/test';

import { signInContributor, waitUntilRead } from '../bench/contributor';
import { sendFile } from '../bench/send-file';
import { startServer } from './support/server-process';

test.beforeEach(({ browserName }, { project }) => {
  test.skip(project.name === 'js', `what the server does without ${browserName} needs one round`);
});

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** Takes traces as a collector of OpenTelemetry does. */
async function openCollector() {
  const spans: Span[] = [];
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { scopeSpans } of (body as Sent).resourceSpans) spans.push(...scopeSpans.flatMap((one) => one.spans));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  return { spans, address: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, collector };
}

test('pages and jobs are traced through the API, the database and the engine, without values', async () => {
  const { spans, address, collector } = await openCollector();
  const folder = mkdtempSync(path.join(tmpdir(), 'motothek-traces-'));
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
  try {
    const client = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${client}-00f067aa0ba902b7-01` };
    expect((await fetch(`${server.origin}/data-set/1?visit=1`, { headers })).status).toBe(200);
    const browser = await signInContributor(server.origin);
    const file = path.join(folder, 'walk-of-secret-name.csv');
    writeFileSync(
      file,
      `id,handgrip\n${Array.from({ length: 3000 }, (_, row) => `secret${row},${20 + (row % 9)}\n`).join('')}`,
    );
    const url = new URL('/file-upload/receive/raw', server.origin);
    const own = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
    const { answer } = await sendFile(url, file, own);
    const { status, location } = await answer;
    expect(status).toBe(303);
    await waitUntilRead(browser, new URL(location, server.origin).pathname);
    await server.terminate();

    const page = spans.filter(({ traceId }) => traceId === client);
    const root = page.find(({ name }) => name === 'GET /data-set/:nr');
    expect(root?.parentSpanId).toBe('00f067aa0ba902b7');
    const calls = page.filter(({ name }) => name === 'api');
    expect(calls.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);
    const parents = new Set(calls.map(({ spanId }) => spanId));
    const within = (start: string) =>
      page.filter(({ name, parentSpanId }) => name.startsWith(start) && parents.has(parentSpanId ?? ''));
    expect(within('sql select').length).toBeGreaterThan(5);
    expect(within('engine').length).toBeGreaterThan(0);

    const job = spans.find(({ name }) => name === 'job ingest-file');
    const ofJob = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
    expect(ofJob.some(({ name }) => name.startsWith('engine'))).toBe(true);
    expect(JSON.stringify(spans)).not.toMatch(/contributor@|walk-of-secret|secret1\d/);
  } finally {
    await server.stop();
    collector.close();
    rmSync(folder, { recursive: true });
  }
});
