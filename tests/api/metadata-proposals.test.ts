import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { TableEngineError } from '../../services/repository/context/table-engine';
import { ask } from '../support/ready-uploads';
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

async function addChecked(): Promise<string> {
  const rows = Array.from({ length: 60 }, (_, row) => {
    const [sex, age, day] = [row % 2 ? 'm' : 'f', 8 + (row % 3), 1 + (row % 20)];
    return `${row},${sex},${age},2019-05-${String(day).padStart(2, '0')},${120 + (row % 9)}`;
  });
  const csv = ['pupil,sex,age,tested,jump', ...rows].join('\n');
  const { id } = await api.addUpload({ tables: [{ name: 'school', csv }] });
  const body = mappingOf({ pupil: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', tested: 'test_date|', jump: 'slj|cm' });
  expect((await ask(api, actors.contributor, `/api/mapping/raw/${id}/school`, { method: 'POST', body })).status).toBe(
    200,
  );
  return id;
}

test('the data say how many persons of which sex and age were tested, when and in what', async () => {
  const id = await addChecked();
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`);
  expect(await answer.json()).toEqual({
    persons: 60,
    begin: '2019-05-01',
    end: '2019-05-20',
    ages: { from: 8, to: 10 },
    sexes: ['m', 'f'],
    tests: ['slj'],
    batteries: [],
  });
});

test('data are read once for a mapping, and anew when it changes', async () => {
  const id = await addChecked();
  const all = vi.spyOn(api.repository.tables, 'all');
  const facts = async () => (await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`)).json();
  const first = await facts();
  expect(all).toHaveBeenCalled();
  all.mockClear();
  expect(await facts()).toEqual(first);
  expect(all).not.toHaveBeenCalled();
  const body = mappingOf({ pupil: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', jump: 'slj|cm' });
  await ask(api, actors.contributor, `/api/mapping/raw/${id}/school`, { method: 'POST', body });
  expect(await facts()).toMatchObject({ ages: { from: 8, to: 10 }, begin: null });
  all.mockRestore();
});

test('the data say whose test battery is mapped, by its name in the form', async () => {
  const targets = {
    Nr: 'person_id|',
    SW: 'slj|cm',
    '20m': 'dash20hand|s',
    Lauf6: 'run6min|m',
    LS: 'pushup40|1',
    SU: 'situp40|1',
    SHH: 'jumpside15|1',
    RB: 'standreach|cm',
  };
  const rows = Array.from({ length: 40 }, (_, row) => `${row},${130 + row},4.${row},${900 + row},12,20,31,${row % 9}`);
  const csv = [Object.keys(targets).join(','), ...rows].join('\n');
  const { id } = await api.addUpload({ tables: [{ name: 'school', csv }] });
  const address = `/api/mapping/raw/${id}/school`;
  await ask(api, actors.contributor, address, { method: 'POST', body: mappingOf(targets) });
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`);
  expect(await answer.json()).toMatchObject({ batteries: ['DMT 6-18'] });
});

test('ages follow from the dates of birth and test where no age is mapped', async () => {
  const births = ['2010-05-01', '2012-11-30', '2011-01-01', 'unknown', '1899-01-01'];
  const { id } = await api.addUpload({
    tables: [{ name: 'school', csv: ['born,tested', ...births.map((born) => `${born},2019-05-02`)].join('\n') }],
  });
  const body = mappingOf({ born: 'birth_date|', tested: 'test_date|' });
  await ask(api, actors.contributor, `/api/mapping/raw/${id}/school`, { method: 'POST', body });
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`);
  expect(await answer.json()).toMatchObject({ ages: { from: 6, to: 9 } });
});

test('data that take too long to read are not waited for', async () => {
  const id = await addChecked();
  const { tables } = api.repository;
  const { all } = tables;
  const reading = vi.spyOn(tables, 'all').mockImplementation((sql, values, options) => {
    const limitMs = options?.timeoutMs ?? 0;
    if (!sql.includes('strftime')) return all.call(tables, sql, values, options);
    return Promise.reject(limitMs > 60_000 ? new Error('no limit') : new TableEngineError('timeout', ''));
  });
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`);
  reading.mockRestore();
  expect([answer.status, await answer.json()]).toMatchObject([200, { persons: 60, ages: null, tests: [] }]);
});

test('people in several tables are counted once', async () => {
  const ids = Array.from({ length: 40 }, (_, row) => `${row}`);
  const { id } = await api.addUpload({
    tables: [
      { name: 'before', csv: ['pupil,jump', ...ids.map((one) => `${one},120`)].join('\n') },
      { name: 'after', csv: ['pupil,grip', ...ids.map((one) => `${one},14`)].join('\n') },
      { name: 'others', csv: 'jump\n118\n121\n' },
    ],
  });
  const mapped = {
    before: { pupil: 'person_id|', jump: 'slj|cm' },
    after: { pupil: 'person_id|', grip: 'handgrip|kg' },
  };
  for (const [table, targets] of Object.entries({ ...mapped, others: { jump: 'slj|cm' } })) {
    await ask(api, actors.contributor, `/api/mapping/raw/${id}/${table}`, { method: 'POST', body: mappingOf(targets) });
  }
  const answer = await ask(api, actors.contributor, `/api/metadata/${id}/data-facts`);
  expect(await answer.json()).toMatchObject({ persons: 42 });
});

test('a form that nobody has filled in holds proposals; what was typed replaces them for good', async () => {
  const cookie = await web.signIn(actors.contributor);
  const id = await addChecked();
  const open = async () => (await web.ask(`/file-upload/meta/${id}`, { cookie })).text();
  const valueOf = (html: string, name: string) =>
    new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';
  const before = await open();
  expect(before).toContain('Filled in from your account and your data, not saved yet');
  expect(valueOf(before, 'f14-0')).toBe('60');
  expect(valueOf(before, 'f3_1-0-0')).toBe(actors.contributor.email);
  expect(valueOf(before, 'f6-0')).toBe('Standing long jump');
  expect(before).toContain('Age: 8 to 10 years. Sex: male and female.');
  const body = new URLSearchParams({ intent: 'draft', 'f14-0': '', 'f2-0': 'My title' });
  expect((await web.ask(`/file-upload/meta/${id}`, { method: 'POST', cookie, body })).status).toBe(303);
  const after = await open();
  expect([valueOf(after, 'f14-0'), valueOf(after, 'f2-0'), valueOf(after, 'f6-0')]).toEqual(['', 'My title', '']);
  expect(after).not.toContain('Filled in from your account');
});
