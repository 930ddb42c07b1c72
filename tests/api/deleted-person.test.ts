import { afterAll, beforeAll, expect, test } from 'vitest';

import { formerPrefix } from '@domain/former-person';

import { openWebStore } from '../../app/store/open-web-store';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { Browser } from '../../services/identity/testing/browser';
import { type RunningProvider, signInFully, startProvider } from '../../services/identity/testing/running-provider';
import { personalDataOf } from '../../services/launcher/personal-data';
import { recordsElsewhere } from '../../services/launcher/records-elsewhere';
import { countDueFigures } from '../../services/repository/figures/kept-figures';
import { removeData } from '../../services/repository/life/remove-data';
import type { JobData } from '../../services/repository/store/jobs';
import { recordPerson } from '../../services/repository/store/people';
import { findUploadProgress } from '../../services/repository/store/upload-progress';
import { sumStoredByOwner, sumStoredBytes } from '../../services/repository/store/storage';
import { deletePerson } from '../../services/repository/persons/delete-person';
import { type BusyIds, busyTraits, doEverything, ok } from '../support/busy-person';
import { findInObjects, findInTables, findInTexts, markedText as marked, type Marks } from '../support/find-marks';
import { textInside } from '../support/read-inside';
import { actors, administrator } from '../support/test-api';
import { openUploadApi, type UploadApi } from '../support/upload-calls';
import { handlePublication, versionCalls } from '../support/version-calls';

const password = 'correct horse battery';
/** The calls of the tests are those of this actor, who becomes somebody whose every trait is unique. */
const leaving = actors.contributor;
const usual = { orcid: undefined, ...leaving };
Object.assign(leaving, busyTraits);
const { other, expert1, expert2, expert3 } = actors;

let api: UploadApi;
let provider: RunningProvider;
let web: Awaited<ReturnType<typeof openWebStore>>;
let calls: ReturnType<typeof versionCalls>;
let browser: Browser;
let marks: Marks;
let mailsBefore = 0;
let ids: BusyIds;

beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  handlePublication(api);
  Object.assign(api.repository, { recordsElsewhere });
  const { jobs } = api.repository;
  jobs.handle('assign-experts', () => Promise.resolve());
  jobs.handle('delete-person', (data) => deleteInPieces(data));
  provider = await startProvider(api.pool, 'secret-of-the-test', null, {
    personalData: personalDataOf(() => api.repository),
  });
  const account = await createAccounts(api.pool).add({ ...leaving, password });
  Object.assign(leaving, { subject: account.id });
  const { name, email, orcid = '', subject } = leaving;
  const [first = '', last = ''] = name.toLowerCase().split(' ');
  marks = { first, last, email, orcid, subject };
  web = await openWebStore(api.pool, ['secret-of-the-test']);
  calls = versionCalls(api);
  browser = new Browser(provider.origin);
  for (const one of [leaving, other, expert1, expert2, expert3]) await recordPerson(api.repository.db, one, new Date());
});
afterAll(async () => {
  // Other files of this worker have the same actors.
  Object.assign(leaving, usual);
  expect(api.serverErrors).toEqual([]);
  expect(provider.errors).toEqual([]);
  web.close();
  await provider.close();
  await api.close();
});

class Killed extends Error {}

/** The job, killed before each of its steps in turn and begun anew until nothing is left to be killed. */
async function deleteInPieces(person: JobData['delete-person']): Promise<void> {
  for (let steps = 0; ; steps += 1) {
    let left = steps;
    const throwIfAborted = () => {
      if (left-- === 0) throw new Killed();
    };
    const signal = { throwIfAborted } as AbortSignal;
    const isDone = await deletePerson(api.repository, person, signal).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return false;
      },
    );
    if (isDone) return;
  }
}

async function logIn(): Promise<void> {
  await signInFully(browser, leaving.email, password);
  const { subject, name, email } = leaving;
  const user = { subject, name, email, isExpert: true };
  const tokens = { user, sid: 'a-sid', idToken: '', accessToken: '', refreshToken: null };
  const accessTokenExpiresAt = new Date(Date.now() + 1e6);
  const draftsOf = async (owner: typeof user) =>
    web.draftsOf(await web.sessions.find(await web.sessions.create({ ...tokens, user: owner, accessTokenExpiresAt })));
  await (await draftsOf(user)).keep('own-note', ids.open, [['text', marked('draft')]]);
  const admin = { ...user, subject: administrator.subject };
  await (
    await draftsOf(admin)
  ).keep('account', subject, [
    ['name', name],
    ['email', email],
  ]);
}

