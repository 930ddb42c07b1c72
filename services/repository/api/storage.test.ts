import { Readable } from 'node:stream';

import { afterEach, expect, test } from 'vitest';

import { StorageUseSchema } from '@domain/api/storage';
import { ReceivedFileSchema } from '@domain/api/uploads';
import { UploadDocumentsSchema } from '@domain/api/documents';

import { actors, person } from '../../../tests/support/test-api';
import { smallTable, uploadForm, useUploadApi } from '../../../tests/support/upload-calls';
import type { Actor } from '../context/context';
import { saveMappingTemplates } from '../usecases/mapping/mapping-templates';
import { openRoom, type Room, watchFreeSpace } from '../receiving/storage-room';
import { studyMembers } from '../store/schema';
import { sumStoredBytes } from '../store/storage';

const api = useUploadApi();
const roomy = { accountBytes: 1_000_000, totalBytes: null, reserveBytes: 0 };
const setStorage = (storage: Partial<Omit<typeof roomy, 'totalBytes'>> & { totalBytes?: number | null }) =>
  Object.assign(api.repository.settings, { storage: { ...roomy, ...storage } });
const setFree = (bytes: number) => Object.assign(api.repository, { freeBytes: async () => bytes });

afterEach(() => {
  setStorage({});
  setFree(1e12);
});

let people = 0;
function somebody(): Actor {
  people += 1;
  return person(`storer-${people}`, `Storer ${people}`, []);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
function begin(actor: Actor, bytes: number) {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(bytes),
    'Upload-Metadata': `filename ${base64('grip.csv')}`,
  };
  return api.call(actor, '/api/fileupload/resumable/raw', { method: 'POST', headers });
}
function patch(actor: Actor, address: string, body: Buffer, offset: number) {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
  };
  return api.call(actor, address, { method: 'PATCH', headers, body: body as BodyInit });
}
const used = async (actor: Actor) =>
  StorageUseSchema.parse(await (await api.call(actor, '/api/fileupload/storage')).json());
const refusal = async (response: Response) => {
  const { code, title } = (await response.json()) as { code: string; title: string };
  return { status: response.status, code, title };
};

test('of two beginnings at once that fit one by one, the second is refused', async () => {
  const actor = somebody();
  setStorage({ accountBytes: 1000 });
  const answers = await Promise.all([begin(actor, 600), begin(actor, 600)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 507]);
  expect(await refusal(answers.find(({ status }) => status === 507)!)).toEqual({
    status: 507,
    code: 'account-storage-full',
    title:
      'There is no room for grip.csv: You have used 600 bytes of the 1 kB in your account. Delete uploads you no longer need, or contact support.',
  });
  expect(await used(actor)).toMatchObject({ usedBytes: 600, limitBytes: 1000 });
  expect(await api.repository.parts.list()).toHaveLength(1);
});

test('a file counts once while it arrives and after it has become an upload', async () => {
  const actor = somebody();
  const bytes = Buffer.from(smallTable().content);
  setStorage({ accountBytes: bytes.byteLength });
  const address = (await begin(actor, bytes.byteLength)).headers.get('Location') ?? '';
  expect((await patch(actor, address, bytes, 0)).status).toBe(204);
  await expect((await api.call(actor, address)).json()).resolves.toMatchObject({ state: 'taken' });
  expect(await used(actor)).toMatchObject({ usedBytes: bytes.byteLength, limitBytes: bytes.byteLength });
  expect((await begin(actor, 10)).status).toBe(507);
});

test('a whole file is cut where the account is full, and leaves nothing; the next smaller one is taken', async () => {
  const actor = somebody();
  setStorage({ accountBytes: 30_000 });
  expect((await begin(actor, 29_000)).status).toBe(201);
  const before = await api.originals();
  const large = { name: 'large.csv', content: `a,b\n${'1,2\n'.repeat(5000)}` };
  const answer = await api.post(actor, [large, smallTable()]);
  expect(answer.status).toBe(201);
  const entries = ReceivedFileSchema.array().parse(await answer.json());
  expect(entries.map(({ error }) => error?.code ?? null)).toEqual(['account-storage-full', null]);
  expect(await api.originals()).toBe(before + 1);
  expect(await api.unfinished()).toEqual([]);
});

