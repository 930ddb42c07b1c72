import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { files, uploads } from '../../services/repository/store/schema';
import { gripStudyCsv } from '../fixtures/grip-study';
import { mainOf } from '../support/main-of-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: SourceApi;
let web: TestWeb;
beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

/** A checked table in which so many values need a comment. */
async function addChecked(unusual: number): Promise<string> {
  const rows = Array.from({ length: 300 }, (_, row) => `${row},${row < unusual ? 90 : 40},m,30`);
  const { id } = await api.addUpload({ tables: [{ name: 'adults', csv: ['pupil,grip,sex,age', ...rows].join('\n') }] });
  const body = mappingOf({ grip: 'handgrip|kg', sex: 'sex|m/f', age: 'age_y|a' });
  expect((await ask(api, actors.contributor, `/api/mapping/raw/${id}/adults`, { method: 'POST', body })).status).toBe(
    200,
  );
  return id;
}

async function open(path: string, cookie: string): Promise<string> {
  return (await web.ask(path, { cookie })).text();
}
const plain = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<!-- -->|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const stepsOf = (html: string) => /<nav aria-label="Steps"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';

test('the list of uploads has no steps, and each row leads to the next one', async () => {
  const cookie = await web.signIn(actors.contributor);
  const uploads = await Promise.all(
    (['read', 'mapped', 'checked', 'described', 'submitted'] as const).map((station) => addUploadAt(api, station)),
  );
  const list = await open('/file-upload', cookie);
  expect(stepsOf(list)).toBe('');
  const next = uploads.map(({ id }) => {
    const row = list.split('<tr').find((part) => part.includes(`/file-upload/data/${id}"`)) ?? '';
    const [, address = null, step = null] = /<a[^>]*class="next-step"[^>]*href="([^"]+)"[^>]*>([^<]*)/.exec(row) ?? [];
    return [address, step];
  });
  const [read, mapped, checked, described] = uploads.map(({ id }) => id);
  expect(next).toEqual([
    [`/file-upload/data/${read}`, 'Next: Mapping'],
    [`/file-upload/check/${mapped}`, 'Next: Check'],
    [`/file-upload/meta/${checked}`, 'Next: Metadata'],
    [`/file-upload/submit/${described}`, 'Next: Submit'],
    [null, null],
  ]);
});

test.each([
  ['targets:all', 'targets=all'],
  ['targets:https://example.com', null],
  ['columns:2', 'columns=2'],
  ['columns:2 or so', null],
])('the mapping turned with %s leads to an address with %s', async (intent, expected) => {
  const cookie = await web.signIn(actors.contributor);
  const { id } = await addUploadAt(api, 'read');
  const body = new URLSearchParams({ intent });
  const answer = await web.ask(`/file-upload/data/${id}?table=adults`, { method: 'POST', cookie, body });
  const query = ['table=adults', ...(expected === null ? [] : [expected])].join('&');
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/file-upload/data/${id}?${query}#columns`]);
});

test.each([
  ['jumps.xlsx', 'This file is text (csv), although its name ends in ‘xlsx’. It was read as text.'],
  ['jumps.csv', null],
])('the mapping of the text file %s says: %s', async (name, note) => {
  const cookie = await web.signIn(actors.contributor);
  const { id, number } = await api.addUpload({ tables: [{ name: 'jumps', csv: 'pupil;jump\n1;120\n2;131' }] });
  const dialect = { encoding: 'utf-8', separator: ';', decimal: '.' } as const;
  await api.repository.db.update(files).set({ name, dialect }).where(eq(files.upload, number));
  const page = plain(await open(`/file-upload/data/${id}`, cookie));
  expect(/This file is text.*?It was read as text\./.exec(page)?.[0] ?? null).toBe(note);
});

