import { beforeAll, describe, expect, test } from 'vitest';

import { MyDownloadSchema } from '@domain/api/downloads';
import { OverviewSchema, RelatedSchema, SearchAnswerSchema } from '@domain/api/search';
import { DataSetVersionsSchema } from '@domain/api/versions';
import { formatPath } from '@domain/data-set-formats';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { actors, chair } from '../../../tests/support/test-api';
import { uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { gripTable, handlePublication, versionCalls } from '../../../tests/support/version-calls';
import { findDoi } from '../store/dois';

const api = useUploadApi({ checks: true });
const { accept, accepted, begin, correct, json, numberOf, send, submit } = versionCalls(api);
const { contributor, other } = actors;
const title = 'Grip of adults in two versions';
/** Public numbers of the two versions, the ids of their uploads, and the mails before the second one. */
let one = 0;
let two = 0;
let ids: [string, string];

const as = async (actor: typeof other, address: string, method = 'GET', body?: unknown) =>
  send(address, method, body, actor);
const download = (nr: number) => as(other, '/api/search/download', 'POST', [nr]);
const downloads = async () =>
  MyDownloadSchema.array().parse(await (await as(other, '/api/search/mydownloads/rows')).json());
const found = async (q: string) => {
  const [, ...rows] = SearchAnswerSchema.parse(await json(`/api/search?q=${encodeURIComponent(q)}`));
  return rows.map(({ nr }) => nr);
};
const mailed = () => api.mails.filter(({ subject }) => /new version of a data set|neue Version/.test(subject));
const versionsOf = async (nr: number) => DataSetVersionsSchema.parse(await json(`/api/search/versions/${nr}`));
const text = async (address: string) => (await send(address)).text();

beforeAll(async () => {
  handlePublication(api);
  const { study, content } = gripTable();
  const sufl = withEntries(completeMetadata(title), entry(20, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0]));
  const first = await accepted(title, content, sufl);
  one = await numberOf(first);
  const second = await begin(first);
  await correct(second.id, gripTable({ study, count: 201, grips: [36, 41] }).content);
  ids = [first, second.id];
});

describe('while the second version is prepared', () => {
  test('nothing of it is public', async () => {
    expect((await versionsOf(one)).versions).toHaveLength(1);
    expect(await versionsOf(one)).toMatchObject({ newest: one, concept: null });
    expect(await json(`/api/search/own/${one}`)).toEqual({
      id: ids[0],
      right: 'own',
      isContinuable: true,
      open: { id: ids[1], status: 'Uploaded' },
    });
  });

  test('only who has downloaded a data set can ask for mails about new versions', async () => {
    expect((await as(actors.expert1, `/api/search/versions/${one}/mails`, 'PUT')).status).toBe(404);
    await answerForm(one);
    expect((await as(other, `/api/search/versions/${one}/mails`, 'PUT')).status).toBe(204);
    expect((await as(other, `/api/search/versions/${one}/mails`, 'PUT')).status).toBe(204);
    expect(await downloads()).toMatchObject([{ nr: one, version: null, newer: null, hasMails: true }]);
    expect(mailed()).toEqual([]);
  });
});

/** Answers the download form of a data set. */
async function answerForm(nr: number): Promise<void> {
  const started = await download(nr);
  const session = /[0-9a-f-]{36}/.exec(started.headers.get('Location') ?? '')?.[0];
  const answers = { session, institution: 'An institute', country: 'Germany', purpose: 'A comparison' };
  const body = { ...answers, accurate: true, licence: true };
  expect((await as(other, `/api/search/downloads/${session}`, 'POST', body)).ok).toBe(true);
}

