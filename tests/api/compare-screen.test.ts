import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { normChoiceOf, NormQuerySchema } from '@domain/norms/choice-query';
import type { NormOverview, Norms } from '@domain/api/norms';
import type { PoolDataSets } from '@domain/api/pool';
import { StandingRequestSchema, type Standings } from '@domain/api/standings';

import { dash, longJump, normOverview, normsOf } from '../fixtures/norms';
import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** What the repository is asked for, and what it answers; all of it is made up. */
let asked: { path: string; query: string; body: unknown }[];
let overview: NormOverview;
let norms: (key: string, query: Record<string, string>) => Norms | null;
let standing: Standings['standings'][number];
let isAway: boolean;
/** Numbers of data sets that were withdrawn. */
let goneSets: number[];

const publishedSets = [1, 2, 3, 6];
const listed = (numbers: string): PoolDataSets =>
  publishedSets
    .filter((nr) => numbers.split(',').includes(String(nr)))
    .map((nr) => ({ nr, title: 'Jumps', doi: '', licences: [], persons: 10, tests: [], kind: 'raw', isOpen: true }));

const found: Standings['standings'][number] = {
  percentile: 63.4,
  worse: 63,
  same: 0.8,
  z: 0.34,
  band: 'average',
  reason: null,
  median: 137.3,
  percentiles: [102.9, 113.9, 125, 137.3, 149.6, 160.7, 171.7],
  persons: 108,
  place: 0,
};
const nowhere: Standings['standings'][number] = {
  percentile: null,
  worse: null,
  same: null,
  z: null,
  band: null,
  reason: 'no-curve',
  median: null,
  percentiles: null,
  persons: 0,
  place: null,
};
const places = [{ dataSets: [1, 2], dataSetsInAll: 2 }];

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/api/pool/data-sets') return Response.json(listed(searchParams.get('data-sets') ?? ''));
    if (!pathname.startsWith('/api/norms')) return api.api.fetch(request);
    if (isAway) throw new Error('away');
    asked.push({
      path: pathname,
      query: searchParams.toString(),
      body: request.method === 'POST' ? await request.json() : null,
    });
    if (pathname === '/api/norms') return Response.json(overview);
    if (pathname === '/api/norms/standing')
      return Response.json({ version: overview.version, standings: [standing], places });
    const chosen = searchParams.get('data-sets')?.split(',').map(Number) ?? [];
    if (chosen.some((nr) => goneSets.includes(nr)))
      return Response.json({ code: 'data-sets-withdrawn', title: 'Withdrawn: no. 7.' }, { status: 410 });
    const answer = norms(pathname.split('/').at(-1)!, Object.fromEntries(searchParams));
    const isKnown = chosen.every((nr) => publishedSets.includes(nr));
    return answer && isKnown
      ? Response.json(answer)
      : Response.json({ code: 'not-found', title: 'Not found' }, { status: 404 });
  });
});
afterAll(async () => {
  expect(web.serverErrors).toEqual([]);
  await web.close();
  await api.close();
});
beforeEach(async () => {
  asked = [];
  overview = normOverview;
  norms = (key, query) => {
    const choice = normChoiceOf(NormQuerySchema.parse(query));
    const motorTest = [longJump, dash].find((one) => one.key === key);
    return motorTest ? normsOf(motorTest, { choice, version: choice.version ?? '2026-11-28' }) : null;
  };
  standing = found;
  isAway = false;
  goneSets = [];
});

/** The overview is read at most every two seconds, so each test that changes it asks in a language of its own. */
const read = async (path: string, init: RequestInit = {}) => {
  const response = await web.ask(path, init);
  const html = await response.text();
  return { response, html, main: /<main.*<\/main>/s.exec(html)?.[0] ?? '' };
};
const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ');

