import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { sentById } from '../support/form-in-page';
import { mainOf, textOf } from '../support/main-of-page';
import { share } from '../support/member-calls';
import { actors, chair } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { useUploadApi } from '../support/upload-calls';
import { gripTable, handlePublication, versionCalls } from '../support/version-calls';

const api = useUploadApi({ checks: true });
const calls = versionCalls(api);
const { contributor, other, expert1 } = actors;
const languages = ['en', 'de'] as const;
let web: TestWeb;
let cookies: Record<'en' | 'de' | 'other' | 'expert', string>;
beforeAll(async () => {
  handlePublication(api);
  web = await createTestWeb(api);
  cookies = {
    en: await web.signIn(contributor, 'en'),
    de: await web.signIn(contributor, 'de'),
    other: await web.signIn(other, 'en'),
    expert: await web.signIn(expert1, 'de'),
  };
});
afterAll(() => {
  web?.close();
  expect(web.serverErrors).toEqual([]);
});

const words = (html: string) => textOf(mainOf(html), ' ').replace(/\s+/g, ' ');
async function open(path: string, cookie?: string) {
  const response = await web.ask(path, cookie === undefined ? {} : { cookie });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: words(html) };
}
const post = (path: string, fields: [string, string][], cookie: string) =>
  web.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
/** The page to which a response redirects, with the message that it brings. */
async function follow(response: Response, cookie: string) {
  expect(response.status).toBe(303);
  const path = response.headers.get('Location') ?? '';
  const flash = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { path, ...(await open(path, [cookie, ...flash].join('; '))) };
}
/** Fields of the form that submits a version, with what is new. */
function submitFields(html: string, news: string): [string, string][] {
  return [...sentById(html, 'submit-form').filter(([name]) => name !== 'news'), ['news', news], ['intent', 'save']];
}
const next = (path: string) => path.split('/').at(-1) ?? '';

