import { afterAll, beforeAll, expect, test } from 'vitest';

import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import { languages, type Language } from '@domain/language';
import { formFields } from '../../services/repository/metadata/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** Sentences of the spec, sections 5 and 8. */
const inUse: Record<Language, string> = {
  en: 'This title is already in use.\nPlease vary the title entry!',
  de: 'Dieser Titel wird bereits verwendet.\nBitte variieren Sie den Titeleintrag!',
};

let api: TestApi;
let web: TestWeb;
let id: string;
let gone: boolean;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    if (gone) throw new TypeError('fetch failed');
    return api.api.fetch(request);
  });
  ({ id } = await addUploadAt(api, 'checked'));
  await addUploadAt(api, 'described', { metadata: completeMetadata('Taken') });
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

async function check(title: string, cookie?: string, upload = id) {
  const body = new URLSearchParams({ title });
  const answer = await web.ask(`/file-upload/validate/${upload}`, { method: 'POST', body, cookie });
  return { status: answer.status, message: ((await answer.json()) as { message: string | null }).message };
}

test.each(languages)(
  'a title in use is refused with the two lines of the spec in %s, by the API and by the form',
  async (language) => {
    const metadata = completeMetadata('taken!');
    for (const address of ['/api/metadata', '/api/metadata/validate']) {
      const answer = await ask(api, actors.contributor, address, {
        method: 'POST',
        language,
        body: { id: [id], metadata },
      });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: 'title-taken', title: inUse[language] });
    }
    const cookie = await web.signIn(actors.contributor, language);
    expect(await check('taken!', cookie)).toEqual({ status: 409, message: inUse[language] });
  },
);

test('a free title is confirmed, and a title that is too long has its own message', async () => {
  const cookie = await web.signIn(actors.contributor);
  expect(await check('Free', cookie)).toEqual({ status: 200, message: null });
  expect(await check('x'.repeat(501), cookie)).toEqual({ status: 400, message: 'Enter at most 500 characters.' });
});

test('all other responses to the check have messages as well', async () => {
  const cookie = await web.signIn(actors.contributor);
  expect(await check('Free')).toEqual({ status: 401, message: 'Log in to continue.' });
  expect(await check('Free', await web.signIn(actors.other))).toEqual({ status: 404, message: 'Not found' });
  expect((await check('x'.repeat(2_200_000), cookie)).status).toBe(413);
  gone = true;
  expect(await check('Free', cookie)).toMatchObject({
    status: 503,
    message: expect.stringContaining('The repository is not answering') as string,
  });
  gone = false;
});

test('a refused save lists what is missing under its heading, with the error in brackets', async () => {
  const metadata = withEntries(completeMetadata('Missing'), entry(7, []));
  for (const language of languages) {
    const fresh = await addUploadAt(api, 'checked');
    const sent = entriesOf(formOf(formFields(language), metadata));
    const cookie = await web.signIn(actors.contributor, language);
    const body = new URLSearchParams(sent);
    const page = await web.ask(`/file-upload/meta/${fresh.id}`, { method: 'POST', body, cookie });
    expect(page.status).toBe(400);
    const text = (await page.text()).replace(/<!-- -->|<[^>]*>/g, '');
    expect(text).toContain(language === 'en' ? 'Missing information:' : 'Fehlende Angaben:');
    expect(text).toContain(
      language === 'en'
        ? 'Study name or acronym (Fill in this field.)'
        : 'Studienname oder Akronym (Füllen Sie dieses Feld aus.)',
    );
  }
});
