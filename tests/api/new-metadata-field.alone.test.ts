import type * as FileSystem from 'node:fs';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { formOf, metadataOf } from '../../app/forms/metadata/stored-metadata';
import { SchemaFieldSchema, StudyMetadataSchema } from '@domain/api/metadata';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import { formFields } from '../../services/repository/metadata/schema';
import { publishedFields } from '../../services/repository/search/published-fields';
import { dataSets, dois, searchDocuments, uploads } from '../../services/repository/store/schema';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { completeMetadata, entry } from '../fixtures/complete-metadata';
import { addUploadAt, ask } from '../support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';

/** Fields added to the schema. Their ids are far from those that are taken. */
const newFields = vi.hoisted(() => [
  {
    id: 901,
    name: { en: 'Weather*', de: 'Wetter*' },
    types: { en: ['[SelectOnly]', 'Dry', 'Wet'], de: ['[SelectOnly]', 'Trocken', 'Nass'] },
    required: true,
    multi: true,
    toolTip: { en: 'On the days of the tests.', de: 'An den Testtagen.' },
  },
  {
    id: 901.1,
    name: { en: 'Surface', de: 'Untergrund' },
    types: { en: ['[Nested]', '[0..1]'], de: ['[Nested]', '[0..1]'] },
    required: false,
    requiredWith: ['Wet'],
    multi: false,
    nested: 901,
    wording: 'study',
    toolTip: { en: 'What was run on.', de: 'Worauf gelaufen wurde.' },
  },
  {
    id: 902,
    name: { en: 'Remark', de: 'Bemerkung' },
    types: { en: ['[TextArea]'], de: ['[TextArea]'] },
    required: false,
    multi: false,
    toolTip: { en: 'For the board.', de: 'Für das Gremium.' },
    private: true,
  },
  {
    id: 902.1,
    name: { en: 'Remark of another', de: 'Bemerkung anderer' },
    types: { en: ['[Nested]', '[0..1]'], de: ['[Nested]', '[0..1]'] },
    required: false,
    multi: false,
    nested: 902,
    toolTip: { en: 'What others said.', de: 'Was andere sagten.' },
  },
]);

vi.mock('node:fs', async (importOriginal) => {
  const actual = await importOriginal<typeof FileSystem>();
  const readFileSync = (...[file, options]: Parameters<typeof FileSystem.readFileSync>) => {
    const content = actual.readFileSync(file, options);
    if (!String(file).endsWith('metadata-schema.json')) return content;
    return JSON.stringify([...(JSON.parse(String(content)) as unknown[]), ...newFields]);
  };
  return { ...actual, default: { ...actual, readFileSync }, readFileSync };
});

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
});
afterAll(() => api?.close());

const weather = [
  entry(901, ['Wet', 'Dry']),
  entry(901.1, ['Gravel'], [0]),
  entry(902, ['It rained\nall day.']),
  entry(902.1, ['A pity.'], [0]),
].map((stored, index) => ({ ...stored, name: ['Weather', 'Surface', 'Remark', 'Remark of another'][index] ?? '' }));

test('a field added to the data is shown in the form, validated, saved and kept private without code changes', async () => {
  const schema = await ask(api, null, '/api/metadata/schema?lang=de');
  const fields = SchemaFieldSchema.array().parse(await schema.json());
  expect(fields.slice(-4).map(({ name, style }) => `${name} ${style}`)).toEqual([
    'Wetter* DropDownList',
    'Untergrund Input',
    'Bemerkung TextArea',
    'Bemerkung anderer Input',
  ]);

  const { id } = await addUploadAt(api, 'checked');
  const complete = completeMetadata('A wet day');
  const save = (...metadata: typeof complete) =>
    ask(api, actors.contributor, '/api/metadata', {
      method: 'POST',
      body: { id: [id], metadata: [...complete, ...metadata] },
    });
  expect(await (await save()).json()).toMatchObject({ errors: [{ field: 901, code: 'required' }] });
  expect(await (await save(entry(901, ['Wet', 'Foggy']))).json()).toMatchObject({
    errors: [
      { field: 901, index: 1, code: 'choice' },
      { field: 901.1, parent: 0, code: 'required' },
    ],
  });
  expect((await save(...weather)).status).toBe(200);
  const read = await ask(api, actors.contributor, `/api/metadata/${id}`);
  const { metadata } = StudyMetadataSchema.parse(await read.json());
  expect(metadata.slice(-4)).toEqual(weather);

  const german = formFields('de');
  const form = formOf(german, metadata);
  expect(form.get(901)?.[0]?.nested.get(901.1)?.[0]?.parts).toEqual(['Gravel']);
  expect(metadataOf(german, form).map(({ values }) => values)).toEqual(metadata.map(({ values }) => values));
  expect(publishedFields(metadata, 'de').slice(-2)).toEqual([
    { id: 901, name: 'Wetter', values: ['Nass', 'Trocken'], languages: [null, null] },
    { id: 901.1, name: 'Untergrund', values: ['Gravel'], languages: ['en'] },
  ]);
});

test('a private field added to the data is in nothing that is published, nor are its nested fields', async () => {
  const { db } = api.repository;
  const { id, number } = await api.addUpload({
    tables: [{ name: 'adults', csv: 'sex,grip\nm,41.5\nf,30\n' }],
    metadata: [...completeMetadata('A wet day of everybody'), ...weather],
  });
  const mapping = mappingOf({ sex: 'sex|m/f', grip: 'handgrip|kg' });
  const saved = await ask(api, actors.contributor, `/api/mapping/raw/${id}/adults`, { method: 'POST', body: mapping });
  expect(saved.status).toBe(200);
  await db.update(uploads).set({ status: 'Accepted', nr: 1, decidedAt: new Date() }).where(eq(uploads.number, number));
  await publishUpload(api.repository, { upload: number }, new AbortController().signal);
  await registerDoi(api.repository, { upload: number });

  const page = await (await ask(api, null, '/api/search/metadata/1')).text();
  const stored = [
    await db.select().from(dataSets),
    await db.select().from(searchDocuments),
    await db.select().from(dois),
  ];
  for (const text of [page, JSON.stringify(stored)]) {
    expect(text).toContain('A wet day of everybody');
    expect(text).toContain('Gravel');
    for (const hidden of ['It rained', 'A pity', 'eva.muster@example.org']) expect(text).not.toContain(hidden);
  }
});
