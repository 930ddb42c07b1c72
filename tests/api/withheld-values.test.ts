import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { dataSetFormats, formatPath } from '@domain/data-set-formats';
import { ProblemSchema } from '@domain/api/mapping';
import { PublishedFilesSchema, tableFormats } from '@domain/api/published-files';
import { SearchAnswerSchema } from '@domain/api/search';
import { poolFormats } from '@domain/pool/pool-choice';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { plantedFiles, zipOf } from '../support/planted-files';
import { readInside, textInside } from '../support/read-inside';
import { ask } from '../support/ready-uploads';
import { mappingOf } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { openUploadApi, type UploadApi } from '../support/upload-calls';
import { writeSav } from '../support/write-sav';

const { contributor, other, expert1, expert2 } = actors;

/** One row per person. Every column except sex, jump and school holds values that must not be published. */
const rows = [
  [
    'qx-person-1',
    'f',
    '23.07.2009',
    '17.06.2019',
    '76131',
    1.21,
    'qx-remark-1 Ã¤',
    'qx-tester',
    'qx-unmapped',
    'qx-ignored',
    'S1',
    'qx-birth',
  ],
  [
    'qx-person-2',
    'm',
    '24.07.2009',
    '17.06.2019',
    '76133',
    1.3,
    'qx-remark-2',
    'qx-tester',
    'qx-unmapped',
    'qx-ignored',
    'S1',
    '',
  ],
  [
    'qx-person-3',
    'f',
    '25.07.2009',
    '18.06.2019',
    '76137',
    1.17,
    '',
    'qx-tester',
    'qx-unmapped',
    'qx-ignored',
    'S2',
    '',
  ],
  [
    'qx-person-4',
    'm',
    '26.07.2009',
    '18.06.2019',
    '1069',
    1.25,
    '',
    'qx-tester',
    'qx-unmapped',
    'qx-ignored',
    'S2',
    '',
  ],
];

const content = writeSav({
  variables: [
    { name: 'child', width: 16, label: 'qx-label-person', valueLabels: [['qx-p', 'qx-words-person']] },
    { name: 'sex', width: 8, label: 'Sex of the child' },
    { name: 'born', width: 16, label: 'qx-label-born' },
    { name: 'tested', width: 16, label: 'qx-label-tested', missing: { values: ['qx-none'] } },
    { name: 'zip', width: 24, label: 'qx-label-zip', valueLabels: [['76131', 'qx-words-zip']] },
    { name: 'jump', label: 'Standing long jump' },
    { name: 'note', width: 32, label: 'qx-label-note', valueLabels: [['x', 'qx-words-note']] },
    { name: 'tester', width: 16, label: 'qx-label-tester' },
    { name: 'spare', width: 16, label: 'qx-label-spare', valueLabels: [['1', 'qx-words-spare']] },
    { name: 'left', width: 16, label: 'qx-label-left' },
    { name: 'school', width: 8, label: 'School', valueLabels: [['S1', 'qx-words-school']] },
    { name: 'place', width: 16, label: 'qx-label-place' },
  ],
  rows,
});
const targets = {
  child: 'person_id|',
  sex: 'sex|m/f',
  born: 'birth_date|',
  tested: 'test_date|',
  zip: 'postal_code|',
  jump: 'slj|m',
  note: 'remark|',
  tester: 'tester_id|',
  left: 'ignore|',
  school: 'school_id|',
};
const metadata = withEntries(
  completeMetadata('Jumps of a summer'),
  entry(3.1, ['qx-contact@example.org'], [0]),
  entry(32, ['qx-board-note']),
);
/** Includes dates of birth, test days and whole postal codes besides the marked values. */
const secret = /qx-[\w-]*|\b2[3-6]\.07\.|2009-\d\d|\b1[78]\.06\.|2019-06-\d|\b7613\d\b|\b0?1069\b/gi;

let api: UploadApi;
let id: string;
/** Every response that another user can get, as text keyed by address or file. */
const answers = new Map<string, string>();

async function read(address: string, actor: Parameters<typeof ask>[1] = null, language = 'en') {
  const response = await ask(api, actor, address, { language });
  expect(response.status, address).toBe(200);
  return response;
}

async function post(address: string, body: unknown, actor = contributor) {
  const response = await ask(api, actor, address, { method: 'POST', body });
  expect(response.status, address).toBeLessThan(300);
  return response;
}

async function prepare() {
  id = await api.take({ name: 'qx-file-name.sav', content });
  const table = 'qx-file-name';
  const found = await post(`/api/mapping/raw/${id}/${table}`, mappingOf(targets));
  const withheld = ['child', 'born', 'tested', 'zip', 'note', 'tester'];
  const comments = z
    .array(ProblemSchema)
    .parse(await found.json())
    .map((problem) => {
      expect(problem.canOverride, problem.warning).toBe(true);
      const isPublic = !withheld.includes(problem.column ?? '');
      return { id: problem.id, comment: isPublic ? 'We looked at it.' : 'qx-comment' };
    });
  expect(comments.filter(({ comment }) => comment === 'qx-comment')).toHaveLength(3);
  await post(`/api/mapping/override/${id}/${table}`, comments);
  await post('/api/metadata', { id: [id], metadata });
  await post(`/api/submit/${id}`, undefined);
}

