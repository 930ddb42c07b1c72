import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Language } from '@domain/language';
import { files } from '../../services/repository/store/schema';
import { sentById, type Sent } from '../support/form-in-page';
import { attribute } from '../support/form-windows';
import { publishForTest } from '../support/published-data-sets';
import { addUploadAt, ask } from '../support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { completeMetadata } from '../fixtures/complete-metadata';

let api: SourceApi;
let web: TestWeb;
beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  for (const nr of [1, 2]) {
    const set = { nr, title: `Grip of adults ${nr}`, exercises: ['pushup40'], rights: ['SUFL 1.0'] };
    await publishForTest(api.repository, set);
  }
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const { contributor, expert1 } = actors;
const directions = [
  ['en', 'de'],
  ['de', 'en'],
] as const;

/** A page in a browser without script, and what it would send of the form that the language buttons name. */
interface Window {
  address: string;
  cookie: string;
  status: number;
  html: string;
  /** Id of the form; '' if the buttons have their own. */
  form: string;
  sent: Sent[];
}

function windowOf(address: string, cookie: string, status: number, html: string): Window {
  const form = attribute(buttonIn(html, 'de'), 'form');
  return { address, cookie, status, html, form, sent: form ? sentById(html, form) : [] };
}
const buttonIn = (html: string, language: Language) =>
  new RegExp(`<button[^>]*name="language"[^>]*value="${language}"[^>]*>`).exec(html)?.[0] ?? '';

async function open(address: string, cookie: string): Promise<Window> {
  const response = await web.ask(address, { cookie });
  return windowOf(address, cookie, response.status, await response.text());
}

/** Replaces all values of the named fields. */
function fill(window: Window, values: Record<string, string | string[]>): Window {
  const names = Object.keys(values);
  const typed = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one): Sent => [name, one]));
  return { ...window, sent: [...window.sent.filter(([name]) => !names.includes(name)), ...typed] };
}
const valuesOf = ({ sent }: Window, name: string) => sent.filter(([one]) => one === name).map(([, value]) => value);

/** Presses a language button as a browser does without script, and follows the redirect. */
async function press(window: Window, language: Language, headers: Record<string, string> = {}): Promise<Window> {
  const action = attribute(buttonIn(window.html, language), 'formaction');
  expect(action).toMatch(/^\/language\?returnTo=/);
  const body = new URLSearchParams([...window.sent, ['language', language]]);
  const response = await web.ask(action, { method: 'POST', cookie: window.cookie, body, headers });
  const set = response.headers.getSetCookie().map((header) => header.split(';')[0] ?? '');
  const kept = window.cookie.split('; ').filter((pair) => !set.some((one) => one.split('=')[0] === pair.split('=')[0]));
  const cookie = [...kept, ...set].join('; ');
  const location = response.headers.get('Location');
  if (response.status !== 303 || location === null) {
    return windowOf(action, cookie, response.status, await response.text());
  }
  if (location.startsWith('/authentication/')) return { ...windowOf(location, cookie, 303, ''), cookie };
  return open(location, cookie);
}

const isDraft = ({ html }: Window) => /This is your draft|Das ist Ihr Entwurf|Dies ist Ihr Entwurf/.test(html);
const langOf = ({ html }: Window) => /<html lang="(\w+)"/.exec(html)?.[1];

/** A table that has been checked, with one value that needs a comment. */
async function addTable() {
  const csv = `pupil,grip\n${Array.from({ length: 300 }, (_, row) => `${row},${row === 0 ? 90 : 40}`).join('\n')}\n`;
  const upload = await api.addUpload({ tables: [{ name: 'adults', csv }] });
  const dialect = { encoding: 'utf-8', separator: ',', decimal: '.' } as const;
  await api.repository.db.update(files).set({ dialect }).where(eq(files.upload, upload.number));
  return upload;
}