test('somebody does everything there is to do, and leaves marks everywhere', { timeout: 240_000 }, async () => {
  ids = await doEverything({ api, calls });
  await logIn();
  await api.settle();
  // As in a large repository.
  await countDueFigures(api.repository, { from: 1 });
  const found = await findInTables(api.pool, marks);
  // Were the search for marks blind, the proof below would be none.
  expect(Object.keys(found).length).toBeGreaterThan(40);
  expect(found['repository.kept_figures.figures']).toEqual(['subject']);
  expect(found['repository.people.email']).toEqual(['email', 'first', 'last']);
  expect(Object.keys(await findInObjects(api.repository.files, marks)).sort()).toEqual(['kept', 'originals', 'tables']);
});

/** Names of everything that the person has left and not deleted. */
const ownMarks = [
  'contributornote', 'correctedabstract', 'correctionnote', 'document', 'documentname', 'draft', 'email',
  'expertinstitution', 'expertnote', 'first', 'institution', 'invited', 'last', 'mappingtemplate', 'metadatatemplate',
  'opennote', 'orcid', 'partfile', 'privatelink', 'publishedabstract', 'publishedaffiliation', 'publishedcell',
  'publishedcolumn', 'publishedfile', 'publishedtitle', 'purpose', 'search', 'sharedfile', 'submittedfile', 'templatetitle',
  'token', 'topic', 'votenote',
]; // prettier-ignore

test('everything about me has all of it, and nothing of others', async () => {
  const answer = await ok(api.call(leaving, '/api/account/data'));
  const whole = await textInside(Buffer.from(await answer.arrayBuffer()));
  const found = Object.values(findInTexts('export', [whole], marks));
  expect(found.flat()).toEqual(expect.arrayContaining(ownMarks));
  expect([expert1, expert2].filter(({ name, email }) => whole.includes(name) || whole.includes(email))).toEqual([]);
});

test('the owner deletes the account on its page, after a look at what becomes of it', async () => {
  const form = await browser.open('/identity/delete-account');
  expect(form.html).toContain('Published data sets: 1');
  mailsBefore = api.mails.length;
  const done = await browser.submit(form, { 'confirm-email': leaving.email, 'current-password': password });
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('<h1>Your account is deleted</h1>')]);
  await api.settle();
});

/** Everybody may read it: what the person has published, under the names that they chose. */
const published = {
  'repository.data_sets.metadata': [
    'correctedabstract',
    'first',
    'last',
    'orcid',
    'publishedaffiliation',
    'publishedtitle',
  ],
  'repository.data_sets.row': ['first', 'last', 'publishedtitle'],
  'repository.documents.name': ['documentname'],
  'repository.dois.attributes': [
    'correctedabstract',
    'first',
    'last',
    'orcid',
    'publishedaffiliation',
    'publishedtitle',
  ],
  // The package says which columns were left out.
  'repository.published_tables.withheld': ['publishedcolumn'],
  'repository.source_columns.name': ['publishedcolumn'],
  'repository.search_documents.facets': ['orcid'],
  'repository.search_documents.title_de': ['publishedtitle'],
  'repository.search_documents.title_en': ['publishedtitle'],
  'repository.search_documents.title_words': ['publishedtitle'],
  'repository.search_documents.words': ['correctedabstract', 'first', 'last', 'publishedaffiliation', 'publishedtitle'],
  'repository.search_words.word': [
    'correctedabstract',
    'first',
    'last',
    'publishedabstract',
    'publishedaffiliation',
    'publishedtitle',
  ],
  'repository.studies.metadata': [
    'correctedabstract',
    'first',
    'last',
    'orcid',
    'publishedaffiliation',
    'publishedtitle',
  ],
  'repository.studies.named_marks': ['first', 'last', 'orcid'],
  'repository.studies.title': ['publishedtitle'],
  'repository.studies.title_key': ['publishedtitle'],
};

