import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { Outage } from '@domain/outage';

import { readZip } from '../../../tests/support/read-zip';
import { refusalOf } from '../../../tests/support/published-uploads';
import { actors, person } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';
import { maxOpen } from '../persons/send-in-turns';

const api = useUploadApi();
const { contributor } = actors;
const load = (actor = contributor, signal?: AbortSignal) => api.call(actor, '/api/account/data', { signal });
const read = async (response: Response) => readZip(Buffer.from(await response.arrayBuffer()));
/** More accounts than exports of which a piece is made at the same time. */
const crowd = ['a', 'b', 'c', 'd', 'e', 'f'].map((subject) => person(subject, `Person ${subject}`, []));
/** A record that is longer than what is read ahead of a client, and hard to compress. */
const long = { text: Array.from({ length: 200_000 }, () => Math.random().toString(36)).join('') };

type Elsewhere = NonNullable<typeof api.repository.recordsElsewhere>;
const keepElsewhere = (records: Elsewhere) => void Object.assign(api.repository, { recordsElsewhere: records });

afterEach(() => {
  vi.useRealTimers();
  Object.assign(api.repository, { recordsElsewhere: null });
});

const timers = ['setTimeout', 'clearTimeout'] as const;

/** What requests are answered while time flies. */
async function waitedFor(...responses: Promise<Response>[]): Promise<Response[]> {
  const answers: Response[] = [];
  for (const response of responses) void response.then((answer) => answers.push(answer));
  await expect
    .poll(async () => (await vi.advanceTimersByTimeAsync(1000), answers.length), { timeout: 10_000 })
    .toBe(responses.length);
  return answers;
}

test('clients that take no more hold nobody up', async () => {
  keepElsewhere(async () => ({ drafts: [long] }));
  const readers = [];
  for (const actor of crowd) {
    const reader = (await load(actor)).body!.getReader();
    await reader.read();
    readers.push(reader);
  }
  expect((await read(await load())).has('data/drafts.json')).toBe(true);
  for (const reader of readers) await reader.cancel();
});

test('an answer that nobody reads gives the place back', async () => {
  vi.useFakeTimers({ toFake: [...timers] });
  for (const actor of crowd) expect((await load(actor)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  for (const actor of crowd) expect((await read(await load(actor))).has('index.html')).toBe(true);
});

test('whoever leaves while the first piece is made gives the place back', async () => {
  const asked: string[] = [];
  keepElsewhere((_, subject) => new Promise(() => void asked.push(subject)));
  const ended = crowd.map(async (actor) => {
    const leaving = new AbortController();
    const response = load(actor, leaving.signal);
    await expect.poll(() => asked.includes(actor.subject)).toBe(true);
    leaving.abort();
    return (await response).status;
  });
  expect(await Promise.all(ended)).toEqual(crowd.map(() => 503));
  keepElsewhere(async () => ({}));
  for (const actor of crowd) expect((await read(await load(actor))).has('index.html')).toBe(true);
});

test('what fails before its first byte is answered, what fails later breaks off, and both can be asked for again', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  for (const actor of crowd) {
    keepElsewhere(() => Promise.reject(new Outage('away')));
    const refused = await load(actor);
    expect([refused.headers.get('Retry-After'), await refusalOf(refused)]).toEqual(['15', '503 unavailable']);
    keepElsewhere(async () => ({ drafts: [long, { toJSON: broken }] }));
    await expect(read(await load(actor))).rejects.toThrow('broken');
    keepElsewhere(async () => ({}));
    expect((await read(await load(actor))).has('index.html')).toBe(true);
  }
  expect(api.serverErrors.splice(0)).toHaveLength(crowd.length);
});

test('if too many are open, the one whose client is the slowest breaks off', async () => {
  keepElsewhere(async () => ({ drafts: [long] }));
  const many = Array.from({ length: maxOpen }, (_, i) => person(`many${i}`, `Person ${i}`, []));
  const readers = [];
  for (const actor of many) readers.push((await load(actor)).body!.getReader());
  const [slow, quick] = readers;
  await pause(50);
  for (let i = 0; i < 10; i += 1) await quick!.read();
  expect((await read(await load())).has('index.html')).toBe(true);
  await expect(slow!.read()).rejects.toThrow('slowest');
  for (let i = 0; i < 10; i += 1) expect((await quick!.read()).done).toBe(false);
  for (const reader of readers) await reader.cancel().catch(() => undefined);
});

test('whoever downloads it already is told so soon, and when to try again', async () => {
  keepElsewhere(async () => ({ drafts: [long] }));
  vi.useFakeTimers({ toFake: [...timers] });
  const first = (await load()).body!.getReader();
  await first.read();
  for (const refused of await waitedFor(load(), load())) {
    expect([refused.headers.get('Retry-After'), await refusalOf(refused)]).toEqual(['15', '429 export-running']);
  }
  await first.cancel();
  const index = (await read(await load())).get('index.html')?.toString();
  expect(index).toMatch(/<body>\s*<main>[^]*<\/main>\s*<\/body>/);
});

test('whoever asks again while the first download ends gets it', async () => {
  const first = await load();
  const second = load();
  await read(first);
  expect((await read(await second)).has('index.html')).toBe(true);
});

test('whoever waits for others is told so soon, and when to try again', async () => {
  const asked: string[] = [];
  keepElsewhere((_, subject) => new Promise(() => void asked.push(subject)));
  const leaving = new AbortController();
  const stuck = crowd.slice(0, 4).map((actor) => load(actor, leaving.signal));
  await expect.poll(() => asked.length).toBe(4);
  vi.useFakeTimers({ toFake: [...timers] });
  const [waiting] = await waitedFor(load());
  expect([waiting!.headers.get('Retry-After'), await refusalOf(waiting!)]).toEqual(['15', '503 unavailable']);
  leaving.abort();
  await Promise.all(stuck);
  expect(api.serverErrors.splice(0)).toHaveLength(1);
});

test('what has arrived of an unfinished upload is in it', async () => {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1000',
    'Upload-Metadata': `filename ${btoa('grip.csv')}`,
  };
  const begun = await api.call(contributor, '/api/fileupload/resumable/raw', { method: 'POST', headers });
  const patched = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const address = begun.headers.get('Location') ?? '';
  await api.call(contributor, address, { method: 'PATCH', headers: patched, body: 'person,sex' });
  const files = await read(await load());
  const [name = ''] = [...files.keys()].filter((path) => path.startsWith('files/unfinished/'));
  expect([name, files.get(name)?.toString()]).toEqual([expect.stringMatching(/-grip\.csv$/), 'person,sex']);
});