describe.each(directions)('from %s to %s', (from, to) => {
  test('metadata is kept: fields, template name, other uploads', async () => {
    const { id } = await addUploadAt(api, 'checked');
    const other = await addUploadAt(api, 'checked', { kind: 'agg' });
    const before = await open(`/file-upload/meta/${id}`, await web.signIn(contributor, from));
    expect(before.form).toBe('metadata-form');
    const text = 'Größe & „Kraft“ <b>\r\nzweite Zeile';
    const after = await press(
      fill(before, { 'f2-0': 'Not saved', 'f5-0': text, templateName: 'Mine', also: other.id }),
      to,
    );
    expect([langOf(after), after.address]).toEqual([to, before.address]);
    expect(valuesOf(after, 'f2-0')).toEqual(['Not saved']);
    expect(valuesOf(after, 'f5-0').map((one) => one.replace(/\r?\n/g, '\r\n'))).toEqual([text]);
    expect([valuesOf(after, 'templateName'), valuesOf(after, 'also')]).toEqual([['Mine'], [other.id]]);
    expect(isDraft(after)).toBe(true);
  });

  test('the mapping is kept: targets, codes, reading settings, template name', async () => {
    const { id } = await addTable();
    const before = await open(`/file-upload/data/${id}?table=adults`, await web.signIn(contributor, from));
    expect(before.form).toBe('mapping-form');
    const typed = { target: ['', 'handgrip|kg'], missingCodes: '99', headerRow: '1', templateName: 'Mine' };
    const after = await press(fill(before, typed), to);
    expect(langOf(after)).toBe(to);
    for (const [name, value] of Object.entries(typed)) expect(valuesOf(after, name)).toEqual([value].flat());
  });

  test('comments are kept, with the chosen filter and height', async () => {
    const { id } = await addTable();
    const mapped = await ask(api, contributor, `/api/mapping/raw/${id}/adults`, {
      method: 'POST',
      body: mappingOf({ grip: 'handgrip|kg' }),
    });
    expect(mapped.status).toBeLessThan(300);
    const before = await open(`/file-upload/check/${id}?table=adults`, await web.signIn(contributor, from));
    expect(before.form).toBe('comments-form');
    const [comment = ''] = before.sent.map(([name]) => name).filter((name) => name.startsWith('comment:'));
    expect(comment).not.toBe('');
    const after = await press(fill(before, { [comment]: 'measured twice', list: 'tall', column: 'B' }), to);
    expect(langOf(after)).toBe(to);
    expect(valuesOf(after, comment)).toEqual(['measured twice']);
    expect([valuesOf(after, 'list'), valuesOf(after, 'column')]).toEqual([['tall'], ['B']]);
    expect(isDraft(after)).toBe(true);
  });

  test('a vote is kept', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const before = await open(`/editorial-board/vote/${id}`, await web.signIn(expert1, from));
    expect(before.form).toBe('vote-1');
    const typed = { email: expert1.email, rating: '2', note: 'Too few\r\npersons' };
    const after = await press(fill(before, typed), to);
    expect(langOf(after)).toBe(to);
    expect(valuesOf(after, 'email')).toEqual([expert1.email]);
    expect(valuesOf(after, 'rating')).toEqual(['2']);
    expect(valuesOf(after, 'note')[0]?.replace(/\r?\n/g, '\r\n')).toBe('Too few\r\npersons');
  });

  test('the download form is kept with its ticks, which are in no draft', async () => {
    const start = await ask(api, contributor, '/api/search/download', { method: 'POST', body: [1] });
    const address = `/file-download/${start.headers.get('Location')?.split('/').at(-1)}`;
    const before = await open(address, await web.signIn(contributor, from));
    expect(before.form).toBe('download');
    const country = { en: 'Germany', de: 'Deutschland' };
    const typed = { institution: 'KIT', country: country[from], purpose: 'Lehre & Forschung', licence: 'on' };
    const after = await press(fill(before, typed), to);
    expect(langOf(after)).toBe(to);
    for (const [name, value] of Object.entries({ ...typed, country: country[to] })) {
      expect(valuesOf(after, name)).toEqual([value]);
    }
    expect(valuesOf(after, 'accurate')).toEqual([]);
    const later = await open(address, after.cookie);
    expect([valuesOf(later, 'purpose'), valuesOf(later, 'licence')]).toEqual([['Lehre & Forschung'], []]);
  });

  test('uploads that are ticked to be submitted together stay ticked', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
    const body = { id: [raw.id, agg.id], metadata: completeMetadata(raw.title) };
    await ask(api, contributor, '/api/metadata', { method: 'POST', body });
    const before = await open(`/file-upload/submit/${raw.id}`, await web.signIn(contributor, from));
    expect(before.form).toBe('submit-form');
    const after = await press(fill(before, { also: agg.id }), to);
    expect([langOf(after), valuesOf(after, 'also')]).toEqual([to, [agg.id]]);
    expect(valuesOf(await press(fill(after, { also: [] }), from), 'also')).toEqual([]);
  });

  test('a search that was not sent is kept without being sent, also for visitors', async () => {
    const before = await open('/', `language=${from.toUpperCase()}-X`);
    expect(before.form).toBe('search-form');
    const after = await press(fill(before, { e: ['pushup40', 'situp40'], q: 'Größe & more' }), to);
    expect([langOf(after), valuesOf(after, 'q')]).toEqual([to, ['Größe & more']]);
    expect(valuesOf(after, 'e')).toEqual(['pushup40', 'situp40']);
    expect(after.html).not.toContain('id="results"');
    const bare = await press(fill(after, { e: [], q: '' }), from);
    expect(bare.address).toBe('/');
  });

  test('results stay, with a search that was changed since', async () => {
    const before = await open('/?q=grip', `language=${from.toUpperCase()}-X`);
    expect((await press(before, to)).address).toBe('/?q=grip');
    const after = await press(fill(before, { q: 'grip strength' }), to);
    expect(valuesOf(after, 'q')).toEqual(['grip strength']);
    expect(after.html).toContain('Grip of adults 2');
  });

  test('ticked results are kept', async () => {
    const before = await open('/?q=grip', await web.signIn(contributor, from));
    expect(before.form).toBe('results-form');
    const after = await press(fill(before, { nr: '2' }), to);
    expect([langOf(after), valuesOf(after, 'nr'), valuesOf(after, 'q')]).toEqual([to, ['2'], ['grip']]);
  });
});

