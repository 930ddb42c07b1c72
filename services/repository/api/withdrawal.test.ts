import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { askHarvest } from '../../../tests/support/ask-harvest';
import { actOn, type PublishedUpload, refusalOf, viewOf, withdrawNow } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, chair, person } from '../../../tests/support/test-api';
import { useWithdrawalApi } from '../../../tests/support/withdrawal-calls';
import { publishDueUploads } from '../upkeep/due-work';

const { contributor, other, expert1 } = actors;
const reason = 'The school has taken its consent back.';

const { api, accept, get, mailsTo } = useWithdrawalApi('Strength of hands');
const metadataIn = async (upload: PublishedUpload, extension: string) =>
  (await api.api.request(`/api/search/metadata/${upload.nr}.${extension}`)).text();
const foundNumbers = async () => ((await get('/api/search/numbers')) as { numbers: number[] }).numbers;
const describeSet = async (upload: PublishedUpload) =>
  (await get(`/api/search/metadata/${upload.nr}`)) as Record<string, unknown> & {
    withdrawn: unknown;
    notYet: unknown;
    acts: { act: string; note: string }[];
  };

describe('a contributor asks for a withdrawal', () => {
  test('with a reason; the chair declines with a reason, which the contributor gets', async () => {
    const upload = await accept();
    expect(await refusalOf(await actOn(api, contributor, upload, 'withdrawal', { reason: ' ' }))).toBe(
      '400 reason-missing',
    );
    const asked = await viewOf(await actOn(api, contributor, upload, 'withdrawal', { reason }));
    expect(asked).toMatchObject({ asked: { reason }, withdrawn: null, acts: ['takeBack'] });
    expect(await refusalOf(await actOn(api, contributor, upload, 'withdrawal', { reason }))).toBe(
      '409 withdrawal-asked',
    );
    expect((await mailsTo(chair.email))[0]).toContain(`> ${reason}`);
    expect(await get('/api/editorial/withdrawals', chair)).toMatchObject([{ id: upload.id, waitsFor: 'withdrawal' }]);
    const why = 'The consent covers it.';
    const declined = { decision: 'decline', reason: why } as const;
    expect(await viewOf(await actOn(api, chair, upload, 'withdrawal', declined))).toMatchObject({
      asked: null,
      declined: { reason: why },
    });
    expect(await refusalOf(await actOn(api, chair, upload, 'withdrawal', declined))).toBe('409 no-withdrawal-asked');
    expect((await mailsTo(contributor.email))[0]).toContain(`> ${why}`);
    expect(await get(`/api/fileupload/${upload.id}/withdrawal`, contributor)).toMatchObject({
      declined: { reason: why },
      acts: ['ask'],
    });
    expect(await describeSet(upload)).toMatchObject({ withdrawn: null, acts: [] });
  });

  test('for a data set alone that is accepted', async () => {
    const { id, number } = await api.addUpload({ tables: [{ name: 'grips', csv: 'grip\n20' }] });
    const upload = { id, number, nr: 0 };
    expect(await refusalOf(await actOn(api, contributor, upload, 'withdrawal', { reason }))).toBe(
      '409 not-withdrawable',
    );
    expect(await refusalOf(await actOn(api, other, upload, 'withdrawal', { reason }))).toBe('403 forbidden');
    expect(await refusalOf(await ask(api, other, `/api/fileupload/${id}/withdrawal`))).toBe('404 not-found');
  });
});

