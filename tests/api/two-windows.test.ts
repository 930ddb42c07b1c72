import { afterAll, beforeAll, expect, test } from 'vitest';

import { buttonOf, formWindows, type, valueOf, type FormWindow } from '../support/form-windows';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { ask } from '../support/ready-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: SourceApi;
let web: TestWeb;
let open: ReturnType<typeof formWindows>['open'];
let press: ReturnType<typeof formWindows>['press'];
let autosave: ReturnType<typeof formWindows>['autosave'];
beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  ({ open, press, autosave } = formWindows(web));
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const { contributor } = actors;
const targets = { id: 'person_id|', grip: 'handgrip|kg' };
/** Three grip values need a comment. */
const csv = [
  'id,grip,slj,note',
  ...Array.from({ length: 300 }, (_, row) => `p${row},${row < 3 ? 90 - row : 40},${120 + (row % 9)},n`),
].join('\n');

/** Two windows with the same form; the upload is mapped and checked. */
async function twoWindows(screen: 'data' | 'check', language: 'en' | 'de' = 'en') {
  const { id } = await api.addUpload({ tables: [{ name: 'adults', csv }] });
  const mapped = await ask(api, contributor, `/api/mapping/raw/${id}/adults`, {
    method: 'POST',
    body: mappingOf(targets),
  });
  expect(mapped.status).toBe(200);
  const cookie = await web.signIn(contributor, language);
  const address = `/file-upload/${screen}/${id}?table=adults`;
  const [first, second] = [await open(address, cookie), await open(address, cookie)];
  return { id, address, cookie, first, second };
}

const a = 'comment:R03-1-2';
const b = 'comment:R03-1-3';
const c = 'comment:R03-1-4';

/** The window after choosing a target for a column. */
function choose(window: FormWindow, source: string, target: string): FormWindow {
  const position = window.fields.findIndex(([name, value]) => name === 'source' && value === source) + 1;
  const fields = window.fields.map((field, index): [string, string] =>
    index === position ? ['target', target] : field,
  );
  return { ...window, fields };
}
const targetOf = ({ fields }: FormWindow, source: string) =>
  fields[fields.findIndex(([name, value]) => name === 'source' && value === source) + 1]?.[1];
const commentsOf = (window: FormWindow) => [a, b, c].map((name) => valueOf(window, name));
const confirm = (window: FormWindow): FormWindow => ({ ...window, fields: [...window.fields, ['confirmed', 'yes']] });
const versionsIn = ({ page }: FormWindow) => page.match(/value="restore:/g)?.length ?? 0;

test('if a second window has other comments, the user is asked, and both versions can be restored', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  const drafted = await press(type(first, a, 'first of two'), 'draft');
  expect([drafted.status, versionsIn(drafted)]).toEqual([200, 0]);
  const asked = await press(type(second, b, 'second of two'), 'draft');
  expect([asked.status, commentsOf(asked)]).toEqual([409, ['', 'second of two', '']]);
  expect(commentsOf(await open(address, cookie))).toEqual(['first of two', '', '']);

  const mine = await press(asked, buttonOf(asked, 'keep'));
  expect([mine.status, commentsOf(mine)]).toEqual([200, ['', 'second of two', '']]);
  const back = await press(mine, buttonOf(mine, 'restore'));
  expect(commentsOf(back)).toEqual(['first of two', '', '']);
  expect(commentsOf(await press(back, buttonOf(back, 'restore')))).toEqual(['', 'second of two', '']);
  expect(versionsIn(await open(address, cookie))).toBe(1);
});

