import { afterAll, beforeAll, expect, test } from 'vitest';

import { buttonOf, formWindows, type, valueOf, type FormWindow } from '../support/form-windows';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { addUploadAt, ask } from '../support/ready-uploads';
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
afterAll(() => expect([...api.faults, ...web.faults]).toEqual([]));

const { contributor } = actors;
const targets = { id: 'person_id|', grip: 'handgrip|kg' };
/** Three forces of grip that need a comment. */
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
const all = 'comment:R03-1-all';

/** The window with a target chosen for a column. */
function choose(window: FormWindow, source: string, target: string): FormWindow {
  const place = window.fields.findIndex(([name, value]) => name === 'source' && value === source) + 1;
  const fields = window.fields.map((field, index): [string, string] => (index === place ? ['target', target] : field));
  return { ...window, fields };
}
const targetOf = ({ fields }: FormWindow, source: string) =>
  fields[fields.findIndex(([name, value]) => name === 'source' && value === source) + 1]?.[1];
const has = ({ page }: FormWindow, text: string | RegExp) =>
  typeof text === 'string' ? page.includes(text) : text.test(page);

test('comments of two windows on different cells are joined without a question, and the page says so', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  const saved = await press(type(first, a, 'first of two'), 'draft');
  expect([saved.status, has(saved, 'from your other window')]).toEqual([200, false]);
  const joined = await press(type(second, b, 'second of two'), 'draft');
  expect(joined.status).toBe(200);
  expect([a, b, c].map((name) => valueOf(joined, name))).toEqual(['first of two', 'second of two', '']);
  expect(has(joined, /We added the changes from your other window, saved at \d\d:\d\d: B\/2\./)).toBe(true);
  expect(has(await open(address, cookie), 'from your other window')).toBe(false);

  // The first window goes on, and saves what it sees beside what it does not.
  const more = await press(type(type(saved, c, 'third of two'), all, 'all three'), 'save');
  expect(more.status).toBe(422);
  expect(has(more, 'taken over: B/3.')).toBe(true);
  expect([a, b, c].map((name) => valueOf(more, name))).toEqual(['first of two', 'second of two', 'third of two']);
}, 60_000);

test('comments that were saved in another window are not withdrawn by one that shows none', async () => {
  const { id, first, second } = await twoWindows('check', 'de');
  const confirm = (window: FormWindow) => ({
    ...window,
    fields: [...window.fields, ['confirmed', 'yes'] as [string, string]],
  });
  const saved = await press(confirm(type(first, a, 'zuerst')), 'save');
  expect(valueOf(saved, a)).toBe('zuerst');
  // A draft on top that is discarded does not hide the save from the older window.
  await press(await press(type(saved, c, 'halb'), 'draft'), 'discard');
  const joined = await press(confirm(type(second, b, 'danach')), 'save');
  expect(joined.status).toBe(200);
  expect([a, b, c].map((name) => valueOf(joined, name))).toEqual(['zuerst', 'danach', '']);
  expect(
    has(
      joined,
      /Änderungen, die um \d\d:\d\d Uhr in Ihrem anderen Fenster gespeichert wurden, sind übernommen: B\/2\./,
    ),
  ).toBe(true);
  const answer = await ask(api, contributor, `/api/mapping/problems/${id}/adults`);
  expect(await answer.text()).toContain('zuerst');
});

test('of a cell that both changed the user is asked, by its name; what else the other changed is taken over', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  await press(type(type(first, a, 'one answer'), b, 'only there'), 'draft');
  const asked = await press(type(type(second, a, 'another answer'), c, 'only here'), 'draft');
  expect(asked.status).toBe(409);
  expect(has(asked, /You changed the same entries in both windows: B\/2\./)).toBe(true);
  expect([a, b, c].map((name) => valueOf(asked, name))).toEqual(['another answer', '', 'only here']);
  const mine = await press(asked, buttonOf(asked, 'keep'));
  expect([a, b, c].map((name) => valueOf(mine, name))).toEqual(['another answer', 'only there', 'only here']);
  const back = await press(await open(address, cookie), buttonOf(mine, 'bring-back'));
  expect([a, b].map((name) => valueOf(back, name))).toEqual(['one answer', 'only there']);
});