async function accept() {
  for (const [nr, expert] of [
    [1, expert1],
    [2, expert2],
  ] as const) {
    const vote = await castVote(api, expert, id, { nr, note: 'qx-vote-note' });
    expect(vote.status).toBe(200);
  }
  await api.settle();
}

/** Reads a file, and whatever is in it. Returns their paths. */
async function readFiles(address: string): Promise<string[]> {
  const inside = await readInside(Buffer.from(await (await read(address, other)).arrayBuffer()), address);
  for (const { path, text } of inside) answers.set(path, path.slice(address.length) + text);
  return inside.map(({ path }) => path);
}

/** Every file of the data set by itself, and of a table of several data sets with this one alone. */
async function readSingleFiles() {
  const list = PublishedFilesSchema.parse(await (await read('/api/search/data/1/files')).json());
  expect(list.map(({ format }) => format)).toEqual([...tableFormats]);
  for (const { address } of list) await readFiles(address);
  for (const format of poolFormats) {
    await readFiles(`/api/pool?data-sets=1&format=${format}`);
    await readFiles(`/api/pool/package?data-sets=1&format=${format}`);
  }
}

async function readEverything() {
  for (const language of ['en', 'de']) {
    for (const address of [
      '/api/search?q=',
      '/api/search/stats',
      '/api/search/data/1',
      '/api/search/data/1/tables',
      '/api/search/data/1/rows',
      '/api/search/data/1/distributions',
      '/api/search/quality/1',
      '/api/search/metadata/1',
      ...dataSetFormats({ hasDoi: true }).map(({ name }) => formatPath(1, name)),
    ]) {
      answers.set(`${address} ${language}`, await (await read(address, null, language)).text());
    }
  }
  const started = await post('/api/search/download', [1], other);
  const location = started.headers.get('Location') ?? '';
  const names = await readFiles(location);
  expect(names.filter((name) => /\/data\/data\.(csv|parquet)$/.test(name))).toHaveLength(2);
  const session = location.split('/').at(-1);
  const list = await (await read(`/api/search/downloads/${session}`, other)).text();
  answers.set('download session', list);
  const [, fileName] = /"fileName":"([^"]+)"/.exec(list) ?? [];
  await readFiles(`/api/search/mydownload/${session}/1/${fileName}`);
  await readSingleFiles();
}

beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const { repository } = api;
  repository.jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  await prepare();
  await accept();
  await readEverything();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

test('no public response, package, file name or structured data contains a withheld value', () => {
  const leaks = [...answers].flatMap(([address, text]) =>
    [...text.matchAll(secret)].map(([leak]) => `${address}: ${leak}`),
  );
  expect(leaks).toEqual([]);
});

test('the searched values are in the file, and the contributor sees all of them', async () => {
  const digest = await (await read(`/api/fileupload/${id}`, contributor)).text();
  const found = new Set([...digest.matchAll(secret)].map(([text]) => text));
  for (const text of rows.flat().filter((cell) => typeof cell === 'string' && cell.match(secret))) {
    expect(digest).toContain(String(text));
  }
  expect(found.size).toBeGreaterThan(20);
});

test('the search finds a value in whatever file of a package it is', async () => {
  for (const [name, bytes] of await plantedFiles('qx-person-1')) {
    expect((await textInside(await zipOf([[name, bytes]]))).match(secret), name).toContain('qx-person-1');
  }
});

test('published values are there: coarse values, and the names of withheld columns with the reasons', () => {
  const all = [...answers.values()].join('\n');
  for (const word of [
    '2019-06',
    '761',
    'S1',
    '121',
    'Standing long jump',
    'spare',
    'We looked at it.',
    'Jumps of a summer',
  ])
    expect(all).toContain(word);
  const withheld = [...answers].find(([address]) => address.endsWith('withheld.en.csv'))?.[1] ?? '';
  for (const column of ['child', 'born', 'tested', 'zip', 'note', 'tester', 'spare', 'left', 'place']) {
    expect(withheld).toContain(`data,${column},`);
  }
});

test('a search for a withheld value finds nothing', async () => {
  for (const word of ['qx-person-1', 'qx*', '76131', '"qx-file-name"', 'qx-comment']) {
    const answer = await (await read(`/api/search?q=${encodeURIComponent(word)}`)).json();
    const [{ count }] = SearchAnswerSchema.parse(answer);
    // A postal code finds its published area.
    expect([word, count]).toEqual([word, word === '76131' ? 1 : 0]);
  }
});

test('the publication preview does not contain them either', async () => {
  for (const language of ['en', 'de']) {
    const answer = await read(`/api/fileupload/${id}/published`, contributor, language);
    expect((await answer.text()).match(secret)).toBeNull();
  }
});