test('comments saved in another window can be removed only after a warning, and restored', async () => {
  const { id, first, second } = await twoWindows('check', 'de');
  const saved = await press(confirm(type(first, a, 'zuerst')), 'save');
  expect(valueOf(saved, a)).toBe('zuerst');
  // Discarding a draft on top does not hide the save from the older window.
  await press(await press(type(saved, c, 'halb'), 'draft'), 'discard');
  const asked = await press(confirm(type(second, b, 'danach')), 'save');
  expect([asked.status, commentsOf(asked)]).toEqual([409, ['', 'danach', '']]);
  const stored = async () => (await ask(api, contributor, `/api/mapping/problems/${id}/adults`)).text();
  expect(await stored()).toContain('zuerst');

  const mine = await press(confirm(asked), buttonOf(asked, 'keep'));
  expect(commentsOf(mine)).toEqual(['', 'danach', '']);
  expect(await stored()).not.toContain('zuerst');
  const back = await press(mine, buttonOf(mine, 'restore'));
  expect(commentsOf(back)[0]).toBe('zuerst');
  expect((await press(confirm(back), 'save')).status).toBe(200);
  expect(await stored()).toContain('zuerst');
}, 60_000);

test('a window is asked again if a third one was faster', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  const third = await open(address, cookie);
  await press(type(first, a, 'one'), 'draft');
  const asked = await press(type(second, a, 'two'), 'draft');
  const elsewhere = await press(type(third, a, 'three'), 'draft');
  await press(elsewhere, buttonOf(elsewhere, 'keep'));
  const again = await press(asked, buttonOf(asked, 'keep'));
  expect([again.status, valueOf(again, a)]).toEqual([409, 'two']);
  const mine = await press(again, buttonOf(again, 'keep'));
  expect([mine.status, valueOf(mine, a), versionsIn(mine)]).toEqual([200, 'two', 2]);
  // Both are of the same minute, so they are told apart by their seconds.
  expect(mine.page).toMatch(/A version of this form from [\d/]+, \d\d:\d\d:\d\d has been kept/);
});

test('autosave stores comments of the second window as a separate version and says so until the user chooses', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  await press(type(first, a, 'typed there'), 'draft');
  for (const text of ['typed here', 'typed on here']) {
    const told = await autosave(type(second, b, text));
    expect([told.status, told.message]).toEqual([409, expect.stringContaining('in another window')]);
  }
  const now = await open(address, cookie);
  expect([commentsOf(now), versionsIn(now)]).toEqual([['typed there', '', ''], 1]);
  expect(commentsOf(await press(now, buttonOf(now, 'restore')))).toEqual(['', 'typed on here', '']);
});

test('for a mapping the user is asked too, and the other targets and codes can be restored', async () => {
  const { first, second } = await twoWindows('data');
  await press(choose(type(first, 'missingCodes', '-9'), 'slj', 'slj|cm'), 'save');
  const asked = await press(choose(second, 'grip', ''), 'save');
  expect([asked.status, targetOf(asked, 'grip'), targetOf(asked, 'slj')]).toEqual([409, '', '']);
  const mine = await press(asked, buttonOf(asked, 'keep').replace(/save$/, 'draft'));
  expect([mine.status, targetOf(mine, 'grip'), targetOf(mine, 'slj')]).toEqual([200, '', '']);
  const back = await press(mine, buttonOf(mine, 'restore'));
  expect(['id', 'grip', 'slj'].map((source) => targetOf(back, source))).toEqual([
    'person_id|',
    'handgrip|kg',
    'slj|cm',
  ]);
  expect(valueOf(back, 'missingCodes')).toBe('-9');
});

test('a window without choices leaves no version and shows that of the other window', async () => {
  const { address, cookie, first, second } = await twoWindows('data');
  await press(choose(first, 'slj', 'slj|cm'), 'draft');
  const turned = await press(second, 'targets:all');
  expect([turned.status, targetOf(turned, 'slj')]).toEqual([200, 'slj|cm']);
  const asked = await press(second, 'save');
  expect(asked.status).toBe(409);
  expect(versionsIn(await open(address, cookie))).toBe(0);
});

