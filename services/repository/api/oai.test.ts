import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { askHarvest, readHarvestAnswer } from '../../../tests/support/ask-harvest';
import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { createTestApi, serveTestApi, type TestApi } from '../../../tests/support/test-api';
import { harvestErrors } from '../../../tests/support/validate-harvest';
import { demonstrationStudies } from '../demo/studies';
import { dataciteAttributes } from '../doi/datacite-attributes';
import { openStore } from '../store/database';
import { findDoi, saveDoi } from '../store/dois';
import { vocabulary } from '../vocabulary';

const { length: studies } = demonstrationStudies;
/** Records: those of the demonstration's studies come first. */
const records = 230;
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  await publishAllForTest(
    api.repository,
    Array.from({ length: records }, (_, index) => ({
      nr: index + 1,
      title: `Study <${index}> & \u0001 "more"`,
      kind: index % 2 === 0 ? ('raw' as const) : ('agg' as const),
      exercises: index < 3 ? ['slj', 'handgrip'] : ['situp40'],
      rights: [index % 2 === 0 ? 'CC-BY 4.0' : 'SUFL 1.0'],
    })),
  );
  for (const [index, { kind, metadata }] of demonstrationStudies.entries()) {
    const tests = [...vocabulary.tests.values()].slice(0, 3).map(({ long }) => long);
    const facts = { kind, metadata, tests, bytes: 1000, rows: 10, today: '2025-03-02' };
    const days = { submitted: '2025-02-01', accepted: '2025-03-01' };
    const siblings = [
      { kind: kind === 'raw' ? ('agg' as const) : ('raw' as const), identifier: '10.1234/x.13', type: 'DOI' as const },
    ];
    const attributes = dataciteAttributes({ ...facts, ...days, nr: index + 1, siblings }, 'https://motothek.example');
    await api.pool.query(
      `update repository.dois set attributes = $1, registrar = 'datacite'
       where upload = (select upload from repository.data_sets where nr = $2)`,
      [attributes, index + 1],
    );
  }
  // Times as if one data set was published each hour.
  await api.pool.query(
    `update repository.harvest_entries set changed_at = '2026-01-01T00:00:00.250Z'::timestamptz + nr * interval '1 hour'`,
  );
});
afterAll(() => api.close());

const ask = (query: string) => askHarvest(api, query);
const list = (query = '') => ask(`verb=ListIdentifiers&metadataPrefix=oai_dc${query}`);
const identifier = (nr: number | string) => `oai:motothek.example:data-set/${nr}`;

