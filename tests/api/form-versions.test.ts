import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { readSchema } from '@domain/metadata/directives';

import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import { parseFormSnapshot } from '../../app/drafts/form-snapshot';
import { schemaFields } from '../../services/repository/metadata/schema';

import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { attribute, buttonOf, formWindows, type, valueOf, type FormWindow } from '../support/form-windows';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let open: ReturnType<typeof formWindows>['open'];
let press: ReturnType<typeof formWindows>['press'];
let autosave: ReturnType<typeof formWindows>['autosave'];
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  ({ open, press, autosave } = formWindows(web));
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const { contributor } = actors;

const title = 'f2-0';
/** The form with complete metadata. */
function filled(window: FormWindow, titleText: string): FormWindow {
  const typed = stateOf(completeMetadata(titleText));
  const names = new Set(typed.map(([name]) => name));
  return { ...window, fields: [...window.fields.filter(([name]) => !names.has(name)), ...typed] };
}
const fields = readSchema(schemaFields('en'));
const stateOf = (metadata: MetadataEntry[]) => entriesOf(formOf(fields, metadata));

async function twoWindows(station: 'checked' | 'described', language: 'en' | 'de' = 'en') {
  const { id, title: savedTitle } = await addUploadAt(api, station);
  const cookie = await web.signIn(contributor, language);
  const address = `/file-upload/meta/${id}`;
  return { id, savedTitle, address, cookie, first: await open(address, cookie), second: await open(address, cookie) };
}

test('a draft of another window is not overwritten: both times are shown, and either version can be chosen', async () => {
  const { address, cookie, first, second } = await twoWindows('checked');
  await press(type(first, title, 'Typed first'), 'draft');
  const refused = await press(type(second, title, 'Typed second'), 'draft');
  expect(refused.status).toBe(409);
  expect(/This form was saved in another window at [\d:]+\. Yours was opened at [\d:]+\./.test(refused.page)).toBe(
    true,
  );
  expect(valueOf(refused, title)).toBe('Typed second');
  expect(valueOf(await open(address, cookie), title)).toBe('Typed first');

  // The user has to choose; sending the form again does not count as a choice.
  expect((await press(refused, 'draft')).status).toBe(409);

  const mine = await press(refused, buttonOf(refused, 'keep'));
  expect([mine.status, valueOf(mine, title)]).toEqual([200, 'Typed second']);
  const back = await press(mine, buttonOf(mine, 'restore'));
  expect(valueOf(back, title)).toBe('Typed first');
  const again = await press(back, buttonOf(back, 'restore'));
  expect(valueOf(again, title)).toBe('Typed second');
});

test('metadata saved in another window is not overwritten by a draft, a save or script', async () => {
  const { id, first, second } = await twoWindows('described');
  const saved = await press(type(first, title, `Saved first ${id}`), 'save');
  expect(saved.page.includes('The metadata has been saved.')).toBe(true);
  const late = type(second, title, `Typed second ${id}`);
  for (const intent of ['draft', 'save', 'save-template']) {
    const refused = await press(type(late, 'templateName', 'Mine'), intent);
    expect([intent, refused.status]).toEqual([intent, 409]);
    expect(valueOf(refused, title)).toBe(`Typed second ${id}`);
  }
  expect((await autosave(late)).status).toBe(409);
  const refused = await press(late, 'save');
  const mine = await press(refused, buttonOf(refused, 'keep'));
  expect(mine.page.includes('The metadata has been saved.')).toBe(true);
  expect(valueOf(mine, title)).toBe(`Typed second ${id}`);
  // The replaced version can be restored and saved again.
  const back = await press(mine, buttonOf(mine, 'restore'));
  expect(valueOf(back, title)).toBe(`Saved first ${id}`);
});

test('metadata saved through the API is not overwritten either', async () => {
  const { id, first, second } = await twoWindows('described');
  const elsewhere = withEntries(completeMetadata(`Saved elsewhere ${id}`), entry(6, ['balance']));
  const answer = await ask(api, contributor, '/api/metadata', {
    method: 'POST',
    body: { id: [id], metadata: elsewhere },
  });
  expect(answer.status).toBe(200);
  const refused = await press(type(first, title, `Typed here ${id}`), 'save');
  expect(refused.status).toBe(409);
  expect(/saved in another window at [\d:]+/.test(refused.page)).toBe(true);
  const other = await press(refused, 'show-other');
  expect(valueOf(other, title)).toBe(`Saved elsewhere ${id}`);
  const back = await press(other, buttonOf(other, 'restore'));
  expect(valueOf(back, title)).toBe(`Typed here ${id}`);
  // The user has seen the other version and chosen this one, so nothing is asked again.
  expect((await press(back, 'save')).page.includes('The metadata has been saved.')).toBe(true);
  // The second window showed the previous state, so its draft does not count as a save.
  expect((await press(second, 'save')).status).toBe(409);
});

