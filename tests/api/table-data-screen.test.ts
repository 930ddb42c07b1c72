import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeWorkbook, rowsXml } from '../../services/repository/ingest/testing/workbook';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openUploadApi, uploadForm, type UploadApi } from '../support/upload-calls';

let api: UploadApi;
let web: TestWeb;
let cookies: { en: string; de: string };
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  web = await createTestWeb(api);
  cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const addressOf = (id: string, table: string) => `/file-upload/data/${id}?table=${encodeURIComponent(table)}`;

/** Presses a button of the mapping form with the fields that the page has. */
async function press(id: string, table: string, intent: string, typed: Record<string, string> = {}) {
  const html = await (await web.ask(addressOf(id, table), { cookie: cookies.en })).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const hidden = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  for (const [select] of main.matchAll(/<select[^>]*name="target".*?<\/select>/gs)) {
    body.append('target', /<option[^>]*value="([^"]*)"[^>]* selected/.exec(select)?.[1] ?? '');
  }
  for (const [name, value] of Object.entries({ ...typed, intent })) body.set(name, value);
  return web.ask(addressOf(id, table), { method: 'POST', cookie: cookies.en, body });
}

const rows = ['ID;Handkraft', 'a1;14', 'a2;15', 'a3;16'].join('\n');

test('a button that the form does not have changes nothing', async () => {
  const id = await api.take({ name: 'data.csv', content: rows });
  for (const use of ['x', '', 'leftout']) expect((await press(id, 'data', `table:${use}`)).status).toBe(400);
  expect((await api.state(id)).tables).toMatchObject([{ leftOut: null }]);
});

test('who leaves out the last rows is told why not', async () => {
  const id = await api.take({ name: 'data.csv', content: `${rows}\na4;17` });
  const answer = await press(id, 'data', 'leave-rows', { rowsFrom: '2', rowsTo: '5', rowsReason: 'trial run' });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('At least one row must contain data.');
});

test('a file without data says what can be done, in both languages', async () => {
  const cover = rowsXml([
    ['Fitness 2024', null],
    ['Schule', 'Grundschule Nord'],
    ['Leitung', 'Sportfachschaft'],
  ]);
  const content = await makeWorkbook({ sheets: { Deckblatt: cover, Info: cover } });
  const id = await api.take({ name: 'covers.xlsx', content });
  const read = async (language: 'en' | 'de') =>
    (await web.ask(addressOf(id, 'Info'), { cookie: cookies[language] })).text();
  expect(await read('en')).toContain('No table of this file seems to contain data.');
  expect(await read('de')).toContain('Keine Tabelle dieser Datei scheint Daten zu enthalten.');

  expect((await press(id, 'Info', 'table:data')).status).toBe(303);
  expect(await read('en')).not.toContain('No table of this file seems to contain data.');
});

test.each([
  ['no first row', { rowsFrom: '', rowsTo: '3' }, 'Enter the first row in ‘From row’.'],
  ['a hexadecimal number', { rowsFrom: '0x2' }, 'Enter rows of this table, from 2 to 6.'],
  ['a decimal', { rowsFrom: '2.0' }, 'Enter rows of this table, from 2 to 6.'],
  ['a last row in words', { rowsFrom: '2', rowsTo: 'three' }, 'Enter rows of this table, from 2 to 6.'],
  ['rows from below', { rowsFrom: '5', rowsTo: '3' }, 'The first row (5) is below the last one (3).'],
  ['a reason that nobody sees', { rowsFrom: '2', rowsReason: '\u200B\u202E' }, 'Say why these rows are not data.'],
  ['a very long reason', { rowsFrom: '2', rowsReason: 'x'.repeat(201) }, 'The reason may have at most 200 characters.'],
])('who leaves rows out with %s is told what is wrong', async (what, typed, message) => {
  const id = await api.take({ name: 'data.csv', content: `${rows}\na4;${what}\na5;18` });
  const answer = await press(id, 'data', 'leave-rows', { rowsReason: 'trial run', ...typed });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
  expect((await api.state(id)).tables).toMatchObject([{ rowsLeftOut: 0 }]);
});

test('no button takes a blank row back in', async () => {
  const id = await api.take({ name: 'data.csv', content: `${rows}\n\nb1;17\nMittelwert;15.5` });
  const html = await (await web.ask(addressOf(id, 'data'), { cookie: cookies.en })).text();
  expect(html).toContain('value="take-rows:7-7"');
  expect(html).not.toContain('value="take-rows:5-5"');
});

