import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { MetadataTemplatesSchema, SchemaFieldSchema, StudyMetadataSchema } from '@domain/api/metadata';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { studies, uploads } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other, expert1 } = actors;

const save = (actor: typeof contributor | null, id: string[], metadata: unknown, language = 'en') =>
  ask(api, actor, '/api/metadata', { method: 'POST', body: { id, metadata }, language });
const validate = (actor: typeof contributor | null, id: string[], metadata: unknown) =>
  ask(api, actor, '/api/metadata/validate', { method: 'POST', body: { id, metadata } });

describe('schema', () => {
  test('it is in the requested language, from the address or a header', async () => {
    const byAddress = await ask(api, null, '/api/metadata/schema?lang=de');
    const fields = z.array(SchemaFieldSchema).parse(await byAddress.json());
    expect(fields.find(({ id }) => id === 2)?.name).toBe('Titel#');
    const byHeader = await ask(api, null, '/api/metadata/schema', { language: 'de-AT,de;q=0.9' });
    expect(z.array(SchemaFieldSchema).parse(await byHeader.json())).toEqual(fields);
    expect((await ask(api, null, '/api/metadata/schema?lang=fr')).status).toBe(400);
  });

  test('with an upload it contains the saved values', async () => {
    const { id, title } = await addUploadAt(api, 'described');
    const response = await ask(api, contributor, `/api/metadata/schema/${id}`);
    const fields = z.array(SchemaFieldSchema).parse(await response.json());
    expect(fields.find((field) => field.id === 2)?.values).toEqual([{ value: title, type: '', error: '' }]);
    expect(fields.find((field) => field.id === 27)?.values).toEqual([{ value: '', type: '', error: '' }]);
  });
});

describe('saving', () => {
  test('saved metadata is returned in its stored form', async () => {
    const { id } = await addUploadAt(api, 'checked');
    const before = await ask(api, contributor, `/api/metadata/${id}`);
    expect(await before.json()).toEqual({ id: [id], metadata: [] });

    const metadata = withEntries(completeMetadata('Saved and read'), entry(6, [' strength ', '', 'speed']));
    const saved = await save(contributor, [id], metadata);
    expect(saved.status).toBe(200);
    const read = StudyMetadataSchema.parse(await (await ask(api, contributor, `/api/metadata/${id}`)).json());
    expect(read).toEqual(await saved.json());
    expect(read.metadata.find((field) => field.id === 6)).toEqual({
      id: 6,
      name: 'Keyword',
      values: ['strength', 'speed'],
    });
  });

  test('errors are returned by field, and nothing is saved', async () => {
    const { id, number } = await addUploadAt(api, 'checked');
    const metadata = withEntries(completeMetadata('Faulty'), entry(9, ['2019-2-29---']), entry(5, ['x'.repeat(1501)]));
    const response = await save(contributor, [id], metadata, 'de');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'metadata-invalid',
      title: 'Einige Angaben fehlen oder sind ungültig.',
      errors: [
        { field: 5, index: 0, parent: null, code: 'text-too-long' },
        { field: 9, index: 0, parent: null, code: 'begin-day' },
      ],
    });
    expect((await storedUpload(api, number)).study.savedAt).toBeNull();
  });

  test('texts that the database cannot store do no harm', async () => {
    const { id } = await addUploadAt(api, 'checked');
    const metadata = withEntries(completeMetadata('With \0 and \ud800'), entry(7, ['A\0B']));
    const response = await save(contributor, [id], metadata);
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).toContain('AB');
  });

  test('a text of three million characters is an error of its field', async () => {
    const { id } = await addUploadAt(api, 'checked');
    const endless = entry(5, ['x'.repeat(3_000_000)]);
    const response = await save(contributor, [id], withEntries(completeMetadata('Long'), endless));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: 5, index: 0, code: 'text-too-long' }] });
  });

  test.each([
    ['no list', { id: '1r', metadata: [] }],
    ['no id', { id: [], metadata: [] }],
    ['a wrong id', { id: ['x'], metadata: [] }],
    ['a number instead of a text', { id: ['1r'], metadata: [{ id: 1, name: '', values: [1] }] }],
    ['nothing', undefined],
  ])('%s is a bad request', async (_, body) => {
    const response = await ask(api, contributor, '/api/metadata', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad-request' });
  });

  test('a submitted upload keeps its metadata', async () => {
    const { id, title } = await addUploadAt(api, 'submitted');
    const response = await save(contributor, [id], completeMetadata(`${title} changed`));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'upload-submitted' });
    const read = await (await ask(api, contributor, `/api/metadata/${id}`)).text();
    expect(read).not.toContain('changed');
  });
});

