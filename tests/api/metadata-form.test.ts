import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { entriesOf, parsePlace, readForm } from '../../app/components/metadata-form/form-state';
import { formOf, metadataOf } from '../../app/components/metadata-form/stored-metadata';
import { formSnapshotField } from '../../app/drafts/form-snapshot';
import { readEntries } from '../../app/forms/read-form.server';
import { StudyMetadataSchema, type MetadataEntry } from '../../domain/api/metadata';
import { languages, type Language } from '../../domain/language';
import { cleanEntries } from '../../domain/metadata/entries';
import { fieldIds } from '../../domain/metadata/field-ids';
import { validateMetadata } from '../../domain/metadata/validate';
import { formFields } from '../../services/repository/metadata/schema';
import { completeMetadata, entry } from '../fixtures/complete-metadata';
import { sentByForm, type Sent } from '../support/form-in-page';
import { metadataArbitrary } from '../support/metadata-arbitrary';
import { addUploadAt, ask } from '../support/ready-uploads';
import { spoiledForms } from '../support/spoiled-forms';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const cases = 500;
/**
 * How long the same is tried through the whole web app and the API: on a quiet machine for most of the
 * cases, on a busy one for fewer. METADATA_CASES=all waits for every one.
 */
const patienceOfWebMs = process.env.METADATA_CASES === 'all' ? Infinity : 5_000;
const patienceMs = 600_000;

let api: TestApi;
let web: TestWeb;
let cookies: Record<Language, string>;
/** What the web app asks the repository. */
const asked: string[] = [];
beforeAll(async () => {
  api = await createTestApi();
  // Other codes of missing values start a check, and nobody checks data here: each save would wait for it.
  api.repository.settings.jobWaitMs = 0;
  web = await createTestWeb(api, async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return api.api.fetch(request);
  });
  await addUploadAt(api, 'described', { metadata: completeMetadata('A title in use') });
  cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
}, patienceMs);
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.faults, ...web.faults]).toEqual([]));

const answers = metadataArbitrary(formFields('en'));
const page = (id: string) => `/file-upload/meta/${id}`;

/** The body a browser sends: line breaks are CR LF. */
const bodyOf = (sent: readonly Sent[]) =>
  new URLSearchParams(sent.map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));

function post(id: string, sent: readonly Sent[], language: Language): Promise<Response> {
  return web.ask(page(id), { method: 'POST', cookie: cookies[language], body: bodyOf(sent) });
}

/** What the API would get of a posted form, and what is read of it. */
async function read(sent: readonly Sent[], language: Language) {
  const request = new Request('https://motothek.example', { method: 'POST', body: bodyOf(sent) });
  const state = readForm(formFields(language), await readEntries(request));
  const body = JSON.stringify({ id: ['1r'], metadata: metadataOf(formFields(language), state) });
  return { state, metadata: StudyMetadataSchema.parse(JSON.parse(body)).metadata };
}