describe('the chair decides', () => {
  test('but nobody of it who is a party to the data set', async () => {
    const upload = await accept();
    const named = { ...person('named', 'Eva Muster', ['Chair']), email: 'eva.muster@example.org' };
    const owner = { ...contributor, roles: ['Chair'] };
    const body = { decision: 'withdraw', reason };
    const decide = (actor: typeof chair) =>
      ask(api, actor, `/api/editorial/${upload.id}/withdrawal`, { method: 'POST', body });
    expect(await refusalOf(await decide(named))).toBe('403 vote-named');
    expect(await refusalOf(await decide(owner))).toBe('403 vote-own-upload');
    expect(await refusalOf(await decide(expert1))).toBe('403 forbidden');
    expect(await get('/api/editorial/withdrawals', owner)).toEqual([]);
  });

  test('and may edit the reason that becomes public', async () => {
    const upload = await accept();
    await viewOf(await actOn(api, contributor, upload, 'withdrawal', { reason: 'Ask Frau Muster.' }));
    await withdrawNow(api, upload, reason);
    expect(await describeSet(upload)).toMatchObject({ withdrawn: { reason } });
    expect((await mailsTo(contributor.email)).join()).toContain(`> ${reason}`);
    expect(await refusalOf(await actOn(api, contributor, upload, 'withdrawal', { reason }))).toBe(
      '409 already-withdrawn',
    );
  });

  test('once: of two at the same moment, one is told that it is done', async () => {
    const upload = await accept();
    const body = { decision: 'withdraw', reason } as const;
    const both = await Promise.all([1, 2].map(() => actOn(api, chair, upload, 'withdrawal', body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await mailsTo(contributor.email)).filter((text) => text.includes(reason))).toHaveLength(1);
    expect((await describeSet(upload)).acts).toMatchObject([{ act: 'withdrawn', note: reason }]);
  });
});

describe('a withdrawn data set', () => {
  let upload: PublishedUpload;
  let before: Record<string, unknown>;
  beforeAll(async () => {
    upload = await accept();
    before = (await describeSet(upload)) as never;
    const started = await ask(api, other, '/api/search/download', { method: 'POST', body: [upload.nr] });
    expect(started.status).toBe(201);
    await withdrawNow(api, upload, reason);
    await api.settle();
  });

  test('no longer tells what was corrected', async () => {
    const corrected = await accept();
    const path = `/api/fileupload/${corrected.id}/metadata-corrections`;
    const { metadata } = (await get(path, contributor)) as { metadata: MetadataEntry[] };
    const body = { metadata: withEntries(metadata, entry(5, ['A school by its name.'])), note: 'Its name' };
    expect((await ask(api, contributor, path, { method: 'POST', body })).status).toBe(200);
    expect((await describeSet(corrected)).corrections).toHaveLength(1);
    await withdrawNow(api, corrected, reason);
    expect((await describeSet(corrected)).corrections).toEqual([]);
  });

  test('is a tombstone: authors, titles, year and DOI, with day and reason, and nothing of its data', async () => {
    const left = await describeSet(upload);
    expect(left).toMatchObject({
      withdrawn: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), reason },
      notYet: null,
      withheld: [],
      row: { count: null, genders: [], ages: [], exercises: [], pubYears: [] },
    });
    const rowBefore = before.row as Record<string, unknown>;
    expect(left.row).toMatchObject({ titles: rowBefore.titles, authors: rowBefore.authors, doi: rowBefore.doi });
    expect((left.fields as { id: number }[]).map(({ id }) => id)).not.toContain(5);
    expect(JSON.stringify(left)).not.toContain('Handgrip');
    expect(left.linkedData).not.toHaveProperty('distribution');
    expect(left.linkedData).toMatchObject({ creativeWorkStatus: 'Withdrawn' });
  });

  test.each([
    ['json', '"dateType": "Withdrawn"'],
    ['xml', 'dateType="Withdrawn"'],
    ['bib', 'Withdrawn 20'],
    ['ris', 'N1  - Withdrawn 20'],
    ['csl.json', '"status": "withdrawn"'],
    ['enw', '%Z Withdrawn 20'],
    ['apa.txt', '(Withdrawn '],
    ['txt', '(Withdrawn '],
    ['jsonld', '"creativeWorkStatus": "Withdrawn"'],
    ['dcat.jsonld', 'dataset-status/WITHDRAWN'],
    ['ttl', 'dataset-status/WITHDRAWN'],
  ])('says so in the format .%s, which names no file', async (extension, mark) => {
    const text = await metadataIn(upload, extension);
    expect(text).toContain(mark);
    expect(text).toContain('Strength of hands');
    expect(text).not.toMatch(/\/files\/|distribution"|rows|variableMeasured|abstract/i);
  });

  test('is not found, listed, counted, related or announced any more', async () => {
    expect(await foundNumbers()).not.toContain(upload.nr);
    expect(await (await api.api.request('/api/search/feed')).text()).not.toContain(`/data-set/${upload.nr}<`);
    const { newest } = (await get('/api/search/overview')) as { newest: { nr: number }[] };
    expect(newest.map((row) => row.nr)).not.toContain(upload.nr);
    const { newest: change } = { newest: await get('/api/search/changes/1') };
    expect(JSON.stringify(change)).not.toContain(`"nr":${upload.nr},`);
    const neighbour = await accept();
    const related = (await get(`/api/search/related/${neighbour.nr}`)) as Record<string, { nr: number }[]>;
    expect(
      Object.values(related)
        .flat()
        .map((row) => row.nr),
    ).not.toContain(upload.nr);
  });

  test('is a deleted record for harvesters', async () => {
    const identifier = `oai:motothek.example:data-set/${upload.nr}`;
    const { xml } = await askHarvest(api, { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier });
    expect(xml).toContain('status="deleted"');
    expect(xml).not.toContain('<metadata>');
  });

  test('stays in the list of those who have downloaded it, with its reason', async () => {
    const rows = (await get('/api/search/mydownloads/rows')) as { nr: number; withdrawn: unknown }[];
    expect(rows.find((row) => row.nr === upload.nr)).toMatchObject({ withdrawn: { reason } });
  });

  test('is not shown to its contributor either, whose list says that it is withdrawn', async () => {
    const list = (await get('/api/fileupload/user', contributor)) as { id: string; isWithdrawn: boolean }[];
    expect(list.find(({ id }) => id === upload.id)?.isWithdrawn).toBe(true);
    expect(await get(`/api/fileupload/${upload.id}/state`, contributor)).toMatchObject({ tables: [] });
    expect(await refusalOf(await ask(api, contributor, `/api/fileupload/${upload.id}/original`))).toBe(
      '410 data-set-withdrawn',
    );
  });

  test('is kept for a time that both sides are told, and its history names nobody to the contributor', async () => {
    const view = await viewOf(await ask(api, contributor, `/api/fileupload/${upload.id}/withdrawal`));
    expect(view.keptUntil).toMatch(/^\d{4}-\d\d-\d\d$/);
    const history = await get(`/api/fileupload/${upload.id}/history`, contributor);
    expect(history).toMatchObject([{ act: 'withdrew-data', content: { reason } }]);
    expect(JSON.stringify(history)).not.toContain(chair.email);
  });
});

