import { createHash } from 'node:crypto';

import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { DownloadSessionSchema, MyDownloadSchema } from '@domain/api/downloads';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { readZip } from '../../../tests/support/read-zip';
import { actors, bearer, createTestApi, type TestApi } from '../../../tests/support/test-api';

let testApi: TestApi;

/** Late in the evening in UTC, the next day in Berlin; one second later at each call. */
let seconds = 0;
const now = () => new Date(Date.UTC(2026, 10, 20, 23, 10, seconds++));

const columns = [
  { key: 'sex', unit: '', source: 'Geschlecht' },
  { key: 'handgrip', unit: 'kg', source: 'Kraft' },
];

beforeAll(async () => {
  testApi = await createTestApi({ now });
  await publishForTest(testApi.repository, {
    nr: 1,
    title: 'Größe & Kraft: 100 %',
    tables: [
      {
        name: 'Männer/1',
        select: "select 'm' as sex, (20 + i % 50) / 2.0 as handgrip from range(50000) t(i)",
        columns,
      },
      { name: 'Frauen', select: "select * from (values ('f', 30.5), ('a,\"b', null)) t(sex, handgrip)", columns },
    ],
  });
  await publishForTest(testApi.repository, {
    nr: 2,
    title: 'Licensed',
    rights: ['SUFL 1.0'],
    tables: [{ name: 'licensed', select: "select 'f' as sex, 1.0 as handgrip", columns }],
  });
});
afterAll(() => testApi.close());

const call = async (path: string, { as, json }: { as?: string; json?: unknown } = {}) =>
  testApi.api.request(path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: as === undefined ? {} : await bearer({ ...actors.contributor, subject: as }),
    body: json === undefined ? undefined : JSON.stringify(json),
  });

const start = async (numbers: number[], as = 'eva') => {
  const response = await call('/api/search/download', { as, json: numbers });
  return { response, session: (response.headers.get('Location') ?? '').split('/').at(-1) ?? '' };
};

const answers = {
  institution: 'Example University',
  country: 'Germany',
  purpose: 'Teaching',
  accurate: true,
  licence: true,
};
const fetchZip = async (path: string, as = 'eva') =>
  readZip(Buffer.from(await (await call(path, { as })).arrayBuffer()));

test('for open licences the response is 201 with name and address of the package', async () => {
  const { response } = await start([1]);
  expect(response.status).toBe(201);
  // The date in Berlin, not in UTC.
  expect(await response.text()).toBe('motothek-2026-11-21.zip');
  expect(response.headers.get('Location')).toMatch(/^\/api\/search\/package\/[0-9a-f-]{36}$/);
});

test('for a Scientific Use File the response is 202 with the address of its form', async () => {
  const { response } = await start([1, 2]);
  expect(response.status).toBe(202);
  expect(response.headers.get('Location')).toMatch(/^\/file-download\/[0-9a-f-]{36}$/);
});