/** A window with a comment on an unusual grip, whose column gets another target in another window. */
async function commentThenMap(target: string) {
  const { id, address, cookie, first } = await twoWindows('check');
  const data = await open(`/file-upload/data/${id}?table=adults`, cookie);
  expect((await press(choose(data, 'grip', target), 'save')).status).toBe(200);
  const asked = await press(confirm(type(first, a, 'Tested twice.')), 'save');
  const stored = async () => (await ask(api, contributor, `/api/mapping/problems/${id}/adults`)).text();
  return { address, cookie, asked, stored };
}

test('a comment on a problem that another window has removed is shown, and kept as a version', async () => {
  const { address, cookie, asked, stored } = await commentThenMap('pushup40|1');
  expect(asked.status).toBe(409);
  expect(asked.page.includes('The problems were found again since this page was opened')).toBe(true);
  expect(asked.page.includes('Tested twice.')).toBe(true);
  expect(await stored()).not.toContain('Tested twice.');
  const again = await press(confirm(asked), 'save');
  expect([again.status, versionsIn(again)]).toEqual([200, 1]);
  const back = await press(again, buttonOf(again, 'restore'));
  expect((await press(confirm(back), 'save')).page.includes('Tested twice.')).toBe(true);
  expect(versionsIn(await open(address, cookie))).toBeGreaterThan(0);
});

test('a comment is not saved on a problem that has another cause by now without being seen', async () => {
  const { asked, stored } = await commentThenMap('mass|kg');
  expect(asked.status).toBe(409);
  expect(await stored()).not.toContain('Tested twice.');
});

test('codes for missing values that the metadata form has changed are not overwritten unseen', async () => {
  const { id, address, cookie, first } = await twoWindows('data');
  const declare = async (codes: string[]) => {
    const answer = await ask(api, contributor, `/api/metadata/${id}/missing-codes`, { method: 'PUT', body: codes });
    expect(answer.ok).toBe(true);
  };
  const now = () => open(address, cookie);
  await declare(['-77']);
  expect((await press(first, 'save')).status).toBe(200);
  const second = await now();
  expect(valueOf(second, 'missingCodes')).toBe('-77');

  await declare(['-88']);
  const asked = await press(type(second, 'missingCodes', '-9'), 'save');
  expect([asked.status, valueOf(asked, 'missingCodes')]).toEqual([409, '-9']);
  expect(asked.page.includes('changed elsewhere and are now ‘-88’')).toBe(true);
  expect((await press(asked, 'save')).status).toBe(200);
  expect(valueOf(await now(), 'missingCodes')).toBe('-9');
});

test.each([
  ['data', '?table=adults', ['draft', 'save', 'suggest']],
  ['check', '?table=adults', ['draft', 'save', 'offset:100']],
  ['meta', '', ['draft', 'save', 'add:1']],
] as const)(
  'the text of the form %s of an upload that another window has deleted is shown',
  async (screen, query, buttons) => {
    const { id, cookie } = await twoWindows('check');
    const opened = await open(`/file-upload/${screen}/${id}${query}`, cookie);
    const name = { data: 'template', check: a, meta: 'f2-0' }[screen];
    const window: FormWindow = { ...opened, fields: [...opened.fields, [name, 'typed before it was deleted']] };
    expect((await ask(api, contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).ok).toBe(true);
    for (const button of buttons) {
      const { status, page } = await press(window, button);
      expect([button, status, /This upload no longer exists[^]*typed before it was deleted/.test(page)]).toEqual([
        button,
        404,
        true,
      ]);
      expect(/<button[^>]*name="language"/.test(page)).toBe(false);
    }
  },
);

test.each(['constructor', '__proto__', 'toString:1'])(
  'the order %s is none, and nothing typed is lost',
  async (order) => {
    const { first } = await twoWindows('check');
    const answer = await press(type(first, a, 'x'), order);
    expect([answer.status, valueOf(answer, a)]).toEqual([400, 'x']);
  },
);