test('saved entries and an empty form leave no draft', async () => {
  const { id } = await addUploadAt(api, 'described');
  const { id: open1 } = await addUploadAt(api, 'submitted');
  const table = await addTable();
  const cookie = await web.signIn(contributor, 'en');
  for (const [address, who] of [
    [`/file-upload/meta/${id}`, cookie],
    [`/file-upload/data/${table.id}?table=adults`, cookie],
    [`/editorial-board/vote/${open1}`, await web.signIn(expert1, 'en')],
  ] as const) {
    const after = await press(await open(address, who), 'de');
    expect([address, isDraft(after), langOf(after)]).toEqual([address, false, 'de']);
  }
});

test('a draft that is shown and not changed stays unchanged', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const first = await open(`/file-upload/meta/${id}`, await web.signIn(contributor, 'en'));
  const german = await press(fill(first, { 'f2-0': 'Drafted' }), 'de');
  const english = await press(german, 'en');
  const versionOf = (window: Window) => valuesOf(window, 'opened')[0]?.split('.')[0];
  const again = await press(english, 'de');
  expect(versionOf(again)).toBe(versionOf(english));
  expect(valuesOf(again, 'f2-0')).toEqual(['Drafted']);
});

test('a form saved first in another window becomes a version, with a note in the new language', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const cookie = await web.signIn(contributor, 'en');
  const [first, second] = [
    await open(`/file-upload/meta/${id}`, cookie),
    await open(`/file-upload/meta/${id}`, cookie),
  ];
  await press(fill(first, { 'f2-0': 'Typed first' }), 'de');
  // Both windows changed the same field.
  const told = await press(fill(second, { 'f2-0': 'Typed second' }), 'de');
  expect(valuesOf(told, 'f2-0')).toEqual(['Typed first']);
  expect(told.html).toContain('Dieses Formular war in einem anderen Fenster geändert worden.');
  const [, back = ''] = /value="(restore:[^"]*)"/.exec(told.html) ?? [];
  const body = new URLSearchParams([...told.sent, ['intent', back]]);
  await web.ask(told.address, { method: 'POST', cookie: told.cookie, body });
  expect(valuesOf(await open(told.address, told.cookie), 'f2-0')).toEqual(['Typed second']);
});

test('a draft of another window is shown, and the entries of this window can be restored', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const address = `/file-upload/meta/${id}`;
  const cookie = await web.signIn(contributor, 'en');
  const [first, second] = [await open(address, cookie), await open(address, cookie)];
  await press(fill(first, { 'f2-0': 'Title of the first' }), 'de');
  const told = await press(fill(second, { 'f5-0': 'Abstract of the second' }), 'de');
  expect([valuesOf(told, 'f2-0'), valuesOf(told, 'f5-0')]).toEqual([['Title of the first'], ['']]);
  const [, back = ''] = /value="(restore:[^"]*)"/.exec(told.html) ?? [];
  const body = new URLSearchParams([...told.sent, ['intent', back]]);
  await web.ask(told.address, { method: 'POST', cookie: told.cookie, body });
  const shown = await open(told.address, told.cookie);
  expect([valuesOf(shown, 'f2-0'), valuesOf(shown, 'f5-0')]).toEqual([[''], ['Abstract of the second']]);
});