test('script joins comments too; its window, which shows less than it keeps, takes nothing back', async () => {
  const { address, cookie, first, second } = await twoWindows('check');
  await press(type(first, a, 'typed there'), 'draft');
  const kept = await autosave(type(second, b, 'typed here'));
  expect([kept.status, kept.message]).toEqual([
    200,
    expect.stringMatching(
      /^Draft saved at [\d:]+\. It includes changes from your other window, saved at [\d:]+: B\/2\./,
    ),
  ]);
  expect([a, b].map((name) => valueOf(kept.window, name))).toEqual(['', 'typed here']);
  const more = await autosave(type(kept.window, b, 'typed on here'));
  expect(more.status).toBe(200);
  const now = await open(address, cookie);
  expect([a, b].map((name) => valueOf(now, name))).toEqual(['typed there', 'typed on here']);
  // What it takes back itself is taken back.
  expect((await autosave(type(more.window, b, ''))).status).toBe(200);
  const last = await press(type(more.window, b, ''), 'draft');
  expect([a, b].map((name) => valueOf(last, name))).toEqual(['typed there', '']);

  // The window that was joined is told of what it does not show when it collides.
  const told = await autosave(type(type(first, a, 'typed there'), b, 'typed in the first'));
  expect([told.status, told.message]).toEqual([200, expect.stringContaining('Draft saved')]);
  const collided = await autosave(type(last, b, 'typed in the second'));
  expect([collided.status, collided.message]).toEqual([
    409,
    expect.stringContaining('You changed the same entries in both windows: B/3.'),
  ]);
  const solved = await press(type(last, c, 'elsewhere'), 'draft');
  expect(solved.status).toBe(200);
  expect([a, b, c].map((name) => valueOf(solved, name))).toEqual(['typed there', 'typed in the first', 'elsewhere']);
});

test('a mapping is joined by columns, the codes of missing values beside it', async () => {
  const { address, cookie, first, second } = await twoWindows('data');
  await press(choose(type(first, 'missingCodes', '-9'), 'slj', 'slj|cm'), 'save');
  const joined = await press(choose(second, 'grip', ''), 'save');
  expect(has(joined, /The mapping of [^.]* was saved\.\s+Changes from your other window/)).toBe(true);
  const now = await open(address, cookie);
  expect(['id', 'grip', 'slj'].map((source) => targetOf(now, source))).toEqual(['person_id|', '', 'slj|cm']);
  expect(valueOf(now, 'missingCodes')).toBe('-9');
});

test('one target that two windows chose for two columns is the fault it always is, at both columns', async () => {
  const { first, second } = await twoWindows('data');
  await press(choose(first, 'slj', 'slj|cm'), 'draft');
  const refused = await press(choose(second, 'note', 'slj|cm'), 'save');
  expect(refused.status).toBe(422);
  expect(has(refused, 'taken over: C ‘slj’.')).toBe(true);
  expect(['slj', 'note'].map((source) => targetOf(refused, source))).toEqual(['slj|cm', 'slj|cm']);
  const mended = await press(choose(refused, 'note', ''), 'draft');
  expect([mended.status, targetOf(mended, 'slj'), targetOf(mended, 'note')]).toEqual([200, 'slj|cm', '']);
});

test('a column that both gave a target is asked for, by its name', async () => {
  const { first, second } = await twoWindows('data');
  await press(choose(choose(first, 'slj', 'slj|cm'), 'grip', ''), 'draft');
  const asked = await press(choose(second, 'slj', 'slj|m'), 'save');
  expect([asked.status, has(asked, 'You changed the same entries in both windows: C ‘slj’.')]).toEqual([409, true]);
  const mine = await press(asked, buttonOf(asked, 'keep').replace(/save$/, 'draft'));
  expect([mine.status, targetOf(mine, 'slj'), targetOf(mine, 'grip')]).toEqual([200, 'slj|m', '']);
});

/** Two windows with the metadata of a file that is checked. */
async function twoMetadataWindows() {
  const { id } = await addUploadAt(api, 'checked');
  const cookie = await web.signIn(contributor);
  const address = `/file-upload/meta/${id}`;
  return { id, address, cookie, first: await open(address, cookie), second: await open(address, cookie) };
}

test('metadata are joined by whole fields; of a field with several values both changed the user is asked', async () => {
  const { first, second } = await twoMetadataWindows();
  const added = await press(type(type(first, 'f2-0', 'A title'), 'f6-0', 'balance'), 'add:6');
  await press(type(added, 'f6-1', 'endurance'), 'draft');
  const refused = await press(type(second, 'f5-0', 'An abstract'), 'save');
  expect([refused.status, has(refused, /saved at \d\d:\d\d: Title, Keyword\./)]).toEqual([400, true]);
  expect(['f2-0', 'f5-0', 'f6-0', 'f6-1'].map((name) => valueOf(refused, name))).toEqual([
    'A title',
    'An abstract',
    'balance',
    'endurance',
  ]);
  const asked = await press(type(type(second, 'f5-0', 'Another abstract'), 'f6-0', 'strength'), 'draft');
  // Whoever goes back to the page before holds what was joined no more than another window does.
  expect([asked.status, has(asked, 'You changed the same entries in both windows: Abstract, Keyword.')]).toEqual([
    409,
    true,
  ]);
  const third = await press(type(type(added, 'f6-0', 'speed'), 'f2-0', 'A better title'), 'draft');
  expect([third.status, has(third, 'You changed the same entries in both windows: Keyword.')]).toEqual([409, true]);
});
