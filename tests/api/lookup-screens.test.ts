import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type LookupServices, openLookupServices } from '../support/lookup-services';
import { mainText } from '../support/main-of-page';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let services: LookupServices;
let cookies: { en: string; de: string };
beforeAll(async () => {
  services = await openLookupServices();
  api = await createTestApi();
  web = await createTestWeb(api);
  cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
  const { address } = services;
  Object.assign(api.repository.settings.lookups, {
    orcid: address,
    ror: address,
    crossref: address,
    datacite: address,
  });
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await services.close();
  await web.close();
  await api.close();
});
beforeEach(() => {
  services.asked.length = 0;
  services.state.mood = 'well';
});

/** The metadata form of a new upload, as a browser without script sends it. */
async function openForm(language: 'en' | 'de' = 'en') {
  const { id } = await addUploadAt(api, 'checked');
  const send = async (...entries: [string, string][]) => {
    const body = new URLSearchParams(entries);
    const response = await web.ask(`/file-upload/meta/${id}`, { method: 'POST', cookie: cookies[language], body });
    const html = await response.text();
    return { status: response.status, html, text: mainText(html), valueOf: (name: string) => valuesIn(html, name) };
  };
  const again = async () => (await web.ask(`/file-upload/meta/${id}`, { cookie: cookies[language] })).text();
  return { id, send, again };
}

/** Values of the controls with a name. */
function valuesIn(html: string, name: string): string[] {
  const inputs = html.match(/<input[^>]*>/g) ?? [];
  return inputs
    .filter((input) => input.includes(`name="${name}"`))
    .map((input) => (/ value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&quot;', '"'));
}

test('opening and saving the form asks nobody', async () => {
  const { send, again } = await openForm();
  await again();
  await send(['f1-0', 'Carberry'], ['f1-0', 'Josiah'], ['intent', 'draft']);
  await send(['f1-0', 'Carberry'], ['f1-0', 'Josiah'], ['intent', 'save']);
  expect(services.asked).toEqual([]);
});

test('an author is looked up by name; choosing fills in ORCID, name and institution, and all else stays', async () => {
  const { send } = await openForm();
  const typed: [string, string][] = [
    ['f1-0', 'Carberry'],
    ['f1-0', 'J.'],
    ['f1_1-0-0', ''],
    ['f1_2-0-0', ''],
    ['f2-0', 'Typed title'],
  ];
  const found = await send(...typed, ['intent', 'look-up:f1_1-0-0']);
  expect(found.status).toBe(200);
  expect(found.text).toContain('ORCID has 1 entry for ‘Carberry, J.’.');
  expect(found.valueOf('f2-0')).toEqual(['Typed title']);
  const [choice = ''] = found.valueOf('lookup-choice');
  const filled = await send(...typed, ['lookup-choice', choice], ['intent', 'take:f1_1-0-0']);
  expect(filled.valueOf('f1-0')).toEqual(['Carberry', 'Josiah']);
  expect(filled.valueOf('f1_1-0-0')).toEqual(['0000-0002-1825-0097']);
  expect(filled.valueOf('f1_2-0-0')).toEqual(['Brown University']);
  expect(filled.valueOf('f2-0')).toEqual(['Typed title']);
});

test('an ORCID iD with a wrong digit is told, and nobody is asked', async () => {
  const { send } = await openForm();
  const answer = await send(
    ['f1-0', 'Carberry'],
    ['f1-0', 'J.'],
    ['f1_1-0-0', '0000-0002-1825-0098'],
    ['intent', 'look-up:f1_1-0-0'],
  );
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('href="#f1_1-0-0"');
  expect(answer.text).toContain('Enter all 16 digits of the ORCID iD');
  expect(answer.text).toContain('the name of the author is sent to ORCID');
  expect(services.asked).toEqual([]);
});

test('a typed institution is kept when an author is chosen', async () => {
  const { send } = await openForm();
  const typed: [string, string][] = [
    ['f1-0', ''],
    ['f1-0', ''],
    ['f1_1-0-0', '0000-0002-1825-0097'],
    ['f1_2-0-0', 'Own institution'],
  ];
  const [choice = ''] = (await send(...typed, ['intent', 'look-up:f1_1-0-0'])).valueOf('lookup-choice');
  const filled = await send(...typed, ['lookup-choice', choice], ['intent', 'take:f1_1-0-0']);
  expect(filled.valueOf('f1_2-0-0')).toEqual(['Own institution']);
  expect(filled.valueOf('f1-0')).toEqual(['Carberry', 'Josiah']);
});

test('funders and publications fill in their field', async () => {
  const { send } = await openForm('de');
  const funder = await send(['f25-0', 'Karlsruhe'], ['intent', 'look-up:f25-0']);
  expect(funder.text).toContain('ROR hat 1 Eintrag zu „Karlsruhe“.');
  const [choice = ''] = funder.valueOf('lookup-choice');
  const filled = await send(['f25-0', 'Karlsruhe'], ['lookup-choice', choice], ['intent', 'take:f25-0']);
  expect(filled.valueOf('f25-0')).toEqual(['Karlsruhe Institute of Technology, https://ror.org/04t3en479']);
  const work = await send(['f26-0', '10.5555/12345678'], ['intent', 'look-up:f26-0']);
  expect(work.text).toContain('Carberry; 2008; Journal of Psychoceramics');
});

test('an empty field says what is missing and asks nobody', async () => {
  const { send } = await openForm();
  const answer = await send(['f26-0', ' '], ['intent', 'look-up:f26-0']);
  expect(answer.text).toContain('Enter a DOI, or the title of the publication, first.');
  expect(services.asked).toEqual([]);
});

test('while a service is away, the form says so, keeps what was typed, and offers the list', async () => {
  services.state.mood = 'failing';
  const { send, again } = await openForm();
  const person = await send(['f1-0', 'Meier'], ['f1-0', ''], ['f2-0', 'Kept title'], ['intent', 'look-up:f1_1-0-0']);
  expect(person.status).toBe(200);
  expect(person.text).toContain('ORCID cannot be reached at the moment.');
  expect(await again()).toContain('Kept title');
  const funder = await send(['f25-0', 'DFG'], ['intent', 'look-up:f25-0']);
  expect(funder.text).toContain('These entries are from the short list of this site:');
  expect(funder.text).toContain('Deutsche Forschungsgemeinschaft');
});

test('a choice that was forged or not made fills in nothing', async () => {
  const { send } = await openForm();
  for (const choice of ['', 'null', '{"text":1}', '['.repeat(100)]) {
    const answer = await send(['f25-0', 'Typed'], ['lookup-choice', choice], ['intent', 'take:f25-0']);
    expect([choice, answer.status]).toEqual([choice, 400]);
    expect(answer.valueOf('f25-0')).toEqual(['Typed']);
  }
  for (const name of ['f2-0', 'else', 'f1_1', '']) {
    expect((await send(['f2-0', 'x'], ['intent', `look-up:${name}`])).status).toBe(400);
  }
  expect(services.asked).toEqual([]);
});