describe('a study of several uploads', () => {
  test('saving for two joins them, and both show the same metadata', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
    expect((await save(contributor, [raw.id, agg.id], completeMetadata(raw.title))).status).toBe(200);
    for (const { id } of [raw, agg]) {
      const study = StudyMetadataSchema.parse(await (await ask(api, contributor, `/api/metadata/${id}`)).json());
      expect(study.id).toEqual([raw.id, agg.id]);
    }
    expect((await save(contributor, [agg.id], completeMetadata(raw.title))).status).toBe(200);
    expect((await storedUpload(api, raw.number)).study.id).toBe((await storedUpload(api, agg.number)).study.id);
  });

  test('an upload that joins another study releases its title', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'described', { kind: 'agg' });
    expect((await save(contributor, [raw.id, agg.id], completeMetadata(raw.title))).status).toBe(200);
    const third = await addUploadAt(api, 'checked');
    expect((await save(contributor, [third.id], completeMetadata(agg.title))).status).toBe(200);
  });

  test('metadata under review cannot be changed through a sibling', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
    await save(contributor, [raw.id, agg.id], completeMetadata(raw.title));
    expect((await ask(api, contributor, `/api/submit/${raw.id}`, { method: 'POST' })).status).toBe(200);
    const response = await save(contributor, [agg.id], completeMetadata(`${raw.title} changed`));
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'upload-submitted' }]);
  });

  test('after a rejection the sibling continues in a separate study, and the rejected one keeps its metadata', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
    await save(contributor, [raw.id, agg.id], completeMetadata(raw.title));
    await api.repository.db.update(uploads).set({ status: 'Rejected' }).where(eq(uploads.number, raw.number));
    expect((await save(contributor, [agg.id], completeMetadata(`${raw.title} again`))).status).toBe(200);
    expect((await storedUpload(api, raw.number)).study.title).toBe(raw.title);
    expect((await storedUpload(api, agg.number)).study.title).toBe(`${raw.title} again`);
  });

  test('a study cannot contain uploads of two users', async () => {
    const mine = await addUploadAt(api, 'checked');
    const theirs = await addUploadAt(api, 'checked', { owner: other });
    const response = await save(contributor, [mine.id, theirs.id], completeMetadata('Together'));
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'not-same-owner' }]);
  });
});

describe('titles', () => {
  test('a title in use is refused in both languages, however it is written', async () => {
    const first = await addUploadAt(api, 'described');
    const second = await addUploadAt(api, 'checked', { owner: other });
    const same = ` ${first.title.toUpperCase().replace(',', ' –')} `;
    const english = await save(other, [second.id], completeMetadata(same));
    expect(english.status).toBe(409);
    expect(await english.json()).toMatchObject({
      code: 'title-taken',
      title: 'This title is already in use.\nPlease vary the title entry!',
      errors: [{ field: 2, index: 0, parent: null, code: 'title-taken' }],
    });
    const german = await save(other, [second.id], completeMetadata(same), 'de');
    expect(await german.json()).toMatchObject({
      title: 'Dieser Titel wird bereits verwendet.\nBitte variieren Sie den Titeleintrag!',
    });
    expect((await save(contributor, [first.id], completeMetadata(same))).status).toBe(200);
  });

  test('a title is stored as it is shown, and is the same however its umlauts are composed', async () => {
    const { id, number } = await addUploadAt(api, 'checked');
    const typed = ` Prüfung der\r\n\tGröße ${number} `;
    expect((await save(contributor, [id], completeMetadata(typed))).status).toBe(200);
    expect((await storedUpload(api, number)).study.title).toBe(`Prüfung der Größe ${number}`);
    const second = await addUploadAt(api, 'checked', { owner: other });
    for (const same of [typed.normalize('NFD'), `\u200f${typed.toUpperCase()}\u200b`]) {
      expect((await save(other, [second.id], completeMetadata(same))).status).toBe(409);
      expect((await validate(other, [second.id], [entry(2, [same])])).status).toBe(409);
    }
  });

  test('a title that no longer counts can be used again', async () => {
    const first = await addUploadAt(api, 'described');
    const { study } = await storedUpload(api, first.number);
    await api.repository.db.update(studies).set({ titleCounts: false }).where(eq(studies.id, study.id));
    const second = await addUploadAt(api, 'checked', { owner: other });
    expect((await save(other, [second.id], completeMetadata(first.title))).status).toBe(200);
    expect((await save(contributor, [first.id], completeMetadata(first.title))).status).toBe(409);
  });

  test('of many concurrent saves of the same title exactly one succeeds', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => addUploadAt(api, 'checked')));
    const answers = await Promise.all(all.map(({ id }) => save(contributor, [id], completeMetadata('Wanted by all'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('the title can be validated alone while the rest is empty', async () => {
    const taken = await addUploadAt(api, 'described');
    const { id } = await addUploadAt(api, 'checked');
    expect((await validate(contributor, [id], [entry(2, ['Never used before'])])).status).toBe(204);
    const used = await validate(contributor, [id], [entry(2, [taken.title])]);
    expect([used.status, await used.json()]).toMatchObject([409, { code: 'title-taken' }]);
    expect((await validate(contributor, [taken.id], [entry(2, [taken.title])])).status).toBe(204);
    const none = await validate(contributor, [id], []);
    expect([none.status, await none.json()]).toMatchObject([
      400,
      { errors: [{ field: 2, index: 0, parent: null, code: 'required' }] },
    ]);
    const long = await validate(contributor, [id], [entry(2, ['x'.repeat(501)])]);
    expect([long.status, await long.json()]).toMatchObject([400, { errors: [{ code: 'too-long' }] }]);
  });
});

describe('templates', () => {
  const put = (body: unknown) => ask(api, contributor, '/api/metadata/templates', { method: 'PUT', body });
  const list = async (actor = contributor) =>
    MetadataTemplatesSchema.parse(await (await ask(api, actor, '/api/metadata/templates')).json());

  test('the whole list is replaced, without titles; the later of two with the same name counts', async () => {
    const entries = completeMetadata('A title');
    const answer = await put([
      { name: ' School ', entries: [entry(6, ['old'])] },
      { name: 'Empty', entries: [] },
      { name: 'School', entries },
    ]);
    expect(answer.status).toBe(200);
    const saved = await list();
    expect(saved.map(({ name }) => name)).toEqual(['School']);
    expect(saved[0]?.entries).toEqual(entries.filter(({ id }) => id !== 2));
    expect(await list(other)).toEqual([]);
  });

  test('a template without entries is deleted, and so is one with only the title', async () => {
    await put([{ name: 'One', entries: [entry(6, ['speed'])] }]);
    await put([{ name: 'One', entries: [entry(2, ['Title'])] }]);
    expect(await list()).toEqual([]);
  });

  test.each(['', '   '])('the name "%s" is refused with its own message', async (name) => {
    const response = await put([{ name, entries: [entry(6, ['speed'])] }]);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'template-name-missing', title: 'Enter a name for the template.' },
    ]);
  });

  test('anything else is a bad request', async () => {
    for (const body of [
      null,
      {},
      [{ name: 1 }],
      [{ name: 'a', entries: [{}] }],
      [{ name: 'x'.repeat(101), entries: [] }],
    ]) {
      expect((await put(body)).status).toBe(400);
    }
  });
});