describe.each(languages)('a new version, in %s', (language) => {
  const said = {
    en: {
      link: 'New version',
      done: 'The new version has been begun.',
      is: 'Version 2 of a published data set.',
      changes: 'What has changed since data set',
      label: 'What is new in this version',
      missing: 'Enter what is new in this version.',
      unchanged: 'Neither the data nor the metadata differ from the published version.',
      submitted: 'Your file has been submitted.',
      newer: 'There is a newer version of this data set.',
    },
    de: {
      link: 'Neue Version',
      done: 'Die neue Version ist angelegt.',
      is: 'Version 2 eines veröffentlichten Datensatzes.',
      changes: 'Was sich gegenüber Datensatz',
      label: 'Was ist neu an dieser Version?',
      missing: 'Geben Sie an, was an dieser Version neu ist.',
      unchanged: 'Daten und Metadaten sind dieselben wie in der veröffentlichten Version.',
      submitted: 'Ihre Datei wurde eingereicht.',
      newer: 'Von diesem Datensatz gibt es eine neuere Version.',
    },
  }[language];
  let first = '';
  let nr = 0;
  let second = '';
  const table = gripTable();

  beforeAll(async () => {
    first = await calls.accepted(`Grip on screens (${language})`, table.content);
    nr = await calls.numberOf(first);
  });

  test('is offered to the owner in the list, on the upload and on the page of the data set, and to nobody else', async () => {
    for (const path of ['/file-upload', `/file-upload/submit/${first}`, `/data-set/${nr}`]) {
      const { html } = await open(path, cookies[language]);
      expect([path, html.includes(`/file-upload/new-version/${first}`)]).toEqual([path, true]);
    }
    for (const cookie of [undefined, cookies.other, cookies.expert]) {
      expect((await open(`/data-set/${nr}`, cookie)).html).not.toContain('/file-upload/new-version/');
    }
    expect((await open(`/file-upload/new-version/${first}`, cookies.other)).status).toBe(404);
    expect((await open(`/file-upload/new-version/${first}`)).status).toBe(302);
  });

  test('is begun by a plain form, which leads to the page for the changed file', async () => {
    const { text } = await open(`/file-upload/new-version/${first}`, cookies[language]);
    expect(text).toContain(said.link);
    const begun = await follow(
      await post(`/file-upload/new-version/${first}`, [], cookies[language]),
      cookies[language],
    );
    second = next(begun.path);
    expect(begun.path).toBe(`/file-upload/correct/${second}`);
    expect(begun.html).toContain(said.done);
    expect(begun.text).toContain(said.is);
    // A second press leads to the same one.
    const again = await post(`/file-upload/new-version/${first}`, [], cookies[language]);
    expect(again.headers.get('Location')).toBe(begun.path);
    expect((await open(`/data-set/${nr}`, cookies[language])).html).toContain(`/file-upload/submit/${second}`);
  });

  test('is refused unchanged and without what is new, and keeps what was typed', async () => {
    const path = `/file-upload/submit/${second}`;
    const page = await open(path, cookies[language]);
    expect(page.text).toContain(`${said.changes} ${nr}`);
    expect(page.text).toContain(said.label);
    const send = (fields: [string, string][]) => post(`${path}?news=`, fields, cookies[language]);
    const unchanged = await send(submitFields(page.html, 'Typed with care.'));
    expect(unchanged.status).toBe(409);
    const shown = await unchanged.text();
    expect(words(shown)).toContain(said.unchanged);
    expect(shown).toContain('Typed with care.');
    // It is a draft by now.
    expect((await open(path, cookies[language])).html).toContain('Typed with care.');

    await calls.correct(second, gripTable({ study: table.study, grips: [36.5] }).content);
    const changed = await open(path, cookies[language]);
    expect(changed.text).toContain('grip');
    const missing = await send(submitFields(changed.html, '  '));
    expect(missing.status).toBe(400);
    const html = await missing.text();
    // In the summary and at the field, in the same words.
    expect(words(html).split(said.missing)).toHaveLength(3);
    expect(html).toContain('href="#news-text"');
    const drafted = await send([...submitFields(changed.html, 'Saved as a draft.').slice(0, -1), ['intent', 'draft']]);
    expect((await follow(drafted, cookies[language])).html).toContain('Saved as a draft.');
  });

  test('is submitted, shown to the board with what has changed, and accepted', async () => {
    const path = `/file-upload/submit/${second}`;
    const metadata = withEntries(await calls.metadataOf(second), entry(fieldIds.abstract, ['Measured with care.']));
    await calls.json('/api/metadata', 'POST', { id: [second], metadata });
    const page = await open(path, cookies[language]);
    const sent = await post(`${path}?news=`, submitFields(page.html, 'One value was typed wrong.'), cookies[language]);
    expect((await follow(sent, cookies[language])).text).toContain(said.submitted);
    const vote = await open(`/editorial-board/vote/${second}`, cookies.expert);
    expect(vote.text).toContain(`Neue Version: was sich gegenüber Datensatz ${nr} geändert hat`);
    expect(vote.text).toContain('One value was typed wrong.');
    expect(vote.text).toContain('Über diese Version entscheiden zwei Stimmen.');
    expect(vote.text).toContain('Measured with care.');
    api.repository.settings.board.smallVersions = 'one';
    const small = await open(`/editorial-board/vote/${second}`, cookies.expert);
    expect(small.text).toContain('Das ist eine kleine Version: Eine Zustimmung genügt.');
    expect((await castVote(api, expert1, second)).status).toBe(200);
    api.repository.settings.board.smallVersions = 'two';
    await api.settle();
    expect(await calls.numberOf(second)).toBe(nr + 1);
  });

  test('and the former one name each other on their pages, for people and programs', async () => {
    const origin = 'https://motothek.example';
    const old = await open(`/data-set/${nr}`, cookies[language]);
    expect(old.status).toBe(200);
    expect([old.text.includes(said.newer), old.text.includes('Grip on screens')]).toEqual([true, true]);
    expect(old.html).toContain(`href="/data-set/${nr + 1}"`);
    expect(old.headers.get('Link')).toContain(`<${origin}/data-set/${nr + 1}>; rel="latest-version"`);
    expect(old.headers.get('Link')).toContain(`<${origin}/data-set/${nr + 1}>; rel="successor-version"`);
    expect(old.headers.get('Link')).not.toContain('predecessor-version');
    const newest = await open(`/data-set/${nr + 1}`, cookies[language]);
    expect(newest.text.includes(said.newer)).toBe(false);
    expect(newest.text.includes('One value was typed wrong.')).toBe(true);
    // The address of all versions is no work of others.
    expect(newest.text).not.toContain('/newest');
    expect(newest.headers.get('Link')).toContain(`<${origin}/data-set/${nr}>; rel="predecessor-version"`);
    for (const from of [nr, nr + 1]) {
      const lead = await web.ask(`/data-set/${from}/newest`);
      expect([lead.status, lead.headers.get('Location')]).toEqual([302, `/data-set/${nr + 1}`]);
    }
    expect((await web.ask('/data-set/9999/newest')).status).toBe(404);
  });

  test('is not begun by a co-author without the right, who reads why', async () => {
    await share(api, { id: first }, other, { right: 'read' });
    const page = await open(`/file-upload/new-version/${first}`, cookies.other);
    expect(page.text).toContain('your right does not include this');
    expect(page.text).not.toContain('was withdrawn');
    expect(page.html).not.toContain('Begin new version</button>');
  });

  test('stays when the former one is withdrawn: each page leads to the other one', async () => {
    const { withdrawal, valid, concept } = {
      en: { withdrawal: 'about version 1', valid: 'which is not withdrawn', concept: 'DOI of all versions' },
      de: { withdrawal: 'nur Version 1', valid: 'die nicht zurückgezogen ist', concept: 'DOI aller Versionen' },
    }[language];
    const before = await open(`/file-upload/withdrawal/${first}`, cookies[language]);
    expect(before.text).toContain(withdrawal);
    expect(before.html).toContain(`/file-upload/withdrawal/${second}`);
    const order = { decision: 'withdraw', reason: 'A wrong file.' };
    expect((await calls.send(`/api/editorial/${first}/withdrawal`, 'POST', order, chair)).status).toBe(200);
    await api.settle();
    const tombstone = await open(`/data-set/${nr}`, cookies[language]);
    expect(tombstone.text).toContain(valid);
    expect(tombstone.text).toContain(concept);
    expect(tombstone.html).toContain(`href="/data-set/${nr + 1}"`);
    const { versions } = await calls.json<{ versions: { nr: number; doi: string }[] }>(
      `/api/search/versions/${nr + 1}`,
    );
    // The DOI of a withdrawn version still leads to its page.
    expect(versions.map((version) => [version.nr, version.doi !== ''])).toEqual([
      [nr + 1, true],
      [nr, true],
    ]);
  });
});