test('a window without entries leaves no version beside what another one has saved', async () => {
  const { id } = await addUploadAt(api, 'described');
  const address = `/file-upload/meta/${id}`;
  const cookie = await web.signIn(contributor, 'en');
  const [first, second] = [await open(address, cookie), await open(address, cookie)];
  const typed = fill(first, { 'f2-0': `Saved by the first ${id}` });
  const body = new URLSearchParams([...typed.sent, ['intent', 'save']]);
  expect((await web.ask(address, { method: 'POST', cookie, body })).status).toBe(303);
  const after = await press(second, 'de');
  expect(valuesOf(after, 'f2-0')).toEqual([`Saved by the first ${id}`]);
  expect([isDraft(after), after.html.includes('restore:')]).toEqual([false, false]);
});

test('an address that names no form returns 404; an unknown kind of form only changes the language', async () => {
  const cookie = await web.signIn(contributor, 'en');
  const send = (form: string, object: string) =>
    web.ask(`/language?${new URLSearchParams({ form, object, returnTo: '/info/imprint' })}`, {
      method: 'POST',
      cookie,
      body: new URLSearchParams({ language: 'de', note: 'x' }),
    });
  for (const [form, object] of [
    ['metadata', '1r/2'],
    ['vote', '1r/3'],
    ['mapping', '1r'],
    ['download', '../x'],
  ] as const) {
    expect([form, (await send(form, object)).status]).toEqual([form, 404]);
  }
  expect((await send('none', 'x')).headers.get('Location')).toBe('/info/imprint');
});

test('a form whose session has ended is shown after signing in, in the new language', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const before = await open(`/file-upload/meta/${id}`, await web.signIn(contributor, 'en'));
  await api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
  const asked = await press(fill(before, { 'f2-0': 'Typed before the end' }), 'de');
  expect(asked.address).toBe(`/authentication/login?returnUrl=${encodeURIComponent(before.address)}`);
  expect(asked.cookie).toContain('language=DE-DE');
  const shown = await open(before.address, await web.signIn(contributor, 'de'));
  expect([langOf(shown), valuesOf(shown, 'f2-0')]).toEqual(['de', ['Typed before the end']]);
  // This browser has no session, so the text is shown for copying.
  const lost = await press({ ...fill(before, { 'f2-0': 'Typed by nobody' }), cookie: 'language=EN-US' }, 'de');
  expect([lost.status, langOf(lost)]).toEqual([401, 'de']);
  expect(lost.html).toContain('Typed by nobody');
});

test('a form that is too large is refused with a message, and the language stays', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const before = await open(`/file-upload/meta/${id}`, await web.signIn(contributor, 'en'));
  const told = await press(fill(before, { 'f5-0': 'x'.repeat(2_200_000) }), 'de');
  expect([told.status, langOf(told)]).toEqual([413, 'en']);
  expect(told.html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  const home = await press(fill(await open('/', 'language=EN-US'), { q: 'x'.repeat(20_000) }), 'de');
  expect([home.status, langOf(home), home.cookie.includes('DE-DE')]).toEqual([413, 'en', false]);
});

test('only our own pages may send the language form, and it leads only to our own pages', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const before = await open(`/file-upload/meta/${id}`, await web.signIn(contributor, 'en'));
  const foreign = await press(fill(before, { 'f2-0': 'From elsewhere' }), 'de', { Origin: 'https://evil.example' });
  expect([foreign.status, foreign.html]).toEqual([403, expect.stringContaining('<h1>Not allowed</h1>')]);
  expect(valuesOf(await open(before.address, before.cookie), 'f2-0')).toEqual(['']);
  for (const returnTo of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)']) {
    const body = new URLSearchParams({ language: 'de' });
    const answer = await web.ask(`/language?${new URLSearchParams({ returnTo })}`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/']);
  }
});

test('a form sent by GET has the token in the address of the buttons', async () => {
  const { html } = await open('/?q=grip', await web.signIn(contributor, 'en'));
  const action = new URL(attribute(buttonIn(html, 'de'), 'formaction'), 'https://motothek.example');
  const token = /name="form-token" value="([^"]*)"/.exec(html)?.[1] ?? '';
  expect([token !== '', action.searchParams.get('form-token')]).toEqual([true, token]);
});

test('if the form is not shown, the buttons have their own: closed uploads, failures', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const cookie = await web.signIn(contributor, 'en');
  for (const page of ['data', 'check', 'meta', 'submit']) {
    for (const upload of [id, '99999r']) {
      const { form, html } = await open(`/file-upload/${page}/${upload}`, cookie);
      expect([page, upload, form, html.includes('class="language-switch"')]).toEqual([page, upload, '', true]);
    }
  }
});

test('on a page without a form the buttons have their own', async () => {
  const page = await open('/info/imprint', 'language=EN-US');
  expect(page.form).toBe('');
  expect(page.html).toContain('action="/language?returnTo=%2Finfo%2Fimprint"');
});