test('without a test, tiles lead to those with results, and say of the others that there are none', async () => {
  const { main, response } = await read('/compare');
  expect(response.status).toBe(200);
  expect(main).toContain('<h1>Compare</h1>');
  expect([...main.matchAll(/<li class="test-icon">/g)]).toHaveLength(23);
  expect([...main.matchAll(/<a class="compare-tile" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/compare?test=slj',
    '/compare?test=dash20hand',
  ]);
  expect([...main.matchAll(/no results yet/g)]).toHaveLength(21);
  expect(main).toContain('<select id="compare-test" name="test">');
  expect(main).not.toContain('<table');
});

test('a test has its curves, studies, aggregated data, years, fit and sources', async () => {
  const { main, html } = await read('/compare?test=slj');
  expect(html).toContain('<title>Compare: Standing long jump – Motothek</title>');
  expect(html).toContain('<link rel="canonical" href="https://motothek.example/compare?test=slj"/>');
  for (const caption of [
    'Percentiles',
    'Data sets in this choice',
    'Groups beside the curves',
    'Years',
    'Share of the results below each curve',
  ]) {
    expect(main).toMatch(new RegExp(`<caption[^>]*>${caption}</caption>`));
  }
  expect(textOf(main)).toContain('81, differs: better than the others');
  expect(textOf(main)).toContain('49, fits');
  expect(textOf(main)).toContain('More is better in this test.');
  expect(main).toContain(
    'Muster, E.-M., &amp; Institut für Sport. (2025). Jumps in Graz [Data set]. Motothek. https://doi.org/10.1234/mt-1',
  );
  expect(main).toContain('href="https://motothek.example/compare?test=slj&amp;version=2026-11-28"');
  expect(main).not.toMatch(/style="|NaN/);
});

test('whether a study differs is judged with the people who have a standing, and their number is told', async () => {
  const groups = (placed: number) => [{ ...normsOf(longJump).sources[0]!.groups[0]!, standing: 62, placed }];
  const sources = [12, 310].map((placed, at) => ({ ...normsOf(longJump).sources[at]!, groups: groups(placed) }));
  norms = () => normsOf(longJump, { sources });
  const text = textOf((await read('/compare?test=slj&ages=7-9')).main);
  expect(text).toContain('62, fits n = 12 at ages with a curve');
  expect(text).toContain('62, differs: better than the others');
  expect(text).not.toContain('n = 310 at ages');
});

test('less is better in a sprint, and the page says so', async () => {
  expect(textOf((await read('/compare?test=dash20hand')).main)).toContain('so P97 is the lowest line');
});

test('a choice is a part of the address, and everything of it is asked for', async () => {
  let query = {};
  const answer = norms;
  norms = (key, given) => answer(key, (query = given));
  const address = '/compare?test=slj&sex=f&ages=8-10&years=2019-2021&countries=AT&data-sets=1,2&version=2026-11-28';
  const { main } = await read(address);
  expect(query).toEqual({ sex: 'f', ages: '8-10', years: '2019-2021', countries: 'AT', 'data-sets': '1,2', version: '2026-11-28', limit: '200' }); // prettier-ignore
  expect(main).toContain('<details class="compare-more" open="">');
  expect(main).toMatch(/id="set-1" name="set" checked="" value="1"/);
  expect(main).toMatch(/id="set-3" name="set" value="3"/);
  expect(main).toContain('/compare/files/percentiles.csv?test=slj&amp;sex=f&amp;ages=8-10');
});

test('what the form sends becomes an address that only has what is chosen', async () => {
  const form = 'shown=slj&test=slj&sex=m&age-from=&age-to=&year-from=&year-to=&version=&seen=1.2.3&set=1&set=2&set=3';
  const { response } = await read(`/compare?${form}`);
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/compare?test=slj&sex=m']);
});

test('without curves, the page says why: too few people, or none', async () => {
  norms = () => {
    const { groups, ...rest } = normsOf(longJump);
    const few = groups.map((group) => ({ ...group, curves: [], fit: null, ages: group.ages.map((age) => ({ ...age, persons: 12, smooth: null })) })); // prettier-ignore
    return { ...rest, groups: few };
  };
  expect(textOf((await read('/compare?test=slj&sex=f')).main)).toContain(
    'a year of age needs results of at least 50 people',
  );
  norms = () => normsOf(longJump, { groups: [], sources: [], points: [], trend: [], persons: 0 });
  const { main } = await read('/compare?test=slj&ages=90-95');
  expect(textOf(main)).toContain('There are no results for this choice.');
  expect(main).not.toContain('<svg class="norm-picture" width="100%"');
  // There is nothing to cite either.
  expect(main).not.toContain('id="cite"');
  expect(main).not.toContain('sources.bib');
});

test('aggregated data alone are points of their own, and the page does not speak of curves', async () => {
  norms = () => {
    const { sources, ...rest } = normsOf(longJump, { groups: [], trend: [], persons: 0 });
    return { ...rest, sources: sources.filter(({ kind }) => kind === 'agg'), sourcesInAll: { raw: 0, beside: 1 } };
  };
  const { main } = await read('/compare?test=slj&data-sets=3');
  const text = textOf(main);
  expect(text).toContain(
    'There is no curve for this choice, because it consists of aggregated data or Scientific Use Files only.',
  );
  expect(text).not.toMatch(/at least 50 people|P97 is the highest line|lines: smooth|bars: number/);
  expect([...main.matchAll(/<svg class="norm-picture" width="100%"[^>]*percentile curves by age/g)]).toHaveLength(2);
  expect(main).not.toContain('percentiles.csv');
  expect(main).toContain('aggregated.csv');
  expect(text).toContain('As of 28 November 2026. Beside the curves: groups from 1 data set.');
  const svg = await (await web.ask('/compare/files/curves-m.svg?test=slj&data-sets=3')).text();
  expect(svg).toContain('boys and men');
  expect(svg).toContain('Groups beside the curves, at each age by year: circle no. 3.');
  expect(svg).not.toMatch(/Lines: smooth|>n</);
});

test('each aggregated data set has a mark of its own, which the key and the file name', async () => {
  const books = normsOf(longJump);
  const more = books.points.map((point) => ({ ...point, nr: 4 }));
  const source = { ...books.sources[2]!, nr: 4, title: 'Jumps in theses' };
  const sources = [...books.sources, source];
  norms = () => normsOf(longJump, { points: [...books.points, ...more], sources });
  const { main } = await read('/compare?test=slj&years=2019-2021');
  const paths = [...main.matchAll(/class="norm-point" d="([^"]+)"/g)].map(([, d]) => d);
  // Two pictures with a point of each data set, and the key.
  expect(paths).toHaveLength(2 * 2 + 2);
  expect(new Set(paths).size).toBe(2);
  const text = textOf(main);
  expect(text).toContain('not in the curves: Jumps in books');
  expect(text).toContain('not in the curves: Jumps in theses');
  expect(text).toContain('from 2 data sets. Beside the curves: groups from 2 data sets.');
  const svg = await (await web.ask('/compare/files/curves-f.svg?test=slj&years=2019-2021')).text();
  expect(svg).toContain('Groups beside the curves, at each age by year: circle no. 3, square no. 4.');
});

test('the years of both sexes differ in the shape of their marks, not only in dashes', async () => {
  const { main } = await read('/compare?test=slj');
  const trend = main.slice(main.indexOf('id="trend"'));
  const shapes = [...trend.matchAll(/class="norm-own" d="([^"]+)"/g)].map(([, d]) => d!);
  expect(shapes.length).toBeGreaterThan(4);
  expect(new Set(shapes).size).toBe(2);
});

test('an earlier version says so, and which of its data sets have been withdrawn', async () => {
  norms = () => normsOf(longJump, { version: '2026-10-01.2', gone: [3] });
  const { main } = await read('/compare?test=slj&version=2026-10-01.2');
  expect(textOf(main)).toContain('These are earlier curves, of 1 October 2026, version 2 of that day.');
  expect(textOf(main)).toContain(
    'A data set of this version has since been withdrawn, or not everybody may see its rows any more: no. 3.',
  );
  expect(main).toContain('<a href="/compare?test=slj">Show the newest curves</a>');
});

test('of two versions of a day, the first one is told to be that', async () => {
  overview = { ...normOverview, version: '2026-10-01.2' };
  norms = () => normsOf(longJump, { version: '2026-10-01' });
  const { main } = await read('/compare?test=slj&version=2026-10-01', { headers: { Cookie: 'language=DE-X' } });
  expect(textOf(main)).toContain('Dies sind frühere Kurven vom 1. Oktober 2026, Version 1 dieses Tages.');
});

test('a file of a choice with a withdrawn data set says which one it is', async () => {
  goneSets = [7];
  const file = await web.ask('/compare/files/percentiles.csv?test=slj&data-sets=6,7');
  expect([file.status, await file.text()]).toEqual([410, expect.stringContaining('Withdrawn: no. 7.')]);
});

test.each([
  ['1,7', 410, 'Data set 7 is not there, or has been withdrawn.', '/compare?test=slj&amp;sex=f&amp;data-sets=1'],
  ['1,99', 404, 'Data set 99 is not there, or has been withdrawn.', '/compare?test=slj&amp;sex=f&amp;data-sets=1'],
  [
    '7,1,99',
    410,
    'Data sets 7, 99 are not there, or have been withdrawn.',
    '/compare?test=slj&amp;sex=f&amp;data-sets=1',
  ],
])(
  'of the data sets %s, those that are not there are named, and the others stay chosen',
  async (chosen, status, sentence, others) => {
    goneSets = [7];
    const { response, html, main } = await read(`/compare?test=slj&sex=f&data-sets=${chosen}`);
    expect(response.status).toBe(status);
    expect(html).toContain('<title>Error: ');
    expect(main).toContain(sentence);
    expect(main).toContain(`<a href="${others}">Continue with the other data sets</a>`);
    expect(main).toMatch(/id="set-1" name="set" checked="" value="1"/);
    expect(main).toMatch(/id="set-3" name="set" value="3"/);
    expect(main).toMatch(/<option value="f" selected="">/);
    // Curves of other people than those of the address would be taken for these.
    expect(main).not.toContain('Percentiles</caption>');
  },
);

test('a choice of which nothing is there leads to all data sets', async () => {
  goneSets = [7];
  const { response, main } = await read('/compare?test=slj&ages=8-10&data-sets=7');
  expect(response.status).toBe(410);
  expect(main).toContain('<a href="/compare?test=slj&amp;ages=8-10">Continue with all data sets</a>');
});

test('a result that does not exist is a page that is not found, whatever data sets are chosen', async () => {
  expect((await read('/compare?test=nothing&data-sets=1')).response.status).toBe(404);
});

test('ages and years that are no whole numbers are told, and stay as they were typed', async () => {
  const sent = '/compare?shown=slj&test=slj&age-from=abc&age-to=9&year-from=2030&year-to=';
  const { response, html, main } = await read(sent);
  expect(response.status).toBe(400);
  expect(html).toContain('<title>Error: ');
  expect(main).toContain('<a href="#compare-age-from">Enter a whole number from 0 to 120, or nothing.</a>');
  expect(main).toMatch(/id="compare-age-from"[^>]*value="abc"/);
  expect(main).toMatch(/id="compare-age-to"[^>]*value="9"/);
  expect(main).toMatch(/<details class="compare-more" open="">/);
  expect((await read(sent.replace('abc', '6'))).response.status).toBe(302);
});

test.each([
  ['countries=Germany', '<li>‘countries=Germany’ in the address cannot be read.'],
  ['ages=130-140', '<li>‘ages=130-140’ in the address cannot be read.'],
  ['shown=slj&age-from=130', '<a href="#compare-age-from">Enter a whole number from 0 to 120, or nothing.</a>'],
])('a page and a file with %s name it and show nothing else', async (part, words) => {
  const { response, main } = await read(`/compare?test=slj&${part}`);
  expect(response.status).toBe(400);
  expect(main).toContain(words);
  expect(main).toContain('class="compare-form"');
  expect(main).not.toContain('/compare/files/');
  const file = await web.ask(`/compare/files/percentiles.csv?test=slj&${part}`);
  expect([file.status, file.headers.get('Location')]).toEqual([303, `/compare?test=slj&${part}`]);
});

test('closed data sets are named as such, and said to be beside the curves', async () => {
  const offered = normsOf(longJump).offered;
  const dataSets = offered.dataSets.map((one) => ({ ...one, isClosed: one.nr === 2 }));
  const sources = normsOf(longJump).sources.map((one) => (one.nr === 2 ? { ...one, kind: 'closed' as const } : one));
  norms = () => normsOf(longJump, { sources, offered: { ...offered, dataSets } });
  const { main } = await read('/compare?test=slj&years=2019');
  expect(textOf(main)).toContain('Jumps in Ulm (no. 2, Scientific Use File)');
  expect(textOf(main)).toContain('Scientific Use Files are not in the curves but beside them');
  expect(textOf(main)).toContain('Jumps in Ulm Scientific Use File, quartiles only');
  expect(textOf(main)).toContain('Beside the curves: groups from 2 data sets.');
});

test.each([
  '/compare?test=unknown',
  '/compare/files/percentiles.csv?test=unknown',
  '/compare/files/x.csv?test=slj',
  '/compare/files/trend.csv',
])('%s is not found', async (path) => {
  expect((await read(path)).response.status).toBe(404);
});

const fields = { test: 'slj', sex: 'f', age: '9,5', born: '', tested: '', value: '141,5' };
const place = (more: Partial<typeof fields> = {}, path = '/compare?test=slj') =>
  read(path, { method: 'POST', body: bodyOf({ ...fields, ...more }) });
const bodyOf = (entered: Record<string, string>) =>
  new URLSearchParams(Object.entries(entered).map(([name, value]) => [`standing-${name}`, value]));

test('a result is placed in words, with its band, the median and what is behind it', async () => {
  const { response, main, html } = await place();
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const request = asked.find(({ path }) => path === '/api/norms/standing')!;
  expect(StandingRequestSchema.parse(request.body)).toEqual({
    results: [{ key: 'slj', sex: 'f', age: 9.5, value: 141.5 }],
  });
  const text = textOf(main);
  expect(text).toContain('Better than 63 of 100 girls of 9 years.');
  expect(text).toContain('average (P25 to P75)');
  expect(text).toContain('137.3 cm');
  expect(text).toContain('n = 108 at this year of age, from 2 data sets');
  expect(main).toMatch(/aria-label="The result among the percentiles at this age: 141.5.*P3: 102.9, .*P97: 171.7/);
  expect(main).toMatch(/<section[^>]*aria-labelledby="answer" tabindex="-1" autofocus/);
  // The address of the page, and what scripts get, know nothing of it.
  expect(html.slice(html.indexOf('</main>'))).not.toContain('141');
  expect(main).toContain('action="/compare?test=slj"');
});

test('of many data sets the page shows those with the most people, and boxes of those that were chosen', async () => {
  const few = normsOf(longJump).offered.dataSets.slice(0, 2);
  norms = (_key, query) => {
    const choice = normChoiceOf(NormQuerySchema.parse(query));
    const offered = {
      ...normsOf(longJump).offered,
      dataSets: choice.dataSets.length > 0 ? few : [],
      dataSetsInAll: 4321,
    };
    return normsOf(longJump, { choice, offered, sourcesInAll: { raw: 4000, beside: 321 } });
  };
  const { main } = await read('/compare?test=slj&sex=m');
  const text = textOf(main);
  expect(text).toContain('from 4,000 data sets. Beside the curves: groups from 321 data sets.');
  expect(text.split('These are 3 of 4,321 data sets: of those in the curves and of those beside them')).toHaveLength(4);
  expect(text).toContain('4,321 data sets have results, too many to tick all of them here.');
  expect(main).not.toContain('name="set"');
  const chosen = (await read('/compare?test=slj&sex=m&data-sets=1,2')).main;
  expect(chosen).toMatch(/id="set-1" name="set" checked="" value="1"/);
  // All that are offered are not all that there are.
  const seen = /name="seen" value="([^"]*)"/.exec(chosen)![1]!;
  const sent = await web.ask(`/compare?shown=slj&test=slj&set=1&set=2&seen=${seen}`);
  expect(sent.headers.get('Location')).toContain('data-sets=1,2');
  // Others are added by their numbers.
  const more = await web.ask(`/compare?shown=slj&test=slj&set=2&numbers=+17,%203;17&seen=${seen}`);
  expect(more.headers.get('Location')).toBe('/compare?test=slj&data-sets=2,3,17');
  const wrong = await read(`/compare?shown=slj&test=slj&set=2&numbers=3,+x7&seen=${seen}`);
  expect(wrong.response.status).toBe(400);
  expect(wrong.main).toContain('<a href="#compare-numbers">‘x7’ is not the number of a data set.');
  expect(wrong.main).toMatch(/id="compare-numbers"[^>]*value="3, x7"/);
});

test('the answer is made of the kept curves in which the result stands, and of no choice', async () => {
  await place();
  const version = overview.version!;
  expect(asked.filter(({ path }) => path === '/api/norms/slj').map(({ query }) => query)).toContain(
    `version=${version}&limit=200`,
  );
  expect(asked.filter(({ query }) => query.includes('sex'))).toEqual([]);
});

test('a test of today may be placed, from midnight of this country on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T22:30:00Z') });
  try {
    const dates = { age: '', born: '2016-07-02', tested: '2026-07-02' };
    expect((await place(dates)).response.status).toBe(200);
    const { main } = await place({ ...dates, tested: '2026-07-03' });
    expect(main).toContain('The date of the test must not be in the future.');
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ age: '9' }, { age: 9.5 }],
  [{ age: '', born: '2014-03-01', tested: '2024-03-01' }, { age: 10 }],
  [{ test: 'dash20hand', value: '0:04.2' }, { value: 4.2 }],
])('%j is the result %j', async (entered, expected) => {
  await place(entered);
  const { results } = StandingRequestSchema.parse(asked.find(({ path }) => path === '/api/norms/standing')!.body);
  for (const [name, value] of Object.entries(expected)) expect(results[0]![name as 'age']).toBeCloseTo(value, 2);
});