test('rows that were not found again are named on the mapping, the check and the submission, in both languages', async () => {
  const csv = (ids: string[]) => ['ID;Alter;Handkraft', ...ids.map((id, i) => `${id};9;${14 + i}`)].join('\n');
  const id = await api.take({ name: 'data.csv', content: csv(['k1', 'k2', 'k3', 'k4']) });
  const columns = ['ID', 'person_id|', 'Alter', 'age_y|a', 'Handkraft', 'handgrip|kg'];
  const body = new URLSearchParams(columns.map((value, i) => [i % 2 ? 'target' : 'source', value]));
  expect((await web.ask(addressOf(id, 'data'), { method: 'POST', cookie: cookies.en, body })).status).toBe(303);
  await api.settle();
  await press(id, 'data', 'leave-rows', { rowsFrom: '3', rowsReason: 'withdrew: by\nletter' });
  const form = uploadForm([{ name: 'data.csv', content: csv(['k1', 'm2', 'k3', 'k4', 'k5']) }]);
  await api.call(actors.contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body: form });
  await api.settle();

  const read = async (step: string, language: 'en' | 'de') =>
    (await web.ask(`/file-upload/${step}/${id}?table=data`, { cookie: cookies[language] })).text();
  for (const step of ['data', 'check']) {
    expect(await read(step, 'en')).toContain('were not found again in the corrected one.');
    expect(await read(step, 'de')).toContain('wurden in der korrigierten Datei nicht wiedergefunden.');
  }
  expect(await read('data', 'en')).toContain('Row 3 of the previous file: withdrew: by\nletter');
  expect(await read('submit', 'en')).toContain('were not found again. Look at them (1 to go).');
  expect(await read('submit', 'de')).toContain('wurden nicht wiedergefunden. Sehen Sie sie sich an (noch 1).');

  expect((await press(id, 'data', 'settle-rows:3-3::withdrew: by post')).status).toBe(409);
  expect((await press(id, 'data', 'settle-rows:3-3::withdrew: by\r\nletter')).status).toBe(303);
  expect((await api.state(id)).tables).toMatchObject([{ rowsLost: 0 }]);
  expect(await read('data', 'en')).not.toContain('were not found again in the corrected one.');
});

test('a table that is left out can be looked at, but not mapped, and keeps what was mapped before', async () => {
  const table = (group: string) => rowsXml([['ID', 'Handkraft'], ...[1, 2, 3].map((i) => [`${group}${i}`, 14 + i])]);
  const content = await makeWorkbook({ sheets: { one: table('t'), two: table('u') } });
  const id = await api.take({ name: 'classes.xlsx', content });
  const mapping = JSON.stringify([{ source: 'ID', target: { key: 'person_id', unit: '' } }]);
  const saved = await api.call(actors.contributor, `/api/mapping/raw/${id}/two`, { method: 'POST', body: mapping });
  expect(saved.status).toBe(200);
  const left = await press(id, 'two', 'table:left-out');
  expect(left.headers.get('Location')).toContain(`/file-upload/data/${id}?table=one`);
  await api.call(actors.contributor, `/api/mapping/raw/${id}/one`, { method: 'POST', body: mapping });
  await press(id, 'two', 'table:data');
  // All tables are mapped or left out now; nobody asked for the check.
  const last = await press(id, 'two', 'table:left-out');
  expect([last.status, last.headers.get('Location')]).toEqual([303, `/file-upload/data/${id}?table=two`]);

  const html = await (await web.ask(addressOf(id, 'two'), { cookie: cookies.en })).text();
  expect(html).toContain('value="table:data"');
  for (const gone of [
    '<select name="target"',
    'value="save"',
    'value="same-mapping"',
    'value="suggest"',
    'id="missingCodes"',
  ]) {
    expect(html).not.toContain(gone);
  }
  for (const step of ['check', 'preview']) {
    const page = await web.ask(`/file-upload/${step}/${id}?table=two`, { cookie: cookies.en });
    expect(page.status).toBe(200);
  }
  expect((await press(id, 'two', 'table:data')).status).toBe(303);
  const stored = await api.call(actors.contributor, `/api/mapping/raw/${id}/two`);
  expect(await stored.json()).toMatchObject([{ source: 'ID' }]);
  const again = await (await web.ask(addressOf(id, 'two'), { cookie: cookies.en })).text();
  expect(again).not.toContain('value="discard"');

  await press(id, 'two', 'table:left-out');
  const refused = await press(id, 'two', 'save');
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('This table is left out.')]);
});

test('a table that is left out and taken back in keeps what else was typed in its form', async () => {
  const table = rowsXml([['ID', 'Handkraft'], ...[1, 2, 3].map((i) => [`t${i}`, 14 + i])]);
  const id = await api.take({
    name: 'classes.xlsx',
    content: await makeWorkbook({ sheets: { one: table, two: table } }),
  });
  const entries = [{ source: 'ID', target: { key: 'person_id', unit: '' } }];
  const templates = JSON.stringify([{ name: 'classes', entries }]);
  await api.call(actors.contributor, '/api/mapping/templates', { method: 'PUT', body: templates });
  const typed = { rowsFrom: '2', rowsTo: '3', rowsReason: 'trial run', template: 'classes', templateName: 'school' };
  await press(id, 'two', 'table:left-out', { ...typed, suggested: 'Handkraft' });
  expect((await press(id, 'two', 'table:data')).status).toBe(303);

  const html = await (await web.ask(addressOf(id, 'two'), { cookie: cookies.en })).text();
  for (const name of ['rowsFrom', 'rowsTo', 'rowsReason', 'templateName'] as const) {
    expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${typed[name]}"`));
  }
  expect(html).toMatch(/<option[^>]*value="classes"[^>]* selected/);
  expect(html).toContain('<input type="hidden" name="suggested" value="Handkraft"/>');
});