test('whole files that arrive at once do not exceed the account together', async () => {
  const actor = somebody();
  const posted = [smallTable(), smallTable()];
  setStorage({ accountBytes: Buffer.from(smallTable().content).byteLength + 5 });
  const before = await api.originals();
  const answers = await Promise.all(posted.map((file) => api.post(actor, [file])));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 507]);
  expect(await api.originals()).toBe(before + 1);
});

test('documents and corrected files count like any other, and deleted uploads no longer do', async () => {
  const actor = somebody();
  const answer = await api.post(actor, [smallTable()]);
  const [{ id = '' } = {}] = ReceivedFileSchema.array().parse(await answer.json());
  const { usedBytes } = await used(actor);
  const address = `/api/fileupload/${id}`;
  const text = 'Grip strength in kg.';
  const send = (to: string, name: string, content: string) =>
    api.call(actor, `${address}/${to}`, { method: 'POST', body: uploadForm([{ name, content }]) });
  const added = await send('documents', 'README.txt', text);
  expect(UploadDocumentsSchema.parse(await added.json())).toHaveLength(1);
  expect((await used(actor)).usedBytes).toBe(usedBytes + text.length);

  setStorage({ accountBytes: usedBytes + text.length + 3 });
  expect((await refusal(await send('documents', 'CODES.txt', text))).code).toBe('account-storage-full');
  expect((await refusal(await send('correction', 'grip.csv', String(smallTable().content)))).code).toBe(
    'account-storage-full',
  );

  expect((await api.call(actor, address, { method: 'DELETE' })).status).toBe(204);
  expect((await used(actor)).usedBytes).toBe(0);
});

test('a document that replaces a larger one fits into a full account', async () => {
  const actor = somebody();
  const [{ id = '' } = {}] = ReceivedFileSchema.array().parse(await (await api.post(actor, [smallTable()])).json());
  const send = (content: string) =>
    api.call(actor, `/api/fileupload/${id}/documents`, {
      method: 'POST',
      body: uploadForm([{ name: 'README.txt', content }]),
    });
  expect((await send('Grip strength in kg.')).status).toBe(201);
  const full = (await used(actor)).usedBytes;
  setStorage({ accountBytes: full, totalBytes: null });
  expect((await send('Grip strength.')).status).toBe(201);
  expect((await used(actor)).usedBytes).toBe(full - 6);
  expect((await refusal(await send('Grip strength in kilograms.'))).code).toBe('account-storage-full');
});

test('what a co-author stores counts for the owner, and how full that account is stays with the owner', async () => {
  const [owner, coAuthor] = [somebody(), somebody()];
  const [taken] = ReceivedFileSchema.array().parse(await (await api.post(owner, [smallTable()])).json());
  const id = taken?.id ?? '';
  await used(coAuthor);
  const at = new Date();
  const shared = { upload: Number.parseInt(id, 10), study: null, right: 'edit', invitedBy: owner.subject } as const;
  const times = { invitedAt: at, expiresAt: at, acceptedAt: at };
  await api.repository.db
    .insert(studyMembers)
    .values({ ...shared, ...times, person: coAuthor.subject, email: coAuthor.email });
  const send = (to: string, name: string, content: string) =>
    api.call(coAuthor, `/api/fileupload/${id}/${to}`, { method: 'POST', body: uploadForm([{ name, content }]) });
  const { usedBytes } = await used(owner);
  expect((await send('documents', 'README.txt', 'Grip strength')).status).toBe(201);
  expect((await used(owner)).usedBytes).toBe(usedBytes + 13);
  expect((await used(coAuthor)).usedBytes).toBe(0);

  setStorage({ accountBytes: usedBytes + 13 });
  const full = { status: 507, code: 'owner-storage-full' };
  const answers = [
    await refusal(await send('documents', 'CODES.txt', 'Codes of the columns')),
    await refusal(await send('correction', 'grip.csv', String(smallTable().content))),
  ];
  expect(answers).toMatchObject([full, full]);
  expect(answers.map(({ title }) => title).join()).not.toMatch(/[0-9]|your account/);
});