test.each([
  [{ value: '' }, 'value', 'Enter the result as a number.'],
  [{ value: '1:30' }, 'value', 'Enter the result as a number.'],
  [{ age: '' }, 'age', 'Enter the age in years, such as 10 or 10.5, or both dates.'],
  [{ age: '130' }, 'age', 'Enter an age from 0 to 120.'],
  [{ born: '2014-03-01' }, 'age', 'Enter either the age or the dates.'],
  [{ age: '', born: '2014-03-01' }, 'tested', 'Enter the date of the test.'],
  [{ age: '', tested: '2024-03-01' }, 'born', 'Enter the date of birth.'],
  [
    { age: '', born: '2024-03-01', tested: '2014-03-01' },
    'tested',
    'The date of the test must be after the date of birth.',
  ],
  [{ age: '', born: '2014-03-01', tested: '2999-03-01' }, 'tested', 'The date of the test must not be in the future.'],
  [{ sex: '' }, 'sex', 'Choose who was tested.'],
  [{ test: 'unknown' }, 'test', 'Choose a test.'],
])('%j is refused twice in the same words, and every entry is kept', async (entered, field, message) => {
  const { response, html, main } = await place(entered);
  expect(response.status).toBe(400);
  expect(html).toContain('<title>Error: Compare: Standing long jump – Motothek</title>');
  expect(main).toContain(`<a href="#standing-${field}">${message}</a>`);
  expect(main).toMatch(new RegExp(`id="standing-${field}(-group)?-error"[^>]*>.*?${message}`, 's'));
  const sent = { ...fields, ...entered };
  if (sent.value !== '') expect(main).toContain(`value="${sent.value}"`);
  if (sent.sex === 'f') expect(main).toMatch(/type="radio"[^>]*name="standing-sex" checked="" value="f"/);
  expect(asked.some(({ path }) => path === '/api/norms/standing')).toBe(false);
});

