import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SubmissionReviewSchema } from '@domain/api/submission';

import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload, type ReadyUpload } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** Uploads of these tests have 300 persons. */

let api: TestApi;
let web: TestWeb;
let cookies: { en: string; de: string };
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

let titles = 0;
const addStating = (persons: string) =>
  addUploadAt(api, 'described', {
    metadata: withEntries(completeMetadata(`Persons ${(titles += 1)}`), entry(14, [persons])),
  });
const differenceOf = async ({ id }: ReadyUpload) =>
  SubmissionReviewSchema.parse(await (await ask(api, actors.contributor, `/api/submit/${id}`)).json()).persons;
const submit = ({ id }: ReadyUpload, body?: unknown) =>
  ask(api, actors.contributor, `/api/submit/${id}`, { method: 'POST', body });
const statusOf = async ({ number }: ReadyUpload) => (await storedUpload(api, number)).upload.status;

describe('the API', () => {
  test.each([
    ['300', null],
    ['299', { stated: 299, counted: 300 }],
    ['13393', { stated: 13_393, counted: 300 }],
  ])('compares ‘%s’ with the persons in the data', async (stated, expected) => {
    expect(await differenceOf(await addStating(stated))).toEqual(expected);
  });

  test('refuses differing numbers only if they are denied to be right, as the specification sends nothing', async () => {
    const [first, second] = [await addStating('250'), await addStating('250')];
    const refused = await submit(first, { personsConfirmed: false });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'persons-differ', parameters: { stated: 250, counted: 300 } }),
    ]);
    expect(await statusOf(first)).toBe('Uploaded');
    expect((await submit(first, { personsConfirmed: true })).status).toBe(200);
    expect((await submit(second)).status).toBe(200);
    expect(await differenceOf(first)).toBeNull();
  });

  test('takes equal numbers without confirmation', async () => {
    expect((await submit(await addStating('300'), { personsConfirmed: false })).status).toBe(200);
  });
});

const words = {
  en: { numbers: 'says 13,393 people', confirm: 'Both numbers are right' },
  de: { numbers: 'sind 13.393 Personen angegeben', confirm: 'Beide Zahlen sind richtig' },
};

describe.each(['en', 'de'] as const)('the submit screen (%s)', (language) => {
  const address = ({ id }: ReadyUpload) => `/file-upload/submit/${id}`;
  const open = async (upload: ReadyUpload) => (await web.ask(address(upload), { cookie: cookies[language] })).text();
  const press = async (upload: ReadyUpload, more: [string, string][] = []) => {
    const [, version = ''] = /name="version" value="([^"]*)"/.exec(await open(upload)) ?? [];
    const body = new URLSearchParams([['version', version], ...more]);
    return web.ask(address(upload), { method: 'POST', cookie: cookies[language], body });
  };

  test('asks about differing numbers and submits when they are confirmed, without script', async () => {
    const upload = await addStating('13393');
    const page = (await open(upload)).replace(/<!-- -->/g, '');
    expect(page).toContain(words[language].numbers);
    expect(page).toContain(words[language].confirm);
    const refused = await press(upload);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('href="#persons-confirmed"');
    expect(await statusOf(upload)).toBe('Uploaded');
    expect((await press(upload, [['persons', 'on']])).status).toBe(303);
    expect(await statusOf(upload)).toBe('Submitted');
  });

  test('asks nothing if the numbers agree', async () => {
    const upload = await addStating('300');
    expect(await open(upload)).not.toContain(words[language].confirm);
    expect((await press(upload)).status).toBe(303);
  });
});