test('the step Check has a tick once it has no error, and says whether problems were explained', async () => {
  const cookie = await web.signIn(actors.contributor);
  const whole = await open(`/file-upload/check/${await addChecked(0)}`, cookie);
  expect(plain(mainOf(whole)).match(/No problems/g)).toHaveLength(1);
  const clean = stepsOf(whole);
  expect(plain(clean)).toContain('✓ done, no problems');
  expect(clean.match(/data-state="[^"]+"/g)).toEqual(
    ['done', 'checked', 'ready', 'blocked'].map((s) => `data-state="${s}"`),
  );
  const id = await addChecked(1);
  const before = await open(`/file-upload/check/${id}`, cookie);
  expect(plain(stepsOf(before))).not.toContain('✓');
  expect(plain(before)).toMatch(/1 unusual value in 1 group , 1 still to explain/);
  const [comment = ''] = /comment:[^"]+/.exec(before) ?? [];
  const body = new URLSearchParams({ [comment]: 'measured twice' });
  expect((await web.ask(`/file-upload/check/${id}?table=adults`, { method: 'POST', cookie, body })).status).toBe(303);
  const after = await open(`/file-upload/check/${id}`, cookie);
  expect(plain(stepsOf(after))).toContain('✓ done, all explained');
  expect(plain(after)).toMatch(/1 unusual value in 1 group , explained/);
  expect(plain(after)).toContain('All unusual values are explained.');
});

test('the height of the problem list is remembered for other tables and visits', async () => {
  const session = await web.signIn(actors.contributor);
  const id = await addChecked(1);
  const isTall = (html: string) => /<input id="list-tall"[^>]*>/.exec(html)?.[0].includes('checked') ?? null;
  const address = `/file-upload/check/${id}`;
  expect(isTall(await open(address, session))).toBe(false);
  const choose = (fields: Record<string, string>, cookie: string) =>
    web.ask(`${address}?table=adults`, {
      method: 'POST',
      cookie,
      body: new URLSearchParams({ intent: 'filter', ...fields }),
    });
  const chosen = await choose({ list: 'tall' }, session);
  const [tall = ''] = (chosen.headers.getSetCookie().find((line) => line.startsWith('problem-list=')) ?? '').split(';');
  expect(tall).toBe('problem-list=tall');
  const cookie = `${session}; ${tall}`;
  expect(isTall(await open(address, cookie))).toBe(true);
  expect(isTall(await open(`${address}?severity=warning`, cookie))).toBe(true);
  const undone = await choose({}, cookie);
  const [low = ''] = (undone.headers.getSetCookie().find((line) => line.startsWith('problem-list=')) ?? '').split(';');
  // A reload shows the last choice, although the address is that of an earlier one.
  expect(isTall(await open(`${address}?list=tall`, `${session}; ${low}`))).toBe(false);
  expect(isTall(await open(`${address}?list=tall`, session))).toBe(true);
});

test('an expert who reads the problems of one group chooses the height of the list, too', async () => {
  const session = await web.signIn(actors.expert1);
  const id = await addChecked(30);
  await api.repository.db
    .update(uploads)
    .set({ status: 'Submitted' })
    .where(eq(uploads.number, Number.parseInt(id, 10)));
  const [group = ''] = /group=[^"&]+/.exec(await open(`/editorial-board/check/${id}`, session)) ?? [];
  const page = await open(`/editorial-board/check/${id}?${group}`, session);
  const [, form = ''] = /<form method="get"(.*?)<\/form>/s.exec(page) ?? [];
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
  const chosen = await web.ask(`/editorial-board/check/${id}?${fields}&list=tall`, { cookie: session });
  expect(chosen.headers.getSetCookie().join()).toContain('problem-list=tall');
});

test('the list of uploads is a table for assistive technology, also where its rows are shown as cards', async () => {
  const cookie = await web.signIn(actors.contributor);
  await addChecked(1);
  const html = await open('/file-upload', cookie);
  const [table = ''] = /<table class="upload-table".*?<\/table>/s.exec(html) ?? [];
  const rows = table.match(/<tr role="row">.*?<\/tr>/gs) ?? [];
  expect(table).toContain('role="table"');
  expect(rows[0]?.match(/role="columnheader"/g)).toHaveLength(10);
  expect(rows[1]?.match(/role="(cell|rowheader)"/g)).toHaveLength(10);
  expect(rows[1]).toMatch(/data-label="Status"/);
});

test('a refused file is named at its field, and an identical one leads to the upload that is there', async () => {
  // Nobody reads the file here, so the answer must not wait for it.
  const { settings } = api.repository;
  const { jobWaitMs } = settings;
  settings.jobWaitMs = 0;
  onTestFinished(() => void (settings.jobWaitMs = jobWaitMs));
  const cookie = await web.signIn(actors.contributor);
  const send = async (kind: string) => {
    const body = new FormData();
    body.append(
      'upload',
      new File([new Uint8Array(gripStudyCsv(7401, 'international', { zeroGrips: 0, weakGrips: 0 }))], 'grip.csv'),
    );
    return web.ask(`/file-upload/receive/${kind}`, { method: 'POST', cookie, body: body as never });
  };
  const first = await send('raw');
  const there = first.headers.get('Location') ?? '';
  expect(there).toMatch(/^\/file-upload\/data\/\d+r$/);
  const again = await send('agg');
  expect(again.status).toBe(409);
  const page = await again.text();
  expect(page).toContain('href="#agg-file"');
  expect(page).toMatch(/id="agg-file-error"[^>]*>.*An identical file already exists/);
  expect(page).not.toContain('id="raw-file-error"');
  expect(page).toContain(`href="${there}">Open the identical file</a>`);
  // Once in the summary and once at the field.
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  expect(main.match(/An identical file already exists/g)).toHaveLength(2);
});

test.each([
  ['Leave these rows out', 'en' as const, 'not one of the motor tests'],
  ['Diese Zeilen weglassen', 'de' as const, 'keiner der motorischen Tests'],
])('%s: rows of a test that is none, from the check', async (button, language, reason) => {
  const cookie = await web.signIn(actors.contributor, language);
  const csv = `id,test,value\n1,SLJ,120\n1,Weitwurf ${language},9\n2,SLJ,121\n2,Weitwurf ${language},8`;
  const { id } = await api.addUpload({ tables: [{ name: 'data', csv }] });
  const body = mappingOf({ id: 'person_id|', test: 'test_name|', value: 'test_value|' });
  await ask(api, actors.contributor, `/api/mapping/raw/${id}/data`, { method: 'POST', body });
  const address = `/file-upload/check/${id}?table=data`;
  const before = await open(address, cookie);
  const [, intent = ''] = /value="(leave-test:\d+)"[^>]*>([^<]*)/.exec(before) ?? [];
  expect(plain(before)).toContain(button);
  const left = await web.ask(address, { method: 'POST', cookie, body: new URLSearchParams({ intent }) });
  expect(left.status).toBe(303);
  const after = await open(address, cookie);
  expect(plain(after)).not.toContain(button);
  expect(plain(await open(`/file-upload/data/${id}?table=data`, cookie))).toContain(reason);
});