async function saved(id: string): Promise<MetadataEntry[]> {
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}`);
  return StudyMetadataSchema.parse(await answer.json()).metadata;
}

const unnamed = (metadata: MetadataEntry[]) => metadata.map(({ name: _, ...rest }) => rest);

const openedOf = (shown: readonly Sent[]) => shown.filter(([name]) => name === formSnapshotField);

/** What a browser finds in the form when it opens the page. */
async function open(id: string, language: Language): Promise<Sent[]> {
  const answer = await web.ask(page(id), { cookie: cookies[language] });
  return sentByForm(await answer.text(), 'metadata-form');
}

/** Everything in a form that is not blank, by field in its order; positions may close up. */
function texts(sent: readonly Sent[]): string[] {
  return sent
    .filter(([name, text]) => (parsePlace(name) ?? name === 'templateName') && text.trim() !== '')
    .map(([name, text]) => `${name.replace(/(-\d+)+$/, '')} ${text.replaceAll('\r\n', '\n')}`)
    .sort();
}

const until = (time: number) => () => Date.now() > time;

/** Generated values as long as there is time, then null: making the rest would take longer than trying some. */
const inTime = <Value>(values: fc.Arbitrary<Value>, isLate: () => boolean): fc.Arbitrary<Value | null> =>
  fc.constant(null).chain(() => (isLate() ? fc.constant(null) : values));

let titles = 0;
/** What somebody types for an answer, under a title that nobody has yet. */
function fillIn(answer: MetadataEntry[], language: Language): { metadata: MetadataEntry[]; sent: Sent[] } {
  titles += 1;
  const metadata = answer.map((stored) =>
    stored.id === fieldIds.title
      ? {
          ...entry(stored.id, [`${titles} ${[...(stored.values[0] ?? '')].slice(0, 200).join('').trim()}`]),
          name: stored.name,
        }
      : stored,
  );
  const fields = formFields(language);
  return { metadata, sent: entriesOf(formOf(fields, metadata)) };
}

const spoiled = fc.oneof(
  ...Object.entries(spoiledForms(formFields('en'))).map(([what, spoiler]) => spoiler.map((spoil) => ({ what, spoil }))),
);

test.each(languages)('500 generated valid answers come through the form in %s unchanged', async (language) => {
  const fields = formFields(language);
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const { metadata, sent } = fillIn(answer, language);
      const posted = await read(sent, language);
      expect(validateMetadata(formFields('en'), posted.metadata)).toEqual([]);
      const stored = cleanEntries(formFields('en'), posted.metadata);
      expect(unnamed(stored)).toEqual(unnamed(metadata));
      expect(entriesOf(formOf(fields, stored))).toEqual(sent);
    }),
    { numRuns: cases },
  );
});

test('500 generated invalid answers have a fault each, and every character is read', async () => {
  await fc.assert(
    fc.asyncProperty(answers, spoiled, async (answer, { what, spoil }) => {
      const sent = spoil(fillIn(answer, 'en').sent);
      const { state, metadata } = await read(sent, 'en');
      // Whether a title is taken only the server knows.
      const isTaken = what === 'the title of another study';
      expect(validateMetadata(formFields('en'), metadata).length > 0, what).toBe(!isTaken);
      expect(texts(entriesOf(state)), what).toEqual(texts(sent));
    }),
    { numRuns: cases },
  );
});

test.each(languages)(
  'a form filled with a generated valid answer in %s saves and reads back equal',
  async (language) => {
    const { id } = await addUploadAt(api, 'checked');
    const isLate = until(Date.now() + patienceOfWebMs);
    let done = 0;
    let shown = await open(id, language);
    await fc.assert(
      fc.asyncProperty(inTime(answers, isLate), async (answer) => {
        if (!answer) return;
        const { metadata, sent } = fillIn(answer, language);
        expect((await post(id, [...sent, ...openedOf(shown)], language)).status).toBe(303);
        expect(unnamed(await saved(id))).toEqual(unnamed(metadata));
        shown = await open(id, language);
        expect(texts(shown)).toEqual(texts(sent));
        done += 1;
      }),
      { numRuns: cases / languages.length, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(0);
  },
  patienceMs,
);

test(
  'a form with a generated invalid answer never saves, and is shown again with every character',
  async () => {
    const { id } = await addUploadAt(api, 'checked');
    const isLate = until(Date.now() + patienceOfWebMs);
    const first = [...fillIn(completeMetadata('Before'), 'en').sent, ...openedOf(await open(id, 'en'))];
    expect((await post(id, first, 'en')).status).toBe(303);
    const before = await saved(id);
    let shown = await open(id, 'en');
    const typedBeside: Sent = ['templateName', ' A template that was not saved '];
    let done = 0;
    await fc.assert(
      fc.asyncProperty(inTime(fc.tuple(answers, spoiled), isLate), async (drawn) => {
        if (!drawn) return;
        const [answer, { what, spoil }] = drawn;
        const sent = [...spoil(fillIn(answer, 'en').sent), typedBeside, ...openedOf(shown)];
        const response = await post(id, sent, 'en');
        expect(response.status, what).toBe(what === 'the title of another study' ? 409 : 400);
        const html = await response.text();
        // The next one is typed into the form that is shown.
        shown = sentByForm(html, 'metadata-form');
        expect(texts(shown), what).toEqual(texts(sent));
        expect(html).toContain('There is a problem');
        expect(html).toContain('Missing information:');
        expect(await saved(id)).toEqual(before);
        done += 1;
      }),
      { numRuns: cases, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(0);
  },
  patienceMs,
);

test('the page of the form, and its answer to a refused save, ask the repository for nothing twice', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const page = [
    ...[`/api/fileupload/${id}/state`, '/api/metadata/schema', `/api/metadata/${id}`],
    ...['/api/metadata/templates', `/api/metadata/${id}/uploads`],
  ].map((path) => `GET ${path}`);
  // The counters of the footer are kept for a while.
  const own = () => asked.filter((question) => !question.endsWith('/stats')).sort();
  asked.length = 0;
  const shown = await open(id, 'en');
  expect(own()).toEqual(page.toSorted());
  asked.length = 0;
  expect((await post(id, [['f2-0', 'Alone'], ...openedOf(shown)], 'en')).status).toBe(400);
  expect(own()).toEqual([...page, 'POST /api/metadata'].toSorted());
});

test('the name typed for a template stays with a draft until the template is saved', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const typed: Sent[] = [
    ['f6-0', 'grip'],
    ['templateName', ' Mine '],
  ];
  const press = async (intent: string, sent: Sent[]) =>
    expect((await post(id, [...sent, ['intent', intent]], 'en')).status).toBe(303);
  await press('draft', [...typed, ...openedOf(await open(id, 'en'))]);
  const drafted = await open(id, 'en');
  expect(texts(drafted)).toEqual(texts(typed));
  await press('save-template', drafted);
  expect(texts(await open(id, 'en'))).toEqual(['f6 grip']);
});

test('what was removed from an author comes back to the same one after a refused save', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const authors = ['Beck', '', 'Chu', 'Diaz'].flatMap((family, index): Sent[] => [
    [`f1-${index}`, family],
    [`f1-${index}`, ''],
    [`f1_2-${index}-0`, family && `Institute of ${family}`],
  ]);
  const press = async (intent: string, sent: Sent[]) => {
    const answer = await post(id, [...sent, ['intent', intent]], 'en');
    return sentByForm(await answer.text(), 'metadata-form');
  };
  const removed = await press('remove:f1_2-2-0', [...authors, ...openedOf(await open(id, 'en'))]);
  const refused = await press('save', removed);
  const drafted = await open(id, 'en');
  for (const shown of [refused, drafted]) {
    const undone = await press('undo', [...shown.filter(([name]) => name !== formSnapshotField), ...openedOf(drafted)]);
    expect(texts(undone)).toEqual(texts(authors));
    expect(undone).toContainEqual(['f1_2-2-0', 'Institute of Chu']);
  }
});

test('no letter of a page is broken where one of its blocks ends', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const keywords = Array.from({ length: 90 }, (_, index) => `${'x'.repeat(index)}${'äöü中😀'.repeat(9)}`);
  const sent = entriesOf(formOf(formFields('de'), [entry(fieldIds.keyword, keywords)]));
  const html = await (await post(id, [...sent, ...openedOf(await open(id, 'de'))], 'de')).text();
  expect(html).not.toMatch(/[\0\ufffd]/);
  expect(texts(sentByForm(html, 'metadata-form'))).toEqual(texts(sent));
});