test('of two concurrent saves with the same version one succeeds, and the other is kept as a separate version', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, address, cookie, first, second } = await twoWindows('checked');
    const windows = [first, second].map((window, index) => filled(window, `Race ${index} of ${id}`));
    const answers = await Promise.all(windows.map((window) => press(window, 'save')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = answers[0]?.status === 409 ? 0 : 1;
    const now = await open(address, cookie);
    expect(valueOf(now, title)).toBe(`Race ${1 - loser} of ${id}`);
    const back = await press(now, buttonOf(now, 'restore'));
    expect(valueOf(back, title)).toBe(`Race ${loser} of ${id}`);
  }
});

test('autosave stores a draft with its time, and the form does not conflict with its own draft', async () => {
  const { address, cookie, first } = await twoWindows('checked');
  const kept = await autosave(type(first, title, 'Typed'));
  expect([kept.status, kept.message]).toEqual([200, expect.stringMatching(/^Draft saved at \d\d:\d\d$/)]);
  // Sent again, because the first response may have been lost.
  const more = await autosave(type(first, title, 'Typed on'));
  expect(more.status).toBe(200);
  expect(valueOf(await open(address, cookie), title)).toBe('Typed on');
  const saved = await press(filled(type(first, title, 'Typed on'), `Saved by hand ${address}`), 'save');
  expect([saved.status, saved.page.includes('This is your draft')]).toEqual([200, false]);
  // A draft request that was under way arrives after the save.
  expect((await autosave(type(first, title, 'Typed on'))).status).toBe(409);
  expect((await open(address, cookie)).page.includes('This is your draft')).toBe(false);
});

test('autosave reports another window and keeps the entries beside its version', async () => {
  const { address, cookie, first, second } = await twoWindows('checked', 'de');
  await press(type(first, title, 'Zuerst'), 'draft');
  const told = await autosave(type(second, title, 'Danach'));
  expect(told.status).toBe(409);
  expect(told.message).toMatch(
    /^Dieses Formular wurde um [\d:]+ Uhr in einem anderen Fenster gespeichert\. Ihres wurde um [\d:]+ Uhr geöffnet\./,
  );
  await autosave(type(second, title, 'Danach, weiter'));
  const now = await open(address, cookie);
  expect(valueOf(now, title)).toBe('Zuerst');
  expect(now.page.match(/value="restore:/g)).toHaveLength(1);
  expect(valueOf(await press(now, buttonOf(now, 'restore')), title)).toBe('Danach, weiter');
});

test('entries sent by script and forms after the session has ended are shown again after signing in', async () => {
  const { address, first } = await twoWindows('checked');
  await api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
  const told = await autosave(type(first, title, 'Typed after the end'));
  expect(told.status).toBe(401);
  expect(told.message).toContain('Your entries are kept');
  expect((await autosave(type(first, title, 'Typed on'))).status).toBe(401);
  const cookie = await web.signIn(contributor);
  const shown = await open(address, cookie);
  expect(valueOf(shown, title)).toBe('Typed on');
  expect(shown.page.includes('You had been logged out')).toBe(true);
});

test('a form of an ended session does not overwrite a newer draft', async () => {
  const { address, first, second } = await twoWindows('checked');
  await press(type(first, title, 'Drafted elsewhere'), 'draft');
  await api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
  await press(type(second, title, 'Typed before'), 'save');
  const shown = await open(address, await web.signIn(contributor));
  expect(valueOf(shown, title)).toBe('Drafted elsewhere');
  expect(valueOf(await press(shown, buttonOf(shown, 'restore')), title)).toBe('Typed before');
});

test('a discarded draft can be restored, and deleting it permanently needs a second press', async () => {
  const { first } = await twoWindows('checked');
  const drafted = await press(type(first, title, 'Not wanted'), 'draft');
  const discarded = await press(drafted, 'discard');
  expect(valueOf(discarded, title)).toBe('');
  const back = await press(discarded, buttonOf(discarded, 'restore'));
  expect(valueOf(back, title)).toBe('Not wanted');
  const again = await press(back, 'discard');
  expect(/<details>.*discard-stashed:.*<\/details>/s.test(again.page)).toBe(true);
  const gone = await press(type(again, title, 'Typed beside'), buttonOf(again, 'discard-stashed'));
  expect(buttonOf(gone, 'restore')).toBe('');
  expect(valueOf(gone, title)).toBe('Typed beside');
});

test('every post keeps its entries, including one that is refused or only changes the form', async () => {
  const { address, cookie, first } = await twoWindows('checked');
  expect((await press(type(first, title, 'Incomplete'), 'save')).status).toBe(400);
  expect(valueOf(await open(address, cookie), title)).toBe('Incomplete');
  const opened = await open(address, cookie);
  const added = await press(type(opened, title, 'With one more'), 'add:6-');
  // The page after the post belongs to the same window.
  const [before, after] = [opened, added].map((window) => parseFormSnapshot(valueOf(window, 'opened') ?? ''));
  expect(after).toMatchObject({ windowId: before?.windowId, openedAt: before?.openedAt });
  expect(valueOf(await open(address, cookie), title)).toBe('With one more');
});

test('entries sent after the file was submitted are shown for copying', async () => {
  const { id, address, cookie, first, second } = await twoWindows('described');
  await press(type(first, title, 'Drafted before'), 'draft');
  const page = await open(`/file-upload/submit/${id}`, cookie);
  const version = attribute(/<input[^>]*name="version"[^>]*>/.exec(page.page)?.[0] ?? '', 'value');
  const body = new URLSearchParams({ version });
  const answer = await web.ask(page.address, { method: 'POST', cookie, body });
  expect(answer.status).toBe(303);
  for (const intent of ['save', 'draft', 'add:6-']) {
    const late = await press(type(second, title, 'Typed too late'), intent);
    expect(late.page.includes('This file has been submitted and can no longer be changed.')).toBe(true);
    expect(late.page.includes('Typed too late')).toBe(true);
  }
  expect((await open(address, cookie)).page.includes('Drafted before')).toBe(false);
});

test('the draft of a vote is not overwritten by another window of the expert', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const cookie = await web.signIn(actors.expert1);
  const address = `/editorial-board/vote/${id}`;
  // The first form of the page is panel 1.
  const panel = async () => ({ ...(await open(address, cookie)), address: `${address}?panel=1` });
  const [first, second] = [await panel(), await panel()];
  await press(type(first, 'note', 'Noted first'), 'draft');
  const refused = await press(type(second, 'note', 'Noted second'), 'draft');
  expect([refused.status, valueOf(refused, 'note')]).toEqual([409, 'Noted second']);
  const mine = await press({ ...refused, address: second.address }, buttonOf(refused, 'keep'));
  expect(valueOf(mine, 'note')).toBe('Noted second');
  const back = await press({ ...mine, address: second.address }, buttonOf(mine, 'restore'));
  expect(valueOf(back, 'note')).toBe('Noted first');
});

test('what script sends of a vote after it was saved comes too late, and is kept beside it', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const cookie = await web.signIn(actors.expert1);
  const address = `/editorial-board/vote/${id}`;
  const opened = await open(address, cookie);
  const typed = type(
    type({ ...opened, address: `${address}?panel=1` }, 'note', 'Plausible'),
    'email',
    actors.expert1.email,
  );
  const rated: FormWindow = { ...typed, fields: [...typed.fields, ['isImpartial', 'on'], ['rating', '1']] };
  const saved = await press(rated, 'save');
  expect(saved.page.includes('Your vote was saved.')).toBe(true);
  expect((await autosave(type(rated, 'note', 'Typed before it was saved'))).status).toBe(409);
  const shown = await open(address, cookie);
  expect(valueOf(shown, 'note')).toBe('Plausible');
  const back = await press({ ...shown, address: rated.address }, buttonOf(shown, 'restore'));
  expect(valueOf(back, 'note')).toBe('Typed before it was saved');
});

