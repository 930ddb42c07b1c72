import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { ReceivedFileSchema } from '@domain/api/uploads';

import { actors } from '../../../tests/support/test-api';
import { smallTable, uploadForm, uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { files } from '../store/schema';

const megabyte = 1024 * 1024;

const api = useUploadApi();

test('files of one request are accepted or refused one by one, in order', async () => {
  const good = smallTable('a.csv');
  const response = await api.post(
    actors.contributor,
    [
      { name: 'notes.txt', content: 'x'.repeat(200_000) },
      good,
      { name: 'tiny.csv', content: 'a' },
      smallTable('b.csv'),
    ],
    'agg',
  );
  expect(response.status).toBe(201);
  const entries = ReceivedFileSchema.array().parse(await response.json());
  expect(entries.map(({ fileName, error }) => [fileName, error?.code ?? null])).toEqual([
    ['notes.txt', 'file-type'],
    ['a.csv', null],
    ['tiny.csv', 'file-too-small'],
    ['b.csv', null],
  ]);
  expect(entries[1]?.id).toMatch(/^\d+a$/);
  expect(entries[2]?.error?.message).toBe(
    'tiny.csv is too small: it has 1 byte and needs at least 10 bytes. Save it as an Excel file (xlsx), which is usually large enough, or put several classes or groups into one file.',
  );
});

test.each([
  ['a wrong extension', { name: 'a.pdf', content: 'x'.repeat(100) }, 415, 'file-type'],
  ['a file below the minimum', { name: 'a.csv', content: 'a,b\n1,2' }, 400, 'file-too-small'],
  ['a file above the maximum', { name: 'a.csv', content: 'x'.repeat(1_000_001) }, 413, 'file-too-large'],
])('%s is refused by name and leaves nothing', async (_, posted, status, code) => {
  const [before, rows] = [await api.originals(), (await api.list()).length];
  const response = await api.post(actors.contributor, [posted]);
  expect(response.status).toBe(status);
  const problem = (await response.json()) as { code: string; title: string; files: unknown };
  expect(problem.code).toBe(code);
  expect(problem.title).toContain(posted.name);
  expect(ReceivedFileSchema.array().parse(problem.files)).toHaveLength(1);
  expect(await api.originals()).toBe(before);
  expect(await api.unfinished()).toEqual([]);
  expect(await api.list()).toHaveLength(rows);
});

test('no file, no multipart and too many files are refused with a message', async () => {
  const code = async (init: RequestInit) => {
    const response = await api.call(actors.contributor, '/api/fileupload/raw', { method: 'POST', ...init });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const before = await api.originals();
  expect(await code({ body: uploadForm([]) })).toEqual([400, 'file-missing']);
  const empty =
    '--b\r\nContent-Disposition: form-data; name="upload"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };
  expect(await code({ body: empty, headers: multipart })).toEqual([400, 'file-missing']);
  expect(await code({ body: '{}', headers: { 'Content-Type': 'application/json' } })).toEqual([400, 'bad-request']);
  expect(await code({ body: 'x', headers: { 'Content-Type': 'multipart/form-data' } })).toEqual([400, 'bad-request']);
  expect(await code({ body: 'x', headers: multipart })).toEqual([400, 'bad-request']);
  expect(await code({})).toEqual([400, 'bad-request']);
  expect(await code({ body: uploadForm(Array.from({ length: 21 }, () => smallTable())) })).toEqual([
    400,
    'too-many-files',
  ]);
  expect(await api.originals()).toBe(before);
});

test("an identical file is refused; the user's own one is named and linked, another user’s is not", async () => {
  const posted = smallTable('mine.csv');
  const id = await api.take(posted);
  const own = await api.post(actors.contributor, [{ ...posted, name: 'again.csv' }]);
  expect(own.status).toBe(409);
  expect(await own.json()).toMatchObject({
    code: 'file-identical-own',
    parameters: { name: 'mine.csv', date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
    id,
    link: `https://motothek.example/file-upload/data/${id}`,
    files: [{ id: null, error: { code: 'file-identical-own', upload: id } }],
  });
  const others = await api.post(actors.other, [{ ...posted, name: 'theirs.csv' }]);
  expect(others.status).toBe(409);
  const problem = await others.text();
  expect(JSON.parse(problem)).toMatchObject({
    code: 'file-identical',
    title: 'An identical file already exists in the product. The delivered file is not accepted (no saving)!',
  });
  expect(problem).not.toContain('mine.csv');
});

test('of identical files sent at the same time exactly one is kept', async () => {
  const before = await api.originals();
  const posted = smallTable();
  const people = [actors.contributor, actors.other, actors.contributor, actors.other];
  const answers = await Promise.all(people.map((actor) => api.post(actor, [posted])));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(await api.originals()).toBe(before + 1);
});

test('the bytes of a rejected upload may be uploaded again', async () => {
  const posted = smallTable();
  const id = await api.take(posted);
  await api.setStatus(id, 'Rejected');
  await api.repository.db
    .update(files)
    .set({ counts: false })
    .where(eq(files.upload, uploadNumber(id)));
  expect(await api.take(posted)).not.toBe(id);
});

test('nothing is kept if the connection is cut, not even complete files', async () => {
  const [before, rows] = [await api.originals(), (await api.list()).length];
  const request = new Request('http://x', {
    method: 'POST',
    body: uploadForm([smallTable('whole.csv'), smallTable('cut.csv')]),
  });
  const bytes = Buffer.from(await request.arrayBuffer());
  const end = bytes.indexOf('cut.csv') + 120;
  const cut = (fail: boolean) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, end));
        if (fail) controller.error(new Error('aborted'));
        else controller.close();
      },
    });
  for (const fail of [true, false]) {
    const response = await api.call(actors.contributor, '/api/fileupload/raw', {
      method: 'POST',
      body: cut(fail),
      headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' },
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
    if (!fail)
      expect(await response.json()).toMatchObject({ code: 'file-incomplete', parameters: { name: 'cut.csv' } });
  }
  expect(await api.originals()).toBe(before);
  expect(await api.unfinished()).toEqual([]);
  expect(await api.list()).toHaveLength(rows);
  expect(api.serverErrors).toEqual([]);
});

