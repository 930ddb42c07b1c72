import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { createDataciteServer, dataciteAccount, dataciteError } from '../../../tests/support/datacite-server';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi, listWaitingDois, removeDoi } from '../store/dois';
import { uploads } from '../store/schema';
import { runDoiCommand } from '../upkeep/doi-commands';
import { registerDueDois } from '../upkeep/due-work';
import { createDataciteRegistrar, createLocalRegistrar } from './registrars';

const origin = 'https://motothek.example';
const installation = '3f2a91bc-0000-4000-8000-000000000000';
const registrar = createDataciteRegistrar({ ...dataciteAccount, installation, origin });
const datacite = createDataciteServer();
let api: TestApi;

beforeAll(async () => {
  datacite.listen();
  api = await createTestApi({ doi: registrar });
  const { repository } = api;
  repository.jobs.handle('register-doi', (data, signal) => registerDoi(repository, data, signal));
  repository.jobs.handle('send-mail', () => Promise.resolve());
  repository.jobs.handle('publish-upload', () => Promise.resolve());
});
beforeEach(async () => {
  await api.settle();
  datacite.reset();
  api.jobLog.length = 0;
});
afterAll(async () => {
  await api?.close();
  datacite.close();
});

const nameOf = (upload: number) => registrar.doiOf(upload);
const atDatacite = (upload: number) => datacite.records.get(nameOf(upload))?.state ?? null;
const stored = async (upload: number) => (await findDoi(api.repository.db, upload))?.state ?? null;
const statusOf = async (upload: number) => (await storedUpload(api, upload)).upload.status;
const waiting = async (upload: number) =>
  (await listWaitingDois(api.repository.db, { hidesWithdrawn: true })).find((one) => one.upload === upload) ?? null;
/** Both experts vote, and the jobs that follow are completed. */
const decide = async (id: string, rating: 1 | 2) => {
  const note = rating === 2 ? 'Please explain the outliers.' : '';
  for (const [nr, expert] of [actors.expert1, actors.expert2].entries()) {
    const vote = await castVote(api, expert, id, { nr: nr === 0 ? 1 : 2, rating, note });
    expect(vote.status).toBe(200);
  }
  await api.settle();
};
/** Skips the hour before a retry. */
const passTime = async () => {
  await api.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await api.settle();
};

test('from submission to acceptance: a draft without URL, then findable with it', async () => {
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  expect([atDatacite(number), await stored(number)]).toEqual(['draft', 'draft']);
  expect(datacite.records.get(nameOf(number))?.attributes).not.toHaveProperty('url');
  await decide(id, 1);
  const { nr } = (await storedUpload(api, number)).upload;
  expect([atDatacite(number), await stored(number)]).toEqual(['findable', 'findable']);
  expect(datacite.records.get(nameOf(number))?.attributes).toMatchObject({
    url: `${origin}/data-set/${nr}`,
    publisher: { name: 'Motothek' },
    types: { resourceTypeGeneral: 'Dataset' },
  });
  const state = await (await ask(api, actors.contributor, `/api/fileupload/${id}/state`)).json();
  expect(state).toMatchObject({ doi: nameOf(number), doiUrl: `https://doi.org/${nameOf(number)}` });
});

test('rejection deletes the draft; the upload that revises it gets its own DOI', async () => {
  const { number, id } = await addUploadAt(api, 'submitted');
  await decide(id, 2);
  expect([atDatacite(number), await stored(number)]).toEqual([null, null]);
  const again = await addUploadAt(api, 'submitted');
  await api.settle();
  expect(nameOf(again.number)).not.toBe(nameOf(number));
  expect(atDatacite(again.number)).toBe('draft');
});