test('errors are listed in the order of the fields', async () => {
  const { main } = await place({ test: '', value: '', age: '', sex: '' });
  const listed = [...main.matchAll(/href="#standing-(\w+)"/g)].map(([, field]) => field);
  expect(listed.slice(0, 4)).toEqual(['test', 'value', 'age', 'sex']);
});

test('the links below an answer are apart, and a result below zero has a minus sign', async () => {
  const { main } = await place({ value: '-8.5' });
  expect(main).toMatch(/Enter another result<\/a>\s*<\/p>\s*<p>\s*<a/);
  expect(textOf(main)).toContain('\u22128.5');
});

test('beyond the ages of the curves there is no answer, and the page says why', async () => {
  standing = nowhere;
  const text = textOf((await place({ age: '25', sex: 'm' })).main);
  expect(text).toContain('the curves of this test do not cover men of 25 years');
  expect(text).toContain('There are curves for boys and men at these ages in years: 8 to 10.');
});

test('gaps between the ages of curves are told, and those of this sex alone', async () => {
  standing = nowhere;
  const { groups, ...rest } = normsOf(longJump);
  const values = [1, 2, 3, 4, 5, 6, 7];
  const adults = [21.5, 64.5].map((age) => ({ age, values }));
  norms = () => ({
    ...rest,
    groups: groups.map((group) => (group.sex === 'f' ? { ...group, curves: [...group.curves, adults] } : group)),
  });
  expect(textOf((await place({ age: '19' })).main)).toContain(
    'girls and women at these ages in years: 8 to 10, 21 to 64.',
  );
  norms = () => ({ ...rest, groups: groups.filter(({ sex }) => sex === 'm') });
  expect(textOf((await place({ age: '19' })).main)).toContain('There are no curves for girls and women in this test.');
});

