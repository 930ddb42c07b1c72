import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createResumableUpload } from '../../services/repository/usecases/uploads/resumable-upload';
import { addUploadAt } from '../support/ready-uploads';
import { actors, bearer } from '../support/test-api';
import { openUploadApi, smallTable, type UploadApi } from '../support/upload-calls';
import { workSeconds } from '../support/work-seconds';

/** A body that none of our clients sends. */
interface Garbage {
  what: string;
  type?: string;
  encoding?: string;
  body?: string | Uint8Array;
}

const megabyte = 1024 * 1024;
const json = 'application/json';
const metadata = '{"id":["1r"],"metadata":[{"id":2,"name":"","values":["Größe"]}]}';
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

/** Bodies that are not JSON or must not be parsed. */
const unreadable: Garbage[] = [
  { what: 'words', type: json, body: 'hello' },
  { what: 'half a body', type: json, body: metadata.slice(0, 40) },
  { what: 'latin1 declared as utf-8', type: `${json}; charset=utf-8`, body: Buffer.from(metadata, 'latin1') },
  { what: 'utf-16', type: `${json}; charset=utf-16`, body: Buffer.from(metadata, 'utf16le') },
  { what: 'gzip', type: json, encoding: 'gzip', body: gzipSync(metadata) },
  { what: 'a form', type: 'application/x-www-form-urlencoded', body: 'intent=save&f2-0=x' },
  { what: 'multipart with another boundary', type: 'multipart/form-data; boundary=a', body: '--b\r\n\r\nx\r\n--b--' },
  { what: 'multipart without boundary', type: 'multipart/form-data', body: '--b\r\n\r\nx\r\n--b--' },
  { what: 'deep lists', type: json, body: deep('[', ']') },
  { what: 'deep objects', type: json, body: deep('{"a":', '}').replace(':}', ':1}') },
  { what: 'four million values', type: json, body: `[${'1,'.repeat(2 * megabyte - 10)}1]` },
  { what: 'a million objects', type: json, body: `[${'{},'.repeat(megabyte)}{}]` },
  { what: 'a text of 10 MB', type: json, body: `{"id":["1r"],"metadata":"${'x'.repeat(10 * megabyte)}"}` },
  {
    what: '100,000 fields',
    type: json,
    body: `{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":[1]`).join()}}`,
  },
];

/** JSON that some calls accept; all others must refuse it. */
const strange: Garbage[] = [
  ...['null', 'true', '0', '""', '[]', '{}', '[null]', '[[]]', '[1e999]', '[-1]', '[1.5]', '[99999999999999999999]'],
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":{"polluted":true},"id":"NaN","name":"__proto__","entries":[]}]',
  '{"id":["NaNr"],"metadata":[]}',
  '{"id":["1r"],"metadata":[{"id":1e400,"name":"\\ud800","values":["\\udfff\\u0000"],"parents":[-1]}]}',
  '{"nr":1,"email":"\\ud800","rating":1e99,"note":"\\u0000","version":1e99}',
  '{"comments":[{"id":"__proto__","comment":"\\ud83d"}],"confirmed":true}',
].map((body) => ({ what: String(body), type: json, body: String(body) }));

/** Calls that ignore the body. */
const bodiless = [
  'POST /api/mapping/check/:id',
  'POST /api/fileupload/:id/revision',
  'POST /api/fileupload/:id/try-again',
  'DELETE /api/submit/:id',
  'DELETE /api/fileupload/:id',
  'DELETE /api/fileupload/resumable/:part',
];

let api: UploadApi;
let parameters: Record<string, string>;
let calls: { method: string; path: string; address: string }[];
beforeAll(async () => {
  api = await openUploadApi();
  const id = await api.take(smallTable('adults.csv'));
  const submitted = await addUploadAt(api, 'submitted');
  const part = await createResumableUpload(actors.contributor, api.repository, {
    kind: 'raw',
    name: 'adults.csv',
    bytes: 100,
    lastModified: null,
  });
  parameters = { kind: 'raw', id, part, table: 'adults', session: '11111111-2222-4333-8444-555555555555' };
  calls = api.api.routes
    .filter(({ method, path }) => /POST|PUT|PATCH|DELETE/.test(method) && path !== '/*')
    .map(({ method, path }) => ({
      method,
      path,
      address: path.replace(/:(\w+)(\{[^/]*\})?/g, (_, name: string) =>
        path.startsWith('/api/editorial') ? submitted.id : (parameters[name] ?? '1'),
      ),
    }))
    // Calls that delete run last.
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
});
afterAll(() => api?.close());

/** The call that took the most work. */
let slowest = { call: '', seconds: 0 };

async function send({ method, path, address }: (typeof calls)[number], { what, type, encoding, body }: Garbage) {
  const actor = path.startsWith('/api/editorial') ? actors.expert1 : actors.contributor;
  const headers = {
    ...(await bearer(actor)),
    ...(type ? { 'Content-Type': type } : {}),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  let response = new Response();
  let text = '';
  const seconds = await workSeconds(async () => {
    response = await api.api.request(address, { method, headers, body: body as BodyInit });
    text = await response.text();
  });
  const call = `${method} ${path} with ${what.slice(0, 60)}`;
  if (seconds > slowest.seconds) slowest = { call, seconds };
  return { call, status: response.status, type: response.headers.get('Content-Type'), text };
}

/** Error message if a response to garbage is not a refusal with a message; null otherwise. */
function errorOf({ call, status, type, text }: Awaited<ReturnType<typeof send>>): string | null {
  // OAI-PMH answers wrong arguments with 200 and an error in its own XML.
  if (call.startsWith('POST /oai') && text.includes('<error code="bad')) return null;
  if (status < 400 || status >= 500) return `${call}: ${status}`;
  // The protocol of resumable uploads prescribes its own texts.
  if (call.startsWith('PATCH /api/fileupload/resumable') && text !== '') return null;
  const told = type?.startsWith('application/problem+json') ? (JSON.parse(text) as { title: string }) : null;
  return told?.title ? null : `${call}: ${status} without a message`;
}

test('every call that takes a body refuses an unreadable one with a message', async () => {
  const wrong: (string | null)[] = [];
  for (const call of calls) {
    if (bodiless.includes(`${call.method} ${call.path}`)) continue;
    for (const garbage of unreadable) wrong.push(errorOf(await send(call, garbage)));
  }
  expect(wrong.filter((error) => error !== null)).toEqual([]);
});

test('no body makes a call fail', async () => {
  const failed: string[] = [];
  for (const call of calls) {
    for (const garbage of [...strange, { what: 'nothing' }, ...unreadable.slice(0, 3)]) {
      const { call: name, status, text } = await send(call, garbage);
      if (status >= 500) failed.push(`${name}: ${status} ${text}`);
    }
  }
  expect(failed).toEqual([]);
  expect(api.serverErrors).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

/** Parses each unreadable body as JSON, as far as it goes. */
function readAll(): void {
  for (const { body } of unreadable) {
    try {
      JSON.parse(String(body));
    } catch {
      // Not JSON; parsed up to the error.
    }
  }
}

test('no garbage takes several times the work of parsing all of it', async () => {
  expect(slowest.call).not.toBe('');
  // It was a quarter when this was written.
  expect(slowest.seconds / (await workSeconds(readAll)), slowest.call).toBeLessThan(4);
});

test('a hundred large bodies do not increase the memory', async () => {
  const call = calls.find(({ path }) => path === '/api/metadata');
  const large = unreadable.filter(({ what }) => /10 MB|million/.test(what));
  if (!call) throw new Error('no call');
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 100; count += 1) {
    const { status } = await send(call, large[count % large.length]!);
    expect([400, 413]).toContain(status);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * megabyte);
});