test('a refused file of endless length gets a response before its end', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="upload"; filename="film.mp4"\r\n\r\n';
  const { body, sent } = endless(head, Buffer.alloc(megabyte));
  expect((await postMultipart(body)).status).toBe(415);
  await expect
    .poll(async () => {
      const now = sent();
      await new Promise((resolve) => setImmediate(resolve));
      return sent() === now && sent() < 140 * megabyte;
    })
    .toBe(true);
});

test('part headers of endless length get a response before their end', async () => {
  const { body, sent } = endless('--b\r\n', lines(1000, `X-Name: ${'x'.repeat(1024)}\r\n`));
  const response = await postMultipart(body);
  expect([response.status, (await response.json()).code]).toEqual([400, 'bad-request']);
  expect(sent()).toBeLessThan(20 * megabyte);
});

test.each([
  ['without a disposition', 'X-A: b\r\n'],
  ['with many headers', 'X-A: b\r\n'.repeat(60)],
  ['with a long header', `X-A: ${'b'.repeat(90_000)}\r\n`],
  ['with a line break in its name', 'Content-Disposition: form-data; name="a\nb"\r\n'],
])('a part %s that comes in one piece is refused', async (_, headers) => {
  for (const bytes of [3000, 20_000, 70_000]) {
    const body = `--b\r\n${headers}\r\n${'a'.repeat(bytes)}\r\n--b--\r\n`;
    expect((await postMultipart(body)).status, `${bytes} bytes`).toBe(400);
  }
});

const head = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;

/** Sends a multipart body with the boundary 'b'. */
function postMultipart(body: string | ReadableStream): Promise<Response> {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return api.call(actors.contributor, '/api/fileupload/raw', init as RequestInit);
}

/** A body that repeats a piece as long as it is read, and how much was taken of it. */
function endless(first: string, piece: Buffer): { body: ReadableStream<Uint8Array>; sent: () => number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(first)),
    pull: (controller) => {
      sent += piece.length;
      controller.enqueue(piece);
    },
  });
  return { body, sent: () => sent };
}

/** A body that repeats a piece this often, generated while it is read. */
function repeated(first: string, piece: Buffer, times: number, last: string): ReadableStream<Uint8Array> {
  let left = times;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(first)),
    pull: (controller) => {
      left -= 1;
      controller.enqueue(left >= 0 ? piece : Buffer.from(last));
      if (left < 0) controller.close();
    },
  });
}

function lines(count: number, line: string): Buffer {
  return Buffer.from(line.repeat(count));
}

const field = `${head('name="x"')}1\r\n`;
const file = `${head('name="upload"; filename="a.csv"')}a,b\n1,2\n3,4\n\r\n`;
test.each([
  ['a field of 64 MB', repeated(head('name="x"'), Buffer.alloc(megabyte), 64, '\r\n--b--\r\n'), 'bad-request'],
  ['a million fields', repeated('', lines(1000, field), 1000, '--b--\r\n'), 'bad-request'],
  ['a million parts without a name', repeated('', lines(1000, '--b\r\n\r\n\r\n'), 1000, '--b--\r\n'), 'bad-request'],
  ['hundreds of tiny files', repeated('', lines(10, file), 50, '--b--\r\n'), 'too-many-files'],
  ['a part whose headers never end', repeated('--b\r\nX: ', Buffer.alloc(megabyte, 'x'), 64, ''), 'bad-request'],
  ['64 MB without a boundary', repeated('', Buffer.alloc(megabyte), 64, ''), 'bad-request'],
])('%s is refused, and memory stays flat', async (_, body, code) => {
  const before = await api.originals();
  const idle = process.memoryUsage().rss;
  const response = await postMultipart(body);
  const grown = process.memoryUsage().rss - idle;
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code]);
  expect(grown).toBeLessThan(64 * megabyte);
  expect(await api.originals()).toBe(before);
  expect(await api.unfinished()).toEqual([]);
});