test('half a year beyond the ends of the drawn curve, a result has its scale too', async () => {
  expect((await place({ age: '10,9' })).main).toContain('P97: 171.7');
});

test('an impossible result has no place', async () => {
  standing = { ...nowhere, reason: 'impossible', median: 137.3, persons: 108 };
  expect(textOf((await place({ value: '999' })).main)).toContain('this result is impossible in this test');
});

test('a result between two counts is told to be one, and no answer is no success', async () => {
  const boxOf = (html: string) => /<section class="(notice[^"]*)"/.exec(html)?.[1];
  expect(boxOf((await place()).main)).toBe('notice notice-success');
  standing = { ...nowhere, reason: 'between-counts', median: 12, persons: 108 };
  const { main } = await place({ value: '2.5' });
  expect(textOf(main)).toContain('2.5 cm falls between two possible results of this test');
  expect(boxOf(main)).toBe('notice');
  standing = nowhere;
  expect(boxOf((await place()).main)).toBe('notice');
});

test.each([
  [15, 0, 30, '30 of 100 girls of 9 years have the same result, and none a worse one.'],
  [5.4, 0.4, 10, '10 of 100 girls of 9 years have the same result, and hardly any a worse one.'],
  [80.2, 60.4, 39.6, 'Better than 60 of 100 girls of 9 years. 40 of 100 have the same result.'],
])(
  'who shares a result is not told to be better than those who have the same',
  async (percentile, worse, same, words) => {
    standing = { ...found, percentile, worse, same };
    const text = textOf((await place()).main);
    expect(text).toContain(words);
    expect(text).toContain(`P${Math.round(percentile)}`);
  },
);