describe('once the second version is accepted', () => {
  beforeAll(async () => {
    expect((await submit(ids[1], 'One person more, and two values were typed wrong.')).status).toBe(200);
    await accept(ids[1]);
    two = await numberOf(ids[1]);
  });

  test('the versions are listed with what is new, and the newest is named', async () => {
    for (const nr of [one, two]) {
      expect(await versionsOf(nr)).toMatchObject({
        newest: two,
        concept: { doiIsTest: true, doiUrl: `https://motothek.example/data-set/${one}/newest` },
        versions: [
          {
            nr: two,
            version: 2,
            isPublic: true,
            news: 'One person more, and two values were typed wrong.',
            changes: {
              tables: [{ table: 'data', rowsBefore: 200, rowsAfter: 201, added: 1, removed: 0, cells: 2 }],
              columns: [{ table: 'data', column: 'grip', change: 'cells', cells: 2 }],
              fields: [],
            },
          },
          { nr: one, version: 1, isPublic: true, news: '', changes: null },
        ],
      });
    }
  });

  test('the search and the start page know the newest only, also by the DOI of the former one', async () => {
    expect(await found('')).toEqual([two]);
    const { versions, concept } = await versionsOf(one);
    for (const doi of [...versions.map((version) => version.doi), concept?.doi ?? '']) {
      expect([doi, await found(doi)]).toEqual([doi, [two]]);
    }
    expect(OverviewSchema.parse(await json('/api/search/overview'))).toMatchObject({ dataSets: 1, persons: 201 });
    expect(await json('/api/search/stats')).toMatchObject({ r: 1 });
  });

  test('neither version is related to the other as one of the same study', async () => {
    for (const nr of [one, two]) {
      expect(RelatedSchema.parse(await json(`/api/search/related/${nr}`))).toEqual({ sameStudy: [], similar: [] });
    }
  });

  test('the former version stays with its files, and its answered form does not open the new one', async () => {
    expect((await as(other, `/api/search/data/${one}/package`)).status).toBe(200);
    expect((await as(other, `/api/search/data/${two}/package`)).status).toBe(403);
    expect((await as(contributor, `/api/search/data/${two}/package`)).status).toBe(200);
  });

  test('citations name the version, and descriptions the relations', async () => {
    expect(await text(formatPath(one, 'text'))).toContain('Version 1.');
    expect(await text(formatPath(two, 'text'))).toContain('Version 2.');
    expect(await text(formatPath(two, 'bibtex'))).toContain('version = {2}');
    const page = (nr: number) => `https://motothek.example/data-set/${nr}`;
    const datacite = await json<{ relatedIdentifiers: unknown[] }>(formatPath(two, 'datacite-json'));
    expect(datacite).toMatchObject({ version: '2' });
    expect(datacite.relatedIdentifiers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ relationType: 'IsNewVersionOf', relatedIdentifier: page(one) }),
        expect.objectContaining({ relationType: 'IsVersionOf', relatedIdentifier: `${page(one)}/newest` }),
      ]),
    );
    expect(await json(formatPath(two, 'schema-org'))).toMatchObject({
      version: '2',
      isBasedOn: [page(one)],
      exampleOfWork: [{ '@id': `${page(one)}/newest` }],
    });
    const turtle = await text(formatPath(two, 'dcat-turtle'));
    expect(turtle).toContain(`dcat:previousVersion <${page(one)}>`);
    expect(turtle).toContain(`dcat:isVersionOf <${page(one)}/newest>`);
  });

  test('harvesters keep the record of the former version and get the new one', async () => {
    const records = await text('/oai?verb=ListIdentifiers&metadataPrefix=oai_dc');
    for (const nr of [one, two]) expect(records).toMatch(new RegExp(`data-set/${nr}</identifier>`));
    expect(records).not.toContain('deleted');
  });

  test('downloaders are told of the newer version, and by one mail if they asked for it', async () => {
    expect(await downloads()).toMatchObject([{ nr: one, version: 1, newer: { nr: two, version: 2 }, hasMails: true }]);
    expect(mailed()).toHaveLength(1);
    const [mail] = mailed();
    expect(mail).toMatchObject({ to: other.email });
    expect(mail?.text).toContain(`https://motothek.example/data-set/${two}`);
    expect(mail?.text).toContain('One person more, and two values were typed wrong.');
    const link = /my-downloads\/end\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(mail?.endAddress).toBe(`https://motothek.example/api/search/versions/end/${link}`);
    expect(await json(`/api/search/versions/end/${link}`)).toMatchObject({ nr: two, titles: [title] });
    // Mail programs send it without a token.
    expect((await api.call(null, `/api/search/versions/end/${link}`, { method: 'POST' })).status).toBe(204);
    expect((await api.call(null, `/api/search/versions/end/${link}`, { method: 'POST' })).status).toBe(404);
    expect(await downloads()).toMatchObject([{ hasMails: false }]);
    const third = await begin(ids[0]);
    await correct(third.id, gripTable({ study: 900 }).content);
    expect((await submit(third.id, 'Other people.')).status).toBe(200);
    await accept(third.id);
    expect(mailed()).toHaveLength(1);
    expect(await versionsOf(one)).toMatchObject({ newest: await numberOf(third.id) });
  });
});

test('of a withdrawn version only its number, its day and its DOI stay, also in the changes of the next one', async () => {
  const [next, before] = (await versionsOf(one)).versions;
  expect(next?.changes?.tables).toMatchObject([{ table: 'data', rowsBefore: 201 }]);
  const reason = { decision: 'withdraw', reason: 'A wrong file.' };
  expect((await as(chair, `/api/editorial/${ids[1]}/withdrawal`, 'POST', reason)).status).toBe(200);
  await api.settle();
  expect(before?.doi).not.toBe('');
  expect((await versionsOf(one)).versions.slice(0, 2)).toEqual([
    { ...next, changes: null },
    { ...before, isWithdrawn: true, news: '', changes: null },
  ]);
  // Its DOI leads to its page, which leads to the newest one, and so does the search.
  expect((await findDoi(api.repository.db, uploadNumber(ids[1])))?.state).toBe('registered');
  expect(await found(before?.doi ?? '')).toEqual([next?.nr]);
});