/** What they did for the board, without a name; corrections are public. */
const acts = {
  'repository.decision_letters.text': ['votenote'],
  'repository.review_history.content': [
    'correctedabstract',
    'correctionnote',
    'opennote',
    'publishedabstract',
    'votenote',
  ],
  'repository.review_notes.text': ['expertnote'],
  'repository.votes.note': ['votenote'],
};

/** What contributors may read about the use of their data. */
const useOfOthersData = {
  'repository.download_sessions.institution': ['institution'],
  'repository.download_sessions.purpose': ['purpose'],
};

/** The id of the account that administrators added and its owner deleted; what the audit said of them is gone. */
const audited = { 'audit.acts.account': ['subject'], 'audit.acts.actor': ['subject'] };

/** Packages and documents of what is published. */
const publishedObjects = {
  kept: [
    'document',
    'documentname',
    'first',
    'last',
    'orcid',
    'publishedabstract',
    'publishedaffiliation',
    'publishedcolumn',
    'publishedtitle',
  ],
  originals: ['document'],
};

test('what is left of them is what is published, and what they did for the board without a name', async () => {
  expect(await findInTables(api.pool, marks)).toEqual({ ...published, ...acts, ...useOfOthersData, ...audited });
  expect(await findInObjects(api.repository.files, marks)).toEqual(publishedObjects);
  expect(findInTexts('log', [...api.jobLog, ...provider.errors], marks)).toEqual({});
});

test('what was removed takes no room any more', async () => {
  const { db, files } = api.repository;
  let bytes = 0;
  for await (const stored of files.list('originals/')) bytes += stored.bytes;
  const byOwner = await sumStoredByOwner(db);
  // Uploads of others are rows alone.
  expect(byOwner.find(({ subject }) => subject === formerPrefix)?.bytes).toBe(bytes);
  expect(await sumStoredBytes(db, null)).toBe(byOwner.reduce((sum, one) => sum + one.bytes, 0));
});

test('the last mail tells them, and experts and co-authors learn which upload is gone', () => {
  const sent = api.mails.slice(mailsBefore);
  expect(sent.filter(({ to }) => to === leaving.email).map(({ subject }) => subject)).toEqual([
    'Your Motothek account is deleted',
  ]);
  const toOthers = sent.filter(({ to }) => to !== leaving.email);
  expect(findInTexts('mails', toOthers, marks)).toEqual({
    mails: ['sharedfile', 'sharedtitle', 'submittedfile', 'submittedtitle'],
  });
});

test('their acts are still there, and belong to nobody', async () => {
  const { rows } = await api.pool.query<{ former: boolean; acts: number }>(
    `select starts_with(actor, 'former:') as former, count(*)::int as acts from repository.review_history
     where act = 'voted' and content ->> 'note' = $1 group by 1`,
    [marked('votenote')],
  );
  expect(rows).toEqual([{ former: true, acts: 1 }]);
  const history = await ok(api.call(expert2, `/api/editorial/${ids.decided}/history?format=csv`));
  expect(await history.text()).toContain('former member of the board');
});

test('the board still reads what they have published, without earlier rounds, also after its data is removed', async () => {
  const rounds = async () => {
    const answer = await ok(api.call(expert2, `/api/editorial/${ids.published}/glance`));
    return ((await answer.json()) as { rounds: unknown[] }).rounds;
  };
  expect(await rounds()).toEqual([null]);
  const { db } = api.repository;
  await db.transaction(async (tx) => {
    const submission = await findUploadProgress(tx, Number.parseInt(ids.published, 10));
    await removeData(tx, api.repository, submission!, null);
  });
  expect(await rounds()).toEqual([null]);
});

test('nobody can log in, and the tokens of the account are refused', async () => {
  const { accounts } = provider.identity;
  expect(await accounts.verify(leaving.email, password)).toBeNull();
  expect((await browser.open('/identity/profile')).html).toContain('<h1>Log in</h1>');
});

test('a table that keeps somebody without referring to them would be found', async () => {
  await api.pool.query('create table repository.later (person text)');
  await api.pool.query('insert into repository.later values ($1)', [leaving.subject]);
  const found = await findInTables(api.pool, marks);
  await api.pool.query('drop table repository.later');
  expect(found['repository.later.person']).toEqual(['subject']);
});