test.each([
  [[], 400, 'nothing-selected'],
  ['1', 400, 'nothing-selected'],
  [[0], 400, 'nothing-selected'],
  [[2_147_483_648], 400, 'nothing-selected'],
  [[1, 999], 404, 'not-found'],
])('choosing %j returns %i %s', async (json, status, code) => {
  const response = await call('/api/search/download', { as: 'eva', json });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test('downloading requires signing in', async () => {
  const { session } = await start([1]);
  const paths = [
    `/api/search/package/${session}`,
    `/api/search/downloads/${session}`,
    '/api/search/mydownloads/',
    '/api/search/mydownloads/rows',
    `/api/search/mydownload/${session}/1/motothek-1-grosse-kraft-100.zip`,
  ];
  for (const path of paths) expect((await call(path)).status, path).toBe(401);
  expect((await call('/api/search/download', { json: [1] })).status).toBe(401);
  expect((await call(`/api/search/downloads/${session}`, { json: answers })).status).toBe(401);
});

test("another user's session is not found", async () => {
  const { session } = await start([2]);
  for (const id of [session, '00000000-0000-4000-8000-000000000000', 'x']) {
    expect((await call(`/api/search/downloads/${id}`, { as: 'jan' })).status).toBe(404);
    expect((await call(`/api/search/package/${id}`, { as: 'jan' })).status).toBe(404);
    const posted = await call(`/api/search/downloads/${id}`, { as: 'jan', json: { ...answers, session: id } });
    expect(posted.status).toBe(404);
  }
});

test('every way to the data is closed until the form is answered', async () => {
  const { session } = await start([1, 2], 'gate');
  const shown = DownloadSessionSchema.parse(
    await (await call(`/api/search/downloads/${session.replaceAll('-', '')}`, { as: 'gate' })).json(),
  );
  expect(shown).toMatchObject({ session, open: false });
  expect(shown.files.map(({ nr, fileName }) => [nr, fileName])).toEqual([
    [1, 'motothek-1-grosse-kraft-100.zip'],
    [2, 'motothek-2-licensed.zip'],
  ]);
  const ways = [
    `/api/search/package/${session}`,
    ...shown.files.map((file) => `/api/search/mydownload/${session}/${file.nr}/${file.fileName}`),
  ];
  for (const way of ways) {
    const refused = await call(way, { as: 'gate' });
    expect(refused.status, way).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'licence-form-open' });
  }
  expect(await (await call('/api/search/mydownloads/', { as: 'gate' })).json()).toEqual([]);

  const answered = await call(`/api/search/downloads/${session}`, { as: 'gate', json: { ...answers, session } });
  expect([answered.status, await answered.text()]).toEqual([201, 'motothek-2026-11-21.zip']);
  expect(answered.headers.get('Location')).toBe(`/api/search/package/${session}`);
  for (const way of ways) expect((await fetchZip(way, 'gate')).size, way).toBeGreaterThan(10);
});

test('a second answer to the form is accepted and changes nothing', async () => {
  const { session } = await start([2], 'twice');
  const post = (institution: string) =>
    call(`/api/search/downloads/${session}`, { as: 'twice', json: { ...answers, session, institution } });
  expect((await post('First\0 University')).status).toBe(201);
  expect((await post('Second University')).status).toBe(201);
  const { rows } = await testApi.repository.db.execute(
    `select institution from repository.download_sessions where id = '${session}'`,
  );
  expect(rows).toEqual([{ institution: 'First University' }]);
});

test('a form with missing entries is refused with the names of the fields', async () => {
  const { session } = await start([2]);
  const response = await call(`/api/search/downloads/${session}`, {
    as: 'eva',
    json: { session, institution: '  ', country: 'Germany', purpose: '\0', accurate: true, licence: false },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'download-form-invalid',
    errors: [{ path: 'institution' }, { path: 'purpose' }, { path: 'licence' }],
  });
  const unseen = { institution: '\u200B \u00AD', country: '\u3164', purpose: '\u2060\n' };
  const refused = await call(`/api/search/downloads/${session}`, {
    as: 'eva',
    json: { ...answers, session, ...unseen },
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    errors: [{ path: 'institution' }, { path: 'country' }, { path: 'purpose' }],
  });
  for (const json of [null, [], 'x', 5, { session: 'x' }]) {
    expect((await call(`/api/search/downloads/${session}`, { as: 'eva', json })).status).toBe(400);
  }
});

test('my downloads contain each data set once, with its newest session', async () => {
  const first = await start([1], 'lister');
  const second = await start([1], 'lister');
  await start([2], 'lister');
  const sessions = (await (await call('/api/search/mydownloads/', { as: 'lister' })).json()) as { session: string }[];
  expect(sessions.map(({ session }) => session)).toEqual([second.session, first.session]);
  const rows = MyDownloadSchema.array().parse(
    await (await call('/api/search/mydownloads/rows', { as: 'lister' })).json(),
  );
  expect(rows.map(({ nr, id, titles }) => [nr, id, titles])).toEqual([[1, second.session, ['Größe & Kraft: 100 %']]]);
  const [row] = rows;
  expect(
    (await fetchZip(`/api/search/mydownload/${row?.id}/${row?.nr}/${row?.fileName}`, 'lister')).size,
  ).toBeGreaterThan(10);
  expect((await call(`/api/search/mydownload/${row?.id}/1/other.zip`, { as: 'lister' })).status).toBe(404);
  expect((await call(`/api/search/mydownload/${row?.id}/2/motothek-2-licensed.zip`, { as: 'lister' })).status).toBe(
    404,
  );
});