test('withdrawal deletes the draft, and a new submission creates it again with the same DOI', async () => {
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  const withdrawn = await ask(api, actors.contributor, `/api/submit/${id}`, { method: 'DELETE' });
  expect(withdrawn.status).toBe(200);
  await api.settle();
  expect([atDatacite(number), await stored(number)]).toEqual([null, null]);
  expect((await ask(api, actors.contributor, `/api/submit/${id}`, { method: 'POST' })).status).toBe(200);
  await api.settle();
  expect([atDatacite(number), (await findDoi(api.repository.db, number))?.doi]).toEqual(['draft', nameOf(number)]);
});

test('an embargo: findable immediately, with the dates and year of its end', async () => {
  const title = 'Fitness under an embargo';
  const year = String(new Date().getFullYear() + 1);
  const embargo = { id: 29, name: 'Embargo', values: [`---${year}-6-`] };
  const version = { id: 27, name: 'Version', values: ['1.1'] };
  const metadata = [...completeMetadata(title), version, embargo];
  const { number, id } = await addUploadAt(api, 'submitted', { metadata });
  await decide(id, 1);
  expect(datacite.records.get(nameOf(number))).toMatchObject({
    state: 'findable',
    attributes: {
      version: '1.1',
      publicationYear: year,
      dates: expect.arrayContaining([
        { date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), dateType: 'Accepted' },
        { date: `${year}-06`, dateType: 'Issued' },
        { date: `${year}-06`, dateType: 'Available' },
      ]),
    },
  });
});

test('the data sets of a study refer to each other, whichever is accepted first', async () => {
  const { id, number, title } = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  const metadata = completeMetadata(title);
  const shared = { method: 'POST', body: { id: [id, agg.id], metadata } };
  expect((await ask(api, actors.contributor, '/api/metadata', shared)).status).toBe(200);
  for (const one of [id, agg.id]) {
    const submitted = await ask(api, actors.contributor, `/api/submit/${one}`, { method: 'POST' });
    expect(submitted.status).toBe(200);
  }
  const related = (upload: number) =>
    datacite.records.get(nameOf(upload))?.attributes.relatedIdentifiers as object[] | undefined;
  await decide(id, 1);
  // The other one is not accepted, so it is not public.
  expect(related(number)).toEqual([]);
  await decide(agg.id, 1);
  const dataSet = { relatedIdentifierType: 'DOI', resourceTypeGeneral: 'Dataset' };
  expect(related(number)).toEqual([{ ...dataSet, relatedIdentifier: nameOf(agg.number), relationType: 'IsSourceOf' }]);
  expect(related(agg.number)).toEqual([
    { ...dataSet, relatedIdentifier: nameOf(number), relationType: 'IsDerivedFrom' },
  ]);
  expect(atDatacite(number)).toBe('findable');
});

test('a server that dies after its call finds its draft again, or deletes it if the upload was withdrawn', async () => {
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  // Its record was not kept.
  await removeDoi(api.repository.db, number);
  await registerDoi(api.repository, { upload: number });
  expect([atDatacite(number), await stored(number)]).toEqual(['draft', 'draft']);
  await removeDoi(api.repository.db, number);
  await decide(id, 2);
  expect([atDatacite(number), await stored(number)]).toEqual([null, null]);
});