test('when all accounts together have used what there is, nobody begins an upload', async () => {
  setStorage({ totalBytes: 1 });
  expect((await refusal(await begin(somebody(), 100))).code).toBe('storage-full');
  const { status, code } = await refusal(await api.post(somebody(), [smallTable()]));
  expect([status, code]).toEqual([507, 'storage-full']);
  // Already its first bytes are refused, and everybody is told before.
  using room = await openRoom(api.repository, { owner: somebody().subject, by: somebody().subject });
  expect(() => room.take('grip.csv', 10, 10)).toThrow('storage-full');
  expect(await used(somebody())).toMatchObject({ isServerFull: true });
});

test('files that arrive at once share the room of their account, and that of all accounts', async () => {
  setStorage({ accountBytes: 100 });
  const { subject } = somebody();
  const open = (owner = subject) => openRoom(api.repository, { owner, by: owner });
  const take = (room: Room, bytes: number) => () => room.take('grip.csv', bytes, bytes);
  {
    using first = await open();
    using second = await open();
    await take(first, 60)();
    expect(take(second, 60)).toThrow('account-storage-full');
    second.giveBack(60);
    await take(second, 40)();
    using another = await open(somebody().subject);
    await take(another, 100)();
    first.giveBack(60);
    await take(second, 60)();
  }
  using later = await open();
  await take(later, 100)();
  setStorage({ accountBytes: 100, totalBytes: (await sumStoredBytes(api.repository.db, null)) + 150 });
  using other = await open(somebody().subject);
  expect(take(other, 60)).toThrow('storage-full');
});

test('a file that was kept meanwhile counts for one that still arrives', async () => {
  const actor = somebody();
  const file = smallTable();
  const bytes = Buffer.byteLength(file.content);
  setStorage({ accountBytes: bytes + 10 });
  using room = await openRoom(api.repository, { owner: actor.subject, by: actor.subject });
  expect((await api.post(actor, [file])).status).toBe(201);
  expect(() => room.take('grip.csv', 11, 11)).toThrow('account-storage-full');
});

test('a file that arrives whole and one in several requests share the room of their account', async () => {
  const actor = somebody();
  setStorage({ accountBytes: 100 });
  const account = { owner: actor.subject, by: actor.subject };
  {
    using whole = await openRoom(api.repository, account);
    await whole.take('grip.csv', 60, 60);
    expect((await refusal(await begin(actor, 60))).code).toBe('account-storage-full');
    expect((await begin(actor, 30)).status).toBe(201);
    expect(() => whole.take('grip.csv', 20, 80)).toThrow('account-storage-full');
    whole.giveBack(20);
    await whole.take('grip.csv', 10, 70);
  }
  expect((await begin(actor, 70)).status).toBe(201);
});

test('below the reserve uploads are refused with 507, and reading goes on', async () => {
  const id = await api.take();
  setStorage({ reserveBytes: 1000 });
  setFree(1050);
  expect((await begin(actors.contributor, 60)).status).toBe(507);
  expect((await begin(actors.contributor, 40)).status).toBe(201);
  expect(await used(somebody())).toMatchObject({ isServerFull: false });
  setFree(999);
  expect(await used(somebody())).toMatchObject({ isServerFull: true });
  expect(await refusal(await api.post(actors.contributor, [smallTable()]))).toMatchObject({
    status: 507,
    code: 'storage-full',
    title: 'We have no space left to store this. Contact support.',
  });
  expect((await api.state(id)).state).toBe('ready');
  expect((await api.call(actors.contributor, `/api/fileupload/${id}/original`)).status).toBe(200);
});