describe('the verbs', () => {
  const valid: [name: string, query: string, contains: string[]][] = [
    ['Identify', 'verb=Identify', [
      '<baseURL>https://motothek.example/oai</baseURL>', '<deletedRecord>persistent</deletedRecord>',
      '<earliestDatestamp>2026-01-01T01:00:00Z</earliestDatestamp>', '<sampleIdentifier>oai:motothek.example:data-set/1<',
    ]],
    ['ListMetadataFormats', 'verb=ListMetadataFormats', ['<metadataPrefix>oai_datacite<']],
    ['ListMetadataFormats of a record', `verb=ListMetadataFormats&identifier=${identifier(2)}`, ['oai_dc.xsd']],
    ['ListSets', 'verb=ListSets', ['<setSpec>test:slj</setSpec>', '<setName>Standing long jump</setName>', 'licence:sufl-1.0']],
    ['ListIdentifiers', 'verb=ListIdentifiers&metadataPrefix=oai_dc', ['<setSpec>type:raw</setSpec>']],
    ['ListRecords in Dublin Core', 'verb=ListRecords&metadataPrefix=oai_dc', ['<dc:type>Dataset</dc:type>', 'Study &lt;10&gt; &amp;  &quot;more&quot;']],
    ['GetRecord in DataCite XML', `verb=GetRecord&metadataPrefix=oai_datacite&identifier=${identifier(1)}`, [
      '<identifier identifierType="DOI">10.5072/MT-1<', '<datacentreSymbol>',
    ]],
  ]; // prettier-ignore

  test.each(valid)('%s follows the schemas', async (_, query, contains) => {
    const { status, xml } = await ask(query);
    expect(status).toBe(200);
    for (const text of contains) expect(xml).toContain(text);
    expect(await harvestErrors([xml])).toEqual([]);
  });

  test('every record of a study follows the schemas in every format', async () => {
    const asked = demonstrationStudies.flatMap((__, index) =>
      ['oai_dc', 'oai_datacite'].map((prefix) =>
        ask(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${identifier(index + 1)}`),
      ),
    );
    const answers = await Promise.all(asked);
    expect(answers).toHaveLength(2 * studies);
    expect(await harvestErrors(answers.map(({ xml }) => xml))).toEqual([]);
  });

  test('what does not follow the schemas is found, also within a record', async () => {
    const { xml } = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier(1)}`);
    expect(await harvestErrors([xml.replaceAll('dc:type>', 'dc:kind>')])).not.toEqual([]);
    expect(await harvestErrors([xml.replace('<datestamp>', '<datestamp>on ')])).not.toEqual([]);
  });

  test('Dublin Core has the languages of texts, the DOI and the page, and the address of the licence', async () => {
    const { xml } = await ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier(1)}`);
    expect(xml).toMatch(/<dc:title xml:lang="(?:en|de)">/);
    expect(xml).toContain('<dc:identifier>https://doi.org/10.5072/MT-1</dc:identifier>');
    expect(xml).toContain('<dc:identifier>https://motothek.example/data-set/1</dc:identifier>');
    expect(xml).toMatch(/<dc:rights>https:\/\//);
    expect(xml).toContain('<dc:relation>https://doi.org/10.1234/x.13</dc:relation>');
  });

  test('a form posts the same arguments', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' }) };
    const { numbers } = await readHarvestAnswer(await api.api.request('/oai', form));
    expect(numbers).toEqual((await list()).numbers);
  });

  test('answers are XML that caches keep and scripts of other sites read', async () => {
    const { headers } = await api.api.request('/oai?verb=Identify');
    expect(headers.get('Content-Type')).toBe('text/xml; charset=utf-8');
    expect(headers.get('Cache-Control')).toMatch(/^public, max-age=\d+$/);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});

const errors: [query: string, code: string][] = [
  ['', 'badVerb'],
  ['verb=', 'badVerb'],
  ['verb=identify', 'badVerb'],
  ['verb=constructor', 'badVerb'],
  ['verb=Identify&verb=Identify', 'badVerb'],
  ['verb=Identify&x=1', 'badArgument'],
  ['verb=Identify&resumptionToken=x', 'badArgument'],
  ['verb=ListSets&set=x', 'badArgument'],
  ['verb=ListSets&resumptionToken=x', 'badResumptionToken'],
  ['verb=GetRecord', 'badArgument'],
  ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}`, 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}&metadataPrefix=oai_dc&from=2026-01-01`, 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}&identifier=${identifier(1)}&metadataPrefix=oai_dc`, 'badArgument'],
  [`verb=GetRecord&identifier=${identifier(1)}&metadataPrefix=marc21`, 'cannotDisseminateFormat'],
  [`verb=GetRecord&identifier=${identifier(1)}&metadataPrefix=a b`, 'badArgument'],
  ...[identifier(999_999), identifier(0), identifier('01'), identifier('1x'), identifier('99999999999'), identifier(''),
    'oai:elsewhere.example:data-set/1', '1', '', 'in valid"', 'oai:%zz', `${identifier(1)}\u0000`, 'ö:ä'].map(
    (one): [string, string] => [
      String(new URLSearchParams({ verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: one })),
      'idDoesNotExist',
    ]), // prettier-ignore
  [`verb=ListMetadataFormats&identifier=${identifier(999_999)}`, 'idDoesNotExist'],
  ['verb=ListRecords', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=marc21', 'cannotDisseminateFormat'],
  ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
  ['verb=ListRecords&resumptionToken=', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=.', 'badResumptionToken'],
  ['verb=ListRecords&resumptionToken=e30.x.y', 'badResumptionToken'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=nothing', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=test:balback', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=:', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=a%00b', 'badArgument'],
  ["verb=ListRecords&metadataPrefix=oai_dc&set='or'1'", 'noRecordsMatch'],
  ...['', 'x', '2026', '2026-01', '2026-13-01', '2026-02-30', '0000-01-01', '2026-01-01T00:00Z', '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00%2B01:00', '-2026-01-01', '12026-01-01'].map(
    (day): [string, string] => [`verb=ListRecords&metadataPrefix=oai_dc&from=${day}`, 'badArgument'],
  ), // prettier-ignore
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-01T10:00:00Z', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=9999-12-31', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&until=0001-01-01', 'noRecordsMatch'],
  ['verb=ListRecords&metadataPrefix=oai_dc&until=2025-12-31', 'noRecordsMatch'],
];

test('requests that are not valid get the error of the protocol, in answers that follow the schema', async () => {
  const answers = await Promise.all(errors.map(([query]) => ask(query)));
  expect(answers.map(({ error }, index) => [errors[index]![0], error])).toEqual(errors);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await harvestErrors(answers.map(({ xml }) => xml))).toEqual([]);
  const isRepeated = ({ error, xml }: (typeof answers)[number]) => [error, /<request [^>]*verb=/.test(xml)];
  const wrong = ['badVerb', 'badArgument'];
  expect(answers.map(isRepeated)).toEqual(answers.map(({ error = '' }) => [error, !wrong.includes(error)]));
});

test.each([
  ['POST', { method: 'POST', body: 'verb=%', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST of bytes', { method: 'POST', body: new Uint8Array([0xff, 0xfe, 0x00]) }, 400],
  [
    'POST of JSON',
    { method: 'POST', body: '{"verb":"Identify"}', headers: { 'Content-Type': 'application/json' } },
    200,
  ],
  ['POST of all arguments', { method: 'POST', body: `verb=ListRecords&set=${'x'.repeat(4000)}` }, 200],
  ['POST of 20 kB', { method: 'POST', body: `verb=Identify&set=${'x'.repeat(20_000)}` }, 413],
  ['PUT', { method: 'PUT', body: 'verb=Identify' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
] as const)('%s is answered without a server error', async (_, init, status) => {
  expect((await api.api.request('/oai', init as RequestInit)).status).toBe(status);
  expect(api.serverErrors).toEqual([]);
});

test('a form that is longer than any request of a harvester is refused before it is read', async () => {
  let wasRead = false;
  const pull = (controller: ReadableStreamDefaultController) => {
    wasRead = true;
    controller.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '1000000' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const refused = await api.api.request('/oai', init);
  expect([refused.status, await refused.json(), wasRead]).toMatchObject([413, { code: 'too-large-body' }, false]);
});

describe('a list', () => {
  const numbersFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  test('goes on page by page, and ends with an empty token', async () => {
    const first = await list();
    const second = await ask(`verb=ListIdentifiers&resumptionToken=${first.token}`);
    const third = await ask(`verb=ListIdentifiers&resumptionToken=${second.token}`);
    expect([first, second, third].flatMap(({ numbers }) => numbers)).toEqual(numbersFrom(1, records));
    expect([first, second, third].map(({ numbers }) => numbers.length)).toEqual([100, 100, 30]);
    expect(third.token).toBe('');
    expect(third.xml).toContain('cursor="200"');
    expect(await harvestErrors([first.xml, second.xml, third.xml])).toEqual([]);
    // A page can be asked for again, also from another server.
    const other = serveTestApi(api);
    expect((await askHarvest(other, `verb=ListIdentifiers&resumptionToken=${second.token}`)).numbers).toEqual(
      third.numbers,
    );
  });

  test.each([
    ['&set=type:agg', 115],
    ['&set=test:slj', 3],
    ['&set=test', records],
    ['&set=licence:sufl-1.0', 115],
    ['&set=licence:cc-by-4.0&from=2026-01-02', 103],
  ])('of %s has the records of the set', async (query, count) => {
    let page = await list(query);
    const numbers = [...page.numbers];
    while (page.token) {
      page = await ask(`verb=ListIdentifiers&resumptionToken=${page.token}`);
      numbers.push(...page.numbers);
    }
    expect(numbers).toHaveLength(count);
  });

  test.each([
    ['&from=2026-01-01T05:00:00Z&until=2026-01-01T07:00:00Z', [5, 6, 7]],
    ['&from=2026-01-01T05:00:01Z&until=2026-01-01T06:59:59Z', [6]],
    ['&until=2026-01-01T02:00:00Z', [1, 2]],
    ['&until=2026-01-01', numbersFrom(1, 23)],
    ['&from=2026-01-02&until=2026-01-02', numbersFrom(24, 47)],
    ['&from=0001-01-01&until=2026-01-01', numbersFrom(1, 23)],
    ['&from=2026-01-10T13:00:00Z&until=9999-12-31T23:59:59Z', numbersFrom(229, 230)],
  ])('of %s has both ends', async (query, numbers) => {
    expect((await list(query)).numbers).toEqual(numbers);
  });

  test('keeps its conditions in the token', async () => {
    const first = await list('&set=type:raw&from=2026-01-01T03:00:00Z&until=2026-01-10T10:00:00Z');
    const second = await ask(`verb=ListIdentifiers&resumptionToken=${first.token}`);
    expect([...first.numbers, ...second.numbers]).toEqual(numbersFrom(3, 226).filter((nr) => nr % 2 === 1));
    expect(second.token).toBe('');
  });

  test('goes on with no token that was changed, made up or is of another list', async () => {
    const { token = '' } = await list();
    const [content = '', signature = ''] = token.split('.');
    const position = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...position, sent: 7 })).toString('base64url');
    const tokens = [
      `${other}.${signature}`,
      `${content}.`,
      content,
      `${content}.${signature.slice(0, -2)}`,
      `x${token}`,
    ];
    const answers = await Promise.all(
      tokens.map((one) => askHarvest(api, { verb: 'ListIdentifiers', resumptionToken: one })),
    );
    expect(answers.map(({ error }) => error)).toEqual(tokens.map(() => 'badResumptionToken'));
    expect((await ask(`verb=ListRecords&resumptionToken=${token}`)).error).toBe('badResumptionToken');
  });
});

describe('a record', () => {
  const find = (nr: number) => ask(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier(nr)}`);
  const doiOf = async (nr: number) => {
    const { rows } = await api.pool.query<{ upload: number }>('select upload from repository.data_sets where nr = $1', [
      nr,
    ]);
    const record = await findDoi(api.repository.db, rows[0]!.upload);
    return record!;
  };
  const save = (record: Awaited<ReturnType<typeof doiOf>>) =>
    api.repository.db.transaction((tx) => saveDoi(tx, record));

  test('is newer as soon as its description changes, and not otherwise', async () => {
    const known = await doiOf(7);
    const before = await find(7);
    await save({ ...known, updatedAt: new Date() });
    expect((await find(7)).datestamps).toEqual(before.datestamps);
    await save({ ...known, registrar: 'datacite', doi: '10.1234/registered' });
    const after = await find(7);
    expect(after.xml).toContain('<dc:identifier>https://doi.org/10.1234/registered</dc:identifier>');
    expect(after.datestamps[0]! > before.datestamps[0]!).toBe(true);
    const all = await list(`&from=${after.datestamps[0]}`);
    expect(all.numbers).toEqual([7]);
    expect((await list('&set=type:raw&from=2026-01-01T07:00:00Z&until=2026-01-01T07:00:00Z')).error).toBe(
      'noRecordsMatch',
    );
  });

  test('of a withdrawn data set has a header with the status deleted, and nothing else', async () => {
    await api.pool.query('update repository.harvest_entries set is_deleted = true where nr = 5');
    for (const answer of [
      await find(5),
      await ask('verb=ListRecords&metadataPrefix=oai_dc&until=2026-01-01T06:00:00Z'),
    ]) {
      const [, record = ''] = /<record>\s*(<header status="deleted">.*?)<\/record>/s.exec(answer.xml) ?? [];
      expect(record).toContain(identifier(5));
      expect(record).not.toContain('<metadata>');
      expect(await harvestErrors([answer.xml])).toEqual([]);
    }
    await api.pool.query('update repository.harvest_entries set is_deleted = false where nr = 5');
  });
});

test('while the store is away the harvester is asked to come again', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const away = serveTestApi({ ...api, repository: { ...api.repository, db: openStore(pool) } });
  const response = await away.api.request('/oai?verb=ListIdentifiers&metadataPrefix=oai_dc');
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  await pool.end();
});