test.each([
  ['mapping', 'target', 'grip|kg'],
  ['comments', 'comment:1', 'tired'],
])('script stores a draft of %s, and another window gets a conflict', async (form, name, value) => {
  const { id } = await addUploadAt(api, 'checked');
  const cookie = await web.signIn(contributor);
  const send = async (window: string, text: string) => {
    const opened = `0.${Date.now() - 60_000}..${window}..`;
    const body = new URLSearchParams([
      ['opened', opened],
      ['source', 'grip'],
      [name, text],
    ]);
    const path = `/drafts/${form}?${new URLSearchParams({ object: `${id}/adults` })}`;
    return (await web.ask(path, { method: 'POST', cookie, body })).status;
  };
  expect(await send('first', value)).toBe(200);
  expect(await send('second', `${value} too`)).toBe(409);
  expect(await send('third', value)).toBe(200);
  expect(await send('first', `${value} again`)).toBe(200);
});

test.each([
  '/drafts/metadata?object=1r/2',
  '/drafts/none?object=1r',
  '/drafts/mapping?object=1r',
  '/drafts/vote?object=1r/3',
  '/drafts/metadata',
])('an address that names no form returns 404: %s', async (address) => {
  const cookie = await web.signIn(contributor);
  const response = await web.ask(address, { method: 'POST', cookie, body: new URLSearchParams({ a: 'b' }) });
  expect([response.status, await response.json()]).toMatchObject([404, { message: expect.any(String) }]);
});

test('the snapshot in a form may be any text', async () => {
  const { first } = await twoWindows('checked');
  for (const opened of [
    '',
    'x',
    '1.2.3.4',
    '9'.repeat(400),
    '1..w.%E0%A4%A',
    '1.9999999999999999.w.',
    '5.1.w."%0d%0aA: b"',
  ]) {
    const { status } = await press(type(type(first, 'opened', opened), title, opened), 'draft');
    expect([opened, status]).toEqual([opened, expect.toSatisfy((code: number) => code === 200 || code === 409)]);
  }
});