test('repeated jobs in any order end in the state of the upload', async () => {
  const { number, id } = await addUploadAt(api, 'submitted');
  await decide(id, 1);
  await Promise.all([1, 2, 3].map(() => registerDoi(api.repository, { upload: number })));
  expect([atDatacite(number), await stored(number)]).toEqual(['findable', 'findable']);
  expect(datacite.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

test('while DataCite is unavailable for an hour decisions are kept, and DOIs are registered afterwards', async () => {
  datacite.trouble = () => dataciteError(503, 'maintenance', { 'Retry-After': '3600' });
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  await decide(id, 1);
  expect([await statusOf(number), await stored(number), atDatacite(number)]).toEqual(['Accepted', null, null]);
  const { rows } = await api.pool.query<{ minutes: number }>(
    `select extract(epoch from start_after - now())::float8 / 60 as minutes from pgboss.job
     where name = 'register-doi' and state = 'retry'`,
  );
  // Both jobs wait for the time in Retry-After.
  expect(rows.map(({ minutes }) => Math.round(minutes))).toEqual([60, 60]);
  expect(await waiting(number)).toMatchObject({
    status: 'Accepted',
    isRefusal: false,
    isQueued: true,
    reason: expect.stringContaining('DataCite answered 503'),
  });
  datacite.trouble = () => undefined;
  await passTime();
  expect([atDatacite(number), await stored(number), await waiting(number)]).toEqual(['findable', 'findable', null]);
});

test('wrong credentials are logged in one line and the decision is kept until a start with the right ones', async () => {
  datacite.trouble = () => dataciteError(401, 'Bad credentials.');
  const { number } = await addUploadAt(api, 'submitted');
  await api.settle();
  expect(await statusOf(number)).toBe('Submitted');
  expect(api.jobLog).toEqual([
    expect.stringMatching(
      /^Job register-doi .* failed and will be tried again\. RegistrarError: DataCite answered 401 to POST \/dois \(Bad credentials\.\)$/,
    ),
  ]);
  expect(await waiting(number)).toMatchObject({ isRefusal: true, isQueued: true });
  const first = (await waiting(number))?.since;
  // The daily run skips jobs that are already waiting.
  await registerDueDois(api.repository, { atOnce: false });
  await api.settle();
  expect(datacite.calls).toEqual(['POST /dois']);
  await registerDueDois(api.repository, { atOnce: true });
  await api.settle();
  expect(datacite.calls).toEqual(['POST /dois', 'POST /dois']);
  expect(await waiting(number)).toMatchObject({ since: first });
  datacite.trouble = () => undefined;
  expect(await registerDueDois(api.repository, { atOnce: true })).toBe(1);
  await api.settle();
  expect([atDatacite(number), await stored(number), await waiting(number)]).toEqual(['draft', 'draft', null]);
});

test('a job without attempts left is enqueued again', async () => {
  datacite.trouble = () => dataciteError(500, 'broken');
  const { number } = await addUploadAt(api, 'described');
  await ask(api, actors.contributor, `/api/submit/${number}r`, { method: 'POST' });
  await api.settle();
  expect(await waiting(number)).toMatchObject({ isQueued: true, isRefusal: false });
  await api.pool.query(
    `update pgboss.job set state = 'failed', retry_count = retry_limit
     where name = 'register-doi' and state = 'retry'`,
  );
  expect(await waiting(number)).toMatchObject({ isQueued: false, isRefusal: false });
  datacite.trouble = () => undefined;
  await registerDueDois(api.repository, { atOnce: false });
  await api.settle();
  expect(atDatacite(number)).toBe('draft');
});

test('an incomplete description is not sent, and the operator is notified', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  await api.settle();
  datacite.calls.length = 0;
  // Accepted without a public number, so it would have no page.
  await api.repository.db.update(uploads).set({ status: 'Accepted' }).where(eq(uploads.number, number));
  await expect(registerDoi(api.repository, { upload: number })).rejects.toThrow(
    `${nameOf(number)} cannot be published without url.`,
  );
  expect([datacite.calls, (await waiting(number))?.isRefusal]).toEqual([[], true]);
});

test('existing test DOIs stay unchanged until the operator registers them', async () => {
  const { repository } = api;
  const local = { ...repository, doi: createLocalRegistrar({ origin }) };
  const { number, id } = await addUploadAt(api, 'submitted');
  await api.settle();
  // Delays the jobs of the acceptance, so that the local registrar runs first.
  datacite.trouble = () => dataciteError(503, 'away');
  await castVote(api, actors.expert1, id);
  await castVote(api, actors.expert2, id, { nr: 2 });
  await api.settle();
  await registerDoi(local, { upload: number });
  datacite.trouble = () => undefined;
  await registerDoi(repository, { upload: number });
  expect(await findDoi(repository.db, number)).toMatchObject({ registrar: 'local', state: 'findable' });
  expect(atDatacite(number)).toBe('draft');
  await registerDoi(repository, { upload: number, anew: true });
  expect(await findDoi(repository.db, number)).toMatchObject({
    doi: nameOf(number),
    registrar: 'datacite',
    state: 'findable',
  });
  expect(atDatacite(number)).toBe('findable');
  // A registered DOI is never replaced with a test DOI.
  await registerDoi(local, { upload: number });
  expect(await findDoi(repository.db, number)).toMatchObject({ registrar: 'datacite' });
});

describe('the command for the operator', () => {
  const run = async (given: string[], hasAccount = true) => {
    let text = '';
    const { db, jobs, settings } = api.repository;
    const write = (more: string) => void (text += more);
    const code = await runDoiCommand(given, { db, jobs, hasAccount, settings, write });
    return { code, text };
  };

  test('lists waiting DOIs with the reason and tries them again', async () => {
    datacite.trouble = () => dataciteError(403, 'You are not authorized to access this resource.');
    const { number } = await addUploadAt(api, 'submitted');
    await api.settle();
    const { text } = await run(['list']);
    expect(text).toMatch(new RegExp(`^${number}r Submitted: refused since .*\n  DataCite answered 403 to`, 'm'));
    expect(text).not.toContain(dataciteAccount.password);
    datacite.trouble = () => undefined;
    expect((await run(['retry'])).code).toBe(0);
    await api.settle();
    expect([atDatacite(number), (await run(['list'])).text]).toEqual([
      'draft',
      expect.not.stringContaining(`${number}r Submitted`),
    ]);
  });

  test('tries nothing again that cannot be recorded', async () => {
    datacite.trouble = () => dataciteError(403, 'You are not authorized to access this resource.');
    const { number } = await addUploadAt(api, 'submitted');
    await api.settle();
    await api.pool.query(`update pgboss.job set state = 'failed' where name = 'register-doi' and state = 'retry'`);
    await api.pool.query('alter table audit.acts rename to acts_away');
    await expect(run(['retry'])).rejects.toThrow('audit');
    await api.pool.query('alter table audit.acts_away rename to acts');
    expect(await waiting(number)).toMatchObject({ isQueued: false });
    expect((await run(['retry'])).code).toBe(0);
    expect(await waiting(number)).toMatchObject({ isQueued: true });
  });

  test('registers a data set that has a test DOI if there is an account', async () => {
    const { number, id } = await addUploadAt(api, 'submitted');
    await api.settle();
    // Delays the jobs of the acceptance, so that the local registrar runs first.
    datacite.trouble = () => dataciteError(503, 'away');
    await castVote(api, actors.expert1, id);
    await castVote(api, actors.expert2, id, { nr: 2 });
    await api.settle();
    datacite.trouble = () => undefined;
    await registerDoi({ ...api.repository, doi: createLocalRegistrar({ origin }) }, { upload: number });
    await api.settle();
    const nr = String((await storedUpload(api, number)).upload.nr);
    expect((await run(['list'])).text).toContain(`data set ${nr}: 10.5072/motothek.${number}`);
    expect(await run(['register', nr], false)).toMatchObject({
      code: 1,
      text: expect.stringContaining('No DataCite account'),
    });
    expect(await run(['register', '999999'])).toMatchObject({ code: 1 });
    expect(await run(['register', nr])).toMatchObject({ code: 0 });
    const recorded = await api.pool.query(`select act, object from audit.acts where object is not null`);
    expect(recorded.rows).toEqual([{ act: 'doi-retried', object: id }]);
    await api.settle();
    expect(await findDoi(api.repository.db, number)).toMatchObject({ registrar: 'datacite', doi: nameOf(number) });
    expect((await run(['list'])).text).not.toContain(`data set ${nr}:`);
  });

  test.each([[[]], [['register']], [['register', 'x']], [['list', 'all']], [['retry', '1', '2']]])(
    '%j shows the usage',
    async (given) => {
      expect(await run(given)).toMatchObject({ code: 2, text: expect.stringContaining('npm run dois') });
    },
  );
});