test('a version whose changes are requested asks again what is new, with what was submitted', async () => {
  const table = gripTable();
  const first = await calls.accepted('Grip, to be changed', table.content);
  const { id } = await calls.begin(first);
  await calls.correct(id, gripTable({ study: table.study, grips: [37] }).content);
  expect((await calls.submit(id, 'One value.')).status).toBe(200);
  const request = { panel: 1, points: ['Name the device.'], isImpartial: true };
  expect((await calls.send(`/api/editorial/${id}/changes`, 'POST', request, expert1)).ok).toBe(true);
  const path = `/file-upload/submit/${id}`;
  const page = await open(path, cookies.en);
  const fields = sentById(page.html, 'answers-form');
  expect(fields).toContainEqual(['news', 'One value.']);
  const send = (news: string) => {
    const kept = fields.filter(([name]) => name !== 'news' && name !== 'answer');
    const typed: [string, string][] = [
      ['answer', 'It is named now.'],
      ['news', news],
      ['intent', 'save'],
    ];
    return post(`${path}?round=1`, [...kept, ...typed], cookies.en);
  };
  const missing = await send(' ');
  expect(missing.status).toBe(400);
  const shown = await missing.text();
  expect(words(shown).split('Enter what is new in this version.')).toHaveLength(3);
  expect(shown).toContain('It is named now.');
  const again = await send('One value, and the device.');
  expect((await follow(again, cookies.en)).path).toBe(path);
  await calls.accept(id);
  const { text } = await open(`/data-set/${await calls.numberOf(id)}`);
  expect(text.includes('One value, and the device.')).toBe(true);
});

describe('in the list of downloads', () => {
  let old = 0;
  beforeAll(async () => {
    const table = gripTable();
    const first = await calls.accepted('Grip, downloaded', table.content);
    old = await calls.numberOf(first);
    await calls.send('/api/search/download', 'POST', [old], other);
    const second = await calls.begin(first);
    await calls.correct(second.id, gripTable({ study: table.study, grips: [37] }).content);
    await calls.submit(second.id, 'One value.');
    await calls.accept(second.id);
  });

  test('an old version is marked, and mails about new ones begin and end with a button', async () => {
    const page = await open('/my-downloads', cookies.other);
    expect(page.text).toContain('There is a newer version: version 2');
    expect(page.html).toContain(`href="/data-set/${old + 1}"`);
    const asked = await follow(await post('/my-downloads', [['ask', String(old)]], cookies.other), cookies.other);
    expect(asked.html).toContain('You will get an e-mail about each new version of this data set.');
    expect(asked.html).toMatch(new RegExp(`name="stop" value="${old}"`));
    const stopped = await follow(await post('/my-downloads', [['stop', String(old)]], cookies.other), cookies.other);
    expect(stopped.html).toContain('You will get no more e-mails about new versions of this data set.');
    for (const value of ['0', 'x', '-1', '99999999999']) {
      expect((await post('/my-downloads', [['ask', value]], cookies.other)).status).toBe(400);
    }
    const unknown = await follow(await post('/my-downloads', [['ask', '9999']], cookies.other), cookies.other);
    expect(unknown.path).toBe('/my-downloads');
  });

  test('the link of a mail asks first, ends the mails without a login, and says so the second time', async () => {
    await post('/my-downloads', [['ask', String(old)]], cookies.other);
    const { rows } = await api.pool.query<{ end_token: string }>('select end_token from repository.version_followers');
    const link = `/my-downloads/end/${rows[0]?.end_token}`;
    const asked = await open(link);
    expect(asked.text).toContain('No more e-mails about new versions of this data set?');
    expect(asked.text).toContain('Grip, downloaded');
    expect((await post(link, [], '')).status).toBe(303);
    const gone = await open(link);
    expect([gone.status, gone.text.includes('This link is no longer valid')]).toEqual([404, true]);
    expect((await open('/my-downloads/end/unknown')).status).toBe(404);
  });
});