describe('countries and language', () => {
  test('countries are returned by name in the language', async () => {
    const german = await ask(api, null, '/api/metadata/countries/de');
    expect(await german.json()).toContain('Deutschland');
    expect((await ask(api, null, '/api/metadata/countries/xx')).status).toBe(400);
  });

  test.each([
    ['de', 200, 'de'],
    ['"en"', 200, 'en'],
    ['DE-de', 200, 'de'],
    ['fr', 400, null],
    ['', 400, null],
    ['deutsch', 400, null],
  ])('the language "%s" returns %i', async (body, status, language) => {
    const response = await api.api.request('/api/language', { method: 'POST', body });
    expect(response.status).toBe(status);
    if (language) expect(await response.json()).toBe(language);
  });
});

describe('access', () => {
  test('visitors, other users and experts have no access to an upload that is not submitted', async () => {
    const { id } = await addUploadAt(api, 'described');
    const calls = [
      () => ['/api/metadata/' + id, 'GET', undefined] as const,
      () => ['/api/metadata/schema/' + id, 'GET', undefined] as const,
      () => ['/api/metadata', 'POST', { id: [id], metadata: completeMetadata('Stolen') }] as const,
      () => ['/api/metadata/validate', 'POST', { id: [id], metadata: [entry(2, ['Stolen'])] }] as const,
    ];
    for (const call of calls) {
      const [address, method, body] = call();
      const statuses = [];
      for (const actor of [null, other, expert1]) {
        statuses.push((await ask(api, actor, address, { method, body })).status);
      }
      expect([address, ...statuses]).toEqual([address, 401, 404, 404]);
    }
    expect((await ask(api, null, '/api/metadata/templates')).status).toBe(401);
    expect((await ask(api, null, '/api/metadata/templates', { method: 'PUT', body: [] })).status).toBe(401);
  });

  test('the editorial board can read the metadata of a submission, but not change it', async () => {
    const { id, title } = await addUploadAt(api, 'submitted');
    const read = await ask(api, expert1, `/api/metadata/${id}`);
    expect(await read.text()).toContain(title);
    expect((await save(expert1, [id], completeMetadata('Changed'))).status).toBe(404);
  });

  test.each(['0r', '1', '999999r', 'r', '1x'])('the id %s is not found', async (id) => {
    expect((await ask(api, contributor, `/api/metadata/${id}`)).status).toBe(404);
  });
});
