import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { entriesOf, parseMetadataForm } from '../../app/forms/metadata/form-state';
import { formOf, metadataOf } from '../../app/forms/metadata/stored-metadata';
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
import { bodyOf, openedOf, openMetadataPage, texts, type MetadataPage } from '../support/metadata-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { spoiledForms } from '../support/spoiled-forms';
import { actors } from '../support/test-api';

/**
 * Number of generated answers that are parsed, and of those that also go through web app and API (CASES=all: all).
 */
const cases = 500;
const casesOfWeb = process.env.CASES === 'all' ? cases : 60;

let page: MetadataPage;
beforeAll(async () => {
  page = await openMetadataPage();
  await addUploadAt(page.api, 'described', { metadata: completeMetadata('A title in use') });
});
afterAll(() => page?.close());
afterAll(() => expect(page.serverErrors()).toEqual([]));

const answers = metadataArbitrary(formFields('en'));

/** The metadata that the API would receive for a posted form, and the parsed form. */
async function read(sent: readonly Sent[], language: Language) {
  const request = new Request('https://motothek.example', { method: 'POST', body: bodyOf(sent) });
  const state = parseMetadataForm(formFields(language), await readEntries(request));
  const body = JSON.stringify({ id: ['1r'], metadata: metadataOf(formFields(language), state) });
  return { state, metadata: StudyMetadataSchema.parse(JSON.parse(body)).metadata };
}

async function saved(id: string): Promise<MetadataEntry[]> {
  const answer = await ask(page.api, actors.contributor, `/api/metadata/${id}`);
  return StudyMetadataSchema.parse(await answer.json()).metadata;
}

const unnamed = (metadata: MetadataEntry[]) => metadata.map(({ name: _, ...rest }) => rest);

let titles = 0;
/** The form with an answer typed in, under a unique title. */
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

test('500 generated invalid answers have an error each, and every character is read', async () => {
  await fc.assert(
    fc.asyncProperty(answers, spoiled, async (answer, { what, spoil }) => {
      const sent = spoil(fillIn(answer, 'en').sent);
      const { state, metadata } = await read(sent, 'en');
      // Only the server knows whether a title is in use.
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
    const { id } = await addUploadAt(page.api, 'checked');
    let shown = await page.open(id, language);
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const { metadata, sent } = fillIn(answer, language);
        expect((await page.post(id, [...sent, ...openedOf(shown)], language)).status).toBe(303);
        expect(unnamed(await saved(id))).toEqual(unnamed(metadata));
        shown = await page.open(id, language);
        expect(texts(shown)).toEqual(texts(sent));
      }),
      { numRuns: casesOfWeb / languages.length, endOnFailure: true },
    );
  },
);

test('a form with a generated invalid answer is not saved, and is shown again with every character', async () => {
  const { id } = await addUploadAt(page.api, 'checked');
  const first = [...fillIn(completeMetadata('Before'), 'en').sent, ...openedOf(await page.open(id, 'en'))];
  expect((await page.post(id, first, 'en')).status).toBe(303);
  const before = await saved(id);
  let shown = await page.open(id, 'en');
  const typedBeside: Sent = ['templateName', ' A template that was not saved '];
  await fc.assert(
    fc.asyncProperty(answers, spoiled, async (answer, { what, spoil }) => {
      const sent = [...spoil(fillIn(answer, 'en').sent), typedBeside, ...openedOf(shown)];
      const response = await page.post(id, sent, 'en');
      expect(response.status, what).toBe(what === 'the title of another study' ? 409 : 400);
      const html = await response.text();
      // The next answer is typed into the form that is shown now.
      shown = sentByForm(html, 'metadata-form');
      expect(texts(shown), what).toEqual(texts(sent));
      expect(html).toContain('There is a problem');
      expect(html).toContain('Missing information:');
      expect(await saved(id)).toEqual(before);
    }),
    { numRuns: casesOfWeb, endOnFailure: true },
  );
});