test.each([
  [0.3, 'Not as good as 99 of 100 girls of 9 years.'],
  [0.6, 'Better than 1 of 100 girls of 9 years.'],
  [99.7, 'Better than 99 of 100 girls of 9 years.'],
])('the percentile %j is never told as nobody or everybody', async (percentile, words) => {
  standing = { ...found, percentile, worse: percentile - 0.1, same: 0.2 };
  expect(textOf((await place()).main)).toContain(words);
});

test.each([
  ['percentiles.csv', 'text/csv; charset=utf-8', 'attachment'],
  ['aggregated.csv', 'text/csv; charset=utf-8', 'attachment'],
  ['sources.bib', 'application/x-bibtex; charset=utf-8', 'attachment'],
  ['curves-f.svg', 'image/svg+xml; charset=utf-8', 'inline'],
  ['curves-m.png', 'image/png', 'inline'],
  ['trend.png', 'image/png', 'inline'],
])('%s is a file', async (name, type, disposition) => {
  const response = await web.ask(`/compare/files/${name}?test=slj&lang=de`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('Content-Disposition')).toBe(`${disposition}; filename="motothek-slj-${name}"`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (type === 'image/png') {
    expect([...bytes.slice(1, 4)].map((byte) => String.fromCodePoint(byte)).join('')).toBe('PNG');
    // Width in the header: 832 pixels twice.
    expect(new DataView(bytes.buffer).getUint32(16)).toBe(1664);
    expect(bytes.length).toBeGreaterThan(10_000);
  }
});

test.each([
  ['percentiles.csv', 200],
  ['trend.csv', 200],
  ['fit.csv', 200],
  ['curves-f.svg', 200],
  ['studies.csv', 1_000_000],
  ['aggregated.csv', 1_000_000],
  ['sources.bib', 1_000_000],
])('%s asks for %i data sets', async (name, limit) => {
  expect((await web.ask(`/compare/files/${name}?test=slj`)).status).toBe(200);
  expect(asked.map(({ query }) => query)).toEqual([`limit=${limit}`]);
});

test('a picture as a file stands alone: with its texts, colours and no style sheet', async () => {
  const svg = await (await web.ask('/compare/files/curves-f.svg?test=slj&lang=de')).text();
  expect(svg).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" xml:lang="de" width="832"/,
  );
  expect(svg).toContain('<title id="title">Standing long jump: Perzentile nach Alter, girls and women</title>');
  expect(svg).toContain('Motothek, Kurven vom 28. November 2026');
  expect(svg).not.toMatch(/class=|style|href|%"|em"/);
});

test('a picture of a sex that was not chosen is not found', async () => {
  const { groups, points } = normsOf(longJump);
  norms = () => normsOf(longJump, { groups: groups.slice(0, 1), points: points.filter(({ sex }) => sex === 'f') });
  expect((await web.ask('/compare/files/curves-m.png?test=slj&sex=f')).status).toBe(404);
});

test('while the repository is away, the page and the form are answered 503', async () => {
  isAway = true;
  const german = { headers: { Cookie: 'language=DE-X' } };
  expect((await web.ask('/compare?test=slj', german)).status).toBe(503);
  const posted = await web.ask('/compare', { ...german, method: 'POST', body: bodyOf(fields) });
  expect(posted.status).toBe(503);
});
