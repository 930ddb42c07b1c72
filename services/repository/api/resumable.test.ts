import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { ResumableUploadSchema } from '@domain/api/parts';
import { ProblemDetailsSchema } from '@domain/api/problem-details';
import { ReceivedFileSchema } from '@domain/api/uploads';
import { maxUnfinishedParts } from '@domain/limits';

import { fileStores } from '../../../tests/support/file-stores';
import { actors } from '../../../tests/support/test-api';
import { useUploadApi, smallTable } from '../../../tests/support/upload-calls';
import { files, uploadParts } from '../store/schema';
import type { Actor } from '../context/context';
import { sweepParts } from '../upkeep/sweep';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const content = () => Buffer.from(smallTable().content);
const idOf = (address: string) => address.split('/').at(-1) ?? '';

describe.each(fileStores)('Unfinished uploads $name', ({ name: place, open: openStore }) => {
  const api = useUploadApi({ openStore });
  const onDisk = place === 'on disk';

  function begin(bytes: number, { name = 'grip.csv', actor = actors.contributor, kind = 'raw' } = {}) {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes),
      'Upload-Metadata': `filename ${base64(name)},lastModified ${base64('1700000000000')}`,
    };
    return api.call(actor, `/api/fileupload/resumable/${kind}`, { method: 'POST', headers });
  }

  async function began(bytes: number, options: Parameters<typeof begin>[1] = {}): Promise<string> {
    const response = await begin(bytes, options);
    expect(response.status).toBe(201);
    return response.headers.get('Location') ?? '';
  }

  function patch(address: string, body: Buffer | ReadableStream, offset: number, actor: Actor | null) {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    };
    return api.call(actor, address, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit);
  }

  const ask = (method: 'HEAD' | 'DELETE', address: string, actor: Actor | null = actors.contributor) =>
    api.call(actor, address, { method, headers: { 'Tus-Resumable': '1.0.0' } });

  async function partOf(address: string, language = 'en') {
    const response = await api.call(actors.contributor, address, { language });
    expect(response.status).toBe(200);
    return ResumableUploadSchema.parse(await response.json());
  }

  async function send(bytes: Buffer, options: Parameters<typeof begin>[1] = {}) {
    const address = await began(bytes.byteLength, options);
    expect((await patch(address, bytes, 0, options.actor ?? actors.contributor)).status).toBe(204);
    return address;
  }

  test('A file that arrives in two requests becomes an upload with every byte of it', async () => {
    const bytes = content();
    const address = await began(bytes.byteLength);
    const half = 10;

    const first = await patch(address, bytes.subarray(0, half), 0, actors.contributor);
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, String(half)]);
    const head = await ask('HEAD', address);
    expect(head.status).toBe(200);
    expect(head.headers.get('Upload-Offset')).toBe(String(half));
    expect(head.headers.get('Upload-Length')).toBe(String(bytes.byteLength));
    expect(head.headers.get('Tus-Resumable')).toBe('1.0.0');
    const days = (Date.parse(head.headers.get('Upload-Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(await partOf(address)).toMatchObject({ state: 'receiving', offset: half, upload: null });

    const second = await patch(address, bytes.subarray(half), half, actors.contributor);
    expect(second.headers.get('Upload-Offset')).toBe(String(bytes.byteLength));
    const part = await partOf(address);
    expect(part).toMatchObject({ state: 'taken', name: 'grip.csv', lastModified: 1_700_000_000_000 });
    const original = await api.call(actors.contributor, `/api/fileupload/${part.upload}/original`);
    expect(Buffer.from(await original.arrayBuffer())).toEqual(bytes);
    const [stored] = await api.repository.db
      .select()
      .from(files)
      .where(eq(files.id, idOf(address)));
    expect(stored?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    await api.settle();
    expect((await api.state(part.upload ?? '')).state).toBe('ready');
    expect(await api.repository.parts.list()).toEqual([]);
  });

  test.runIf(onDisk)('What arrived before a connection broke is kept, and the rest may follow', async () => {
    const bytes = content();
    const address = await began(bytes.byteLength);
    const cut = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, 12)));
        while ((await api.repository.parts.size(idOf(address))) !== 12) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        controller.error(new Error('The connection is gone'));
      },
    });
    const response = await patch(address, cut, 0, actors.contributor);
    expect(response.status).toBe(400);

    expect((await ask('HEAD', address)).headers.get('Upload-Offset')).toBe('12');
    await patch(address, bytes.subarray(12), 12, actors.contributor);
    expect((await partOf(address)).state).toBe('taken');
  });

  test.each(['grip "left".csv', 'grip\r\nleft.csv', '100%, größe %20.csv'])(
    'A file called %j has the same name however it is sent',
    async (name) => {
      const { content: posted } = smallTable();
      const [byForm] = ReceivedFileSchema.array().parse(
        await (await api.post(actors.contributor, [{ name, content: posted }])).json(),
      );
      const { name: resumed } = await partOf(await send(content(), { name }));
      expect([byForm?.fileName, resumed]).toEqual(Array(2).fill(name.replace('\r\n', '')));
    },
  );

  test('A request at a wrong offset is refused, and the one that is sending goes on', async () => {
    const bytes = content();
    const address = await began(bytes.byteLength);
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => (goOn = resolve));
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, 12)));
        await hanging;
        controller.enqueue(new Uint8Array(bytes.subarray(12)));
        controller.close();
      },
    });
    const sending = patch(address, slow, 0, actors.contributor);
    await expect.poll(() => api.repository.parts.locks.isHeld(idOf(address))).toBe(true);
    if (onDisk) await expect.poll(() => api.repository.parts.size(idOf(address))).toBe(12);
    for (const offset of [5, 20]) {
      expect((await patch(address, bytes.subarray(offset), offset, actors.contributor)).status).toBe(409);
    }
    goOn();
    expect((await sending).status).toBe(204);
    expect((await partOf(address)).state).toBe('taken');
  });

  test('A part is only for its owner', async () => {
    const bytes = content();
    const address = await began(bytes.byteLength);
    for (const [actor, status] of [
      [actors.other, 404],
      [actors.expert1, 404],
      [null, 401],
    ] as const) {
      expect((await ask('HEAD', address, actor)).status).toBe(status);
      expect((await patch(address, bytes, 0, actor)).status).toBe(status);
      expect((await ask('DELETE', address, actor)).status).toBe(status);
      expect((await api.call(actor, address)).status).toBe(status);
    }
    expect(await partOf(address)).toMatchObject({ state: 'receiving', offset: 0 });
    const list = await api.call(actors.other, '/api/fileupload/resumable');
    expect(await list.json()).toEqual([]);
    expect((await ask('DELETE', address)).status).toBe(204);
    expect((await ask('HEAD', address)).status).toBe(404);
  });

  test('A file that would be refused is refused before it is sent, with the message of the plain form', async () => {
    const cases = [
      [begin(9), 400, 'file-too-small'],
      [begin(1_000_001), 413, 'file-too-large'],
      [begin(100, { name: 'notes.txt' }), 415, 'file-type'],
      [begin(100, { kind: 'other' }), 405, 'method-not-allowed'],
    ] as const;
    for (const [response, status, code] of cases) {
      expect([(await response).status, (await (await response).json()).code]).toEqual([status, code]);
    }
  });

  test('Requests that violate the protocol are refused, and none causes a server error', async () => {
    const address = await began(100);
    const headers = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };
    const call = (init: RequestInit) => api.call(actors.contributor, address, init);
    const create = (extra: Record<string, string>) =>
      api.call(actors.contributor, '/api/fileupload/resumable/raw', {
        method: 'POST',
        headers: { 'Tus-Resumable': '1.0.0', ...extra },
      });
    const name = { 'Upload-Metadata': `filename ${base64('a.csv')}` };
    const answers = await Promise.all(
      [
        call({ method: 'PATCH', headers: { 'Upload-Offset': '0' }, body: 'x' }),
        call({ method: 'PATCH', headers: { ...headers, 'Upload-Offset': '5' }, body: 'x' }),
        call({ method: 'PATCH', headers: { ...headers, 'Upload-Offset': '-1' }, body: 'x' }),
        call({ method: 'PATCH', headers, body: 'x' }),
        create({ 'Upload-Length': '100' }),
        create({ ...name, 'Upload-Length': '1e3' }),
        create({ ...name, 'Upload-Defer-Length': '1' }),
        create({ 'Upload-Length': '100', 'Upload-Metadata': 'filename ####' }),
        create({ 'Upload-Length': '100', 'Upload-Metadata': `filename ${'A'.repeat(5000)}` }),
        ask('DELETE', '/api/fileupload/resumable/nothing'),
      ].map(async (response) => await response),
    );
    expect(answers.map(({ status }) => status)).toEqual([412, 409, 400, 403, 400, 400, 400, 400, 400, 404]);
    for (const answer of answers) {
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(answer.headers.get('Tus-Resumable')).toBe('1.0.0');
      expect(ProblemDetailsSchema.parse(await answer.json()).status).toBe(answer.status);
    }
    expect((await ask('HEAD', '/api/fileupload/resumable/nothing')).status).toBe(404);
    const tooLong = await patch(address, Buffer.alloc(200), 0, actors.contributor);
    expect(tooLong.status).toBe(413);
    expect((await ask('DELETE', address)).status).toBe(204);
  });

  test('An identical file is refused, named to its own user, and remembered until it is dismissed', async () => {
    const bytes = content();
    await partOf(await send(bytes, { name: 'first.csv' }));
    const before = await api.originals();
    const address = await send(bytes, { name: 'second.csv' });
    const part = await partOf(address);
    expect(part).toMatchObject({ state: 'refused', error: { code: 'file-identical-own' } });
    expect(part.error?.message).toContain('first.csv');
    expect((await partOf(address, 'de')).error?.message).not.toBe(part.error?.message);
    expect(await api.originals()).toBe(before);
    expect((await ask('DELETE', address)).status).toBe(204);
  });

  test('Of the same bytes sent at the same time exactly one is kept', async () => {
    const bytes = content();
    const addresses = await Promise.all([began(bytes.byteLength), began(bytes.byteLength)]);
    await Promise.all(addresses.map((address) => patch(address, bytes, 0, actors.contributor)));
    const parts = await Promise.all(addresses.map((address) => partOf(address)));
    expect(parts.map(({ state }) => state).sort()).toEqual(['refused', 'taken']);
  });

  test('A user may have a few unfinished files, and one more after cancelling one', async () => {
    const addresses = [];
    for (let part = 0; part < maxUnfinishedParts; part += 1) {
      addresses.push(await began(100, { actor: actors.other }));
    }
    const refused = await begin(100, { actor: actors.other });
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'too-many-unfinished']);
    for (const address of addresses) await ask('DELETE', address, actors.other);
    expect((await begin(100, { actor: actors.other })).status).toBe(201);
  });

  test.runIf(onDisk)('Lost parts are reported as gone, not listed, and do not count towards the limit', async () => {
    const list = async () => (await api.call(actors.expert2, '/api/fileupload/resumable')).json();
    const lost = [];
    for (let part = 0; part < maxUnfinishedParts; part += 1) {
      lost.push(await began(100, { actor: actors.expert2 }));
    }
    expect(await list()).toHaveLength(maxUnfinishedParts);
    // As with another data folder, or a replaced disk.
    for (const address of lost) await api.repository.parts.remove(idOf(address));
    await api.repository.db
      .update(uploadParts)
      .set({ state: 'checking' })
      .where(eq(uploadParts.id, idOf(lost[1]!)));

    expect((await ask('HEAD', lost[0]!, actors.expert2)).status).toBe(410);
    for (const address of lost.slice(0, 2)) {
      const answer = await api.call(actors.expert2, address);
      expect([answer.status, (await answer.json()).code]).toEqual([410, 'upload-lost']);
    }
    expect((await patch(lost[0]!, content(), 0, actors.expert2)).status).toBe(410);
    expect(await list()).toEqual([]);
    expect((await begin(100, { actor: actors.expert2 })).status).toBe(201);
  });

  test('A complete file that a killed server did not process becomes an upload at the next start', async () => {
    const bytes = content();
    const address = await began(bytes.byteLength);
    const id = idOf(address);
    // The last bytes are on the disk, but the server was killed before it checked them.
    await api.repository.parts.append(id, Readable.from([bytes]), {
      offset: 0,
      total: bytes.length,
      isVoid: () => false,
    });
    const halfway = await began(bytes.byteLength);
    await api.repository.db.update(uploadParts).set({ state: 'checking' }).where(eq(uploadParts.id, id));

    await sweepParts(api.repository, () => expect.unreachable());
    expect((await partOf(address)).state).toBe('taken');
    expect((await partOf(halfway)).state).toBe('receiving');
    await ask('DELETE', halfway);
  });

  test('A part unused for seven days is removed, a younger one is not', async () => {
    const old = await began(100);
    const young = await began(100);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const age = (address: string, days: number) =>
      api.repository.db
        .update(uploadParts)
        .set({ touchedAt: daysAgo(days) })
        .where(eq(uploadParts.id, idOf(address)));
    await age(old, 7.1);
    await age(young, 6.9);
    await sweepParts(api.repository, () => expect.unreachable());
    expect((await ask('HEAD', old)).status).toBe(404);
    expect((await ask('HEAD', young)).status).toBe(200);
    expect(await api.repository.parts.size(idOf(old))).toBe(onDisk ? null : 0);
    await ask('DELETE', young);
  });
});