test('the package contains every row and its documentation, and its checksums are right', async () => {
  const { response } = await start([1]);
  const zip = await fetchZip(response.headers.get('Location')!);
  const bag = 'motothek-1-grosse-kraft-100';
  const folder = `${bag}/data/1-grosse-kraft-100`;
  const named = (names: string[], language: string) => names.map((name) => name.replace('*', language));
  expect([...zip.keys()]).toEqual([
    `${bag}/bagit.txt`,
    ...[
      ...['table-1-manner-1', 'table-2-frauen'].flatMap((name) =>
        ['csv', 'parquet', 'sav'].map((format) => `data/${name}.${format}`),
      ),
      ...['en', 'de'].flatMap((language) =>
        named(
          ['codebook.*.csv', 'metadata.*.csv', 'mapping.*.csv', 'withheld.*.csv', 'problems.*.csv', 'quality.*.txt'],
          language,
        ).concat(`LICENCE-CC-BY-4.0.${language}.txt`),
      ),
      ...['decision.json', 'quality.json', 'datacite.json', 'datacite.xml'],
      ...['txt', 'bib', 'ris', 'json'].map((format) => `citation.${format}`),
      ...['', '.de'].flatMap((language) => ['R', 'py', 'sps'].map((format) => `read-data${language}.${format}`)),
      ...['datapackage.json', 'croissant.json'],
    ].map((name) => `${folder}/${name}`),
    ...[
      'data/ro-crate-metadata.json',
      'data/ro-crate-preview.html',
      'README.txt',
      'bag-info.txt',
      'manifest-sha256.txt',
      'tagmanifest-sha256.txt',
    ].map((name) => `${bag}/${name}`),
  ]);

  const text = (path: string) => zip.get(path)!.toString('utf8');
  const sums = ['manifest-sha256.txt', 'tagmanifest-sha256.txt'].flatMap((list) =>
    text(`${bag}/${list}`).trimEnd().split('\n'),
  );
  expect(sums).toHaveLength(zip.size - 1);
  for (const line of sums) {
    const [sum, path = ''] = line.split('  ');
    expect(
      createHash('sha256')
        .update(zip.get(`${bag}/${path}`)!)
        .digest('hex'),
      path,
    ).toBe(sum);
  }

  const men = Papa.parse<string[]>(text(`${folder}/data/table-1-manner-1.csv`), { skipEmptyLines: true }).data;
  expect(men).toHaveLength(50_001);
  expect(men.slice(0, 3)).toEqual([
    ['sex', 'handgrip'],
    ['m', '10'],
    ['m', '10.5'],
  ]);
  expect(men.at(-1)).toEqual(['m', '34.5']);
  expect(text(`${folder}/data/table-2-frauen.csv`)).toBe('sex,handgrip\r\nf,30.5\r\n"a,""b",\r\n');
  expect(zip.get(`${folder}/data/table-2-frauen.parquet`)!.subarray(0, 4).toString()).toBe('PAR1');

  const codes = Papa.parse<string[]>(text(`${folder}/codebook.de.csv`), { skipEmptyLines: true }).data;
  expect(codes[2]?.slice(0, 5)).toEqual(['Männer/1', 'handgrip', expect.stringContaining('Handkraft'), 'kg', 'Zahl']);
  expect(codes[2]?.slice(6, 8)).toEqual(['3 bis 80', '0,5 bis 150']);
  expect(codes[1]?.[5]).toContain('m = männlich; f = weiblich');
  expect(text(`${folder}/withheld.en.csv`)).toContain('Remarks');
  expect(text(`${bag}/README.txt`)).toContain('Größe & Kraft: 100 %');
  expect(text(`${bag}/README.txt`)).toMatch(/2024-01-01[\s\S]*2024-01-01/);
});