test('a package with a withdrawn data set is refused, the others can be had alone', async () => {
  const [gone, kept] = [await accept(), await accept()];
  const started = await ask(api, other, '/api/search/download', { method: 'POST', body: [gone.nr, kept.nr] });
  const session = started.headers.get('Location')!.split('/').at(-1)!;
  await withdrawNow(api, gone);
  expect(await refusalOf(await ask(api, other, `/api/search/package/${session}`))).toBe('410 data-set-withdrawn');
  const rows = (await get('/api/search/mydownloads/rows')) as { nr: number; id: string; fileName: string }[];
  const { id, fileName } = rows.find((row) => row.nr === kept.nr)!;
  expect((await ask(api, other, `/api/search/mydownload/${id}/${kept.nr}/${fileName}`)).status).toBe(200);
  const again = await ask(api, other, '/api/search/download', { method: 'POST', body: [gone.nr] });
  expect(await refusalOf(again)).toBe('410 data-set-withdrawn');
});

test('a data set is withdrawn under its embargo, and is not published when that ends', async () => {
  const { repository } = api;
  const { now } = repository;
  const upload = await accept([entry(29, ['---2099-1-1'])]);
  expect(await describeSet(upload)).toMatchObject({ withdrawn: null, notYet: { until: '2099-01-01' } });
  await withdrawNow(api, upload);
  repository.now = () => new Date('2099-02-01');
  onTestFinished(() => void (repository.now = now));
  await publishDueUploads(repository);
  await api.settle();
  expect(await describeSet(upload)).toMatchObject({ withdrawn: { reason: 'A wrong file.' }, notYet: null });
  expect(await refusalOf(await ask(api, other, `/api/search/data/${upload.nr}/tables`))).toBe('410 data-set-withdrawn');
  await viewOf(await actOn(api, chair, upload, 'restoration', { reason: 'A mistake.' }));
  await api.settle();
  expect(await foundNumbers()).toContain(upload.nr);
});

test('the chair restores a data set, and everything comes back', async () => {
  const upload = await accept();
  const before = await describeSet(upload);
  const notWithdrawn = await actOn(api, chair, upload, 'restoration', { reason: 'A mistake.' });
  expect(await refusalOf(notWithdrawn)).toBe('409 not-withdrawn');
  await withdrawNow(api, upload, reason);
  await api.settle();
  const view = await viewOf(await actOn(api, chair, upload, 'restoration', { reason: 'The consent is valid.' }));
  expect(view).toMatchObject({ withdrawn: null, keptUntil: null, acts: ['withdraw'] });
  await api.settle();
  expect(await describeSet(upload)).toEqual({
    ...before,
    acts: [
      { act: 'withdrawn', date: expect.any(String), note: reason },
      { act: 'restored', date: expect.any(String), note: 'The consent is valid.' },
    ],
  });
  expect(await foundNumbers()).toContain(upload.nr);
  const identifier = `oai:motothek.example:data-set/${upload.nr}`;
  const { xml } = await askHarvest(api, { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier });
  expect(xml).not.toContain('status="deleted"');
  expect((await ask(api, other, `/api/search/data/${upload.nr}/package`)).status).toBe(200);
  expect((await mailsTo(contributor.email)).at(-1)).toContain('> The consent is valid.');
});

test('nothing went wrong on the server', () => {
  expect(api.serverErrors).toEqual([]);
});