test('what a refused request wrote of a part is removed at once, and it goes on when there is space', async () => {
  const actor = somebody();
  const bytes = Buffer.from(smallTable().content);
  const address = (await begin(actor, bytes.byteLength)).headers.get('Location') ?? '';
  const part = address.split('/').at(-1) ?? '';
  expect((await patch(actor, address, bytes.subarray(0, 10), 0)).status).toBe(204);

  const { parts } = api.repository;
  const full = async function* () {
    yield bytes.subarray(10, 20);
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const { append } = parts;
  parts.append = (id, _source, appending) => append(id, Readable.from(full()), appending);
  expect(await refusal(await patch(actor, address, bytes.subarray(10), 10))).toMatchObject({ code: 'storage-full' });
  parts.append = append;
  expect(await parts.size(part)).toBe(10);
  // The space for it was there when the request began.
  api.serverErrors.length = 0;

  setStorage({ reserveBytes: 1000 });
  setFree(0);
  expect((await patch(actor, address, bytes.subarray(10), 10)).status).toBe(507);
  expect(await parts.size(part)).toBe(10);
  setFree(1e12);
  expect((await patch(actor, address, bytes.subarray(10), 10)).status).toBe(204);
  await expect((await api.call(actor, address)).json()).resolves.toMatchObject({ state: 'taken' });
});

test('streams that arrive at once do not eat the reserve together', async () => {
  setStorage({ reserveBytes: 1000 });
  let free = 11_000;
  Object.assign(api.repository, { freeBytes: async () => free });
  const streams = [1, 2, 3].map(() => watchFreeSpace(api.repository));
  const taken: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const [at, take] of streams.entries()) {
      const refused = await Promise.resolve(take(1500)).then(
        () => null,
        (error: unknown) => (error as { code: string }).code,
      );
      if (refused === null) free -= 1500;
      taken.push(`${at}: ${refused ?? 'taken'}`);
    }
  }
  expect(free).toBeGreaterThanOrEqual(1000 - 1500);
  expect(taken.filter((line) => line.endsWith('storage-full')).length).toBeGreaterThan(0);
});

test('a file that is larger than the whole account is refused as too large, and one after a kept file with its bytes', async () => {
  const actor = somebody();
  setStorage({ accountBytes: 1000 });
  expect(await refusal(await begin(actor, 1001))).toMatchObject({
    code: 'file-too-large',
    title: 'grip.csv is too large: the limit is 1 kB. Split the data into several files.',
  });
  const content = (bytes: number) => `a,b\n${'1,2\n'.repeat(bytes / 4)}`.slice(0, bytes);
  const answer = await api.post(actor, [
    { name: 'first.csv', content: content(600) },
    { name: 'second.csv', content: content(800) },
  ]);
  const [, second] = ReceivedFileSchema.array().parse(await answer.json());
  expect(second?.error?.message).toContain('600 bytes of the 1 kB');
});

const confirmed = { confirm: () => Promise.resolve() };

test('templates do not become longer when half of the reserve is used', async () => {
  const actor = somebody();
  // Their first call stores who they are.
  await used(actor);
  setStorage({ reserveBytes: 1000 });
  setFree(499);
  const save = (name: string) =>
    saveMappingTemplates(
      actor,
      api.repository,
      [{ name, entries: [{ source: 'a', target: { key: 'T1', unit: '' } }] }],
      confirmed,
    );
  await expect(save('first')).rejects.toThrow('storage-full');
  setFree(500);
  await save('first');
  setFree(499);
  expect(await save('1st')).toHaveLength(1);
});

test('large templates are not replaced when the space is scarce, small ones are', async () => {
  const actor = somebody();
  await used(actor);
  const save = (source: string, units: number) =>
    saveMappingTemplates(
      actor,
      api.repository,
      [{ name: 'grip', entries: [{ source, target: { key: 'T1', unit: 'u'.repeat(units) } }] }],
      confirmed,
    );
  await save('a', 300_000);
  setStorage({ reserveBytes: 200_000_000 });
  setFree(12_000_000);
  await expect(save('b', 300_000)).rejects.toThrow('storage-full');
  await save('b', 10);
  setFree(70_000_000);
  await expect(save('a', 300_000)).rejects.toThrow('storage-full');
  expect(await save('c', 10)).toHaveLength(1);
});
