import { afterAll, beforeAll, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { expertRole } from '@domain/roles';

import { openWebStore } from '../../app/store/open-web-store';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { Browser } from '../../services/identity/testing/browser';
import { type RunningProvider, signInFully, startProvider } from '../../services/identity/testing/running-provider';
import { personalDataOf } from '../../services/launcher/personal-data';
import { recordsElsewhere } from '../../services/launcher/records-elsewhere';
import type { JobData } from '../../services/repository/store/jobs';
import { recordPerson } from '../../services/repository/store/people';
import { deletePerson } from '../../services/repository/persons/delete-person';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { explainProblems } from '../support/explain-problems';
import { findInObjects, findInTables, findInTexts, markedText as marked, type Marks } from '../support/find-marks';
import { invite, share } from '../support/member-calls';
import { publishForTest } from '../support/published-data-sets';
import { addUploadAt } from '../support/ready-uploads';
import { readZip } from '../support/read-zip';
import { actors } from '../support/test-api';
import { addDocument, openUploadApi, type UploadApi } from '../support/upload-calls';
import { gripMapping, gripTable, handlePublication, versionCalls } from '../support/version-calls';

const password = 'correct horse battery';
/** The calls of the tests are those of this actor, who becomes somebody whose every trait is unique. */
const leaving = actors.contributor;
const usual = { orcid: undefined, ...leaving };
Object.assign(leaving, {
  name: 'Zyxwilda Quorvath',
  email: 'zyxwilda.quorvath@example.org',
  orcid: '0000-0003-1415-9269',
  roles: [expertRole],
});
const { other, expert1, expert2, expert3 } = actors;

let api: UploadApi;
let provider: RunningProvider;
let web: Awaited<ReturnType<typeof openWebStore>>;
let calls: ReturnType<typeof versionCalls>;
let browser: Browser;
let marks: Marks;
let mailsBefore = 0;
const ids = { published: '', shared: '', submitted: '', decided: '', open: '' };

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

async function ok(response: Response | Promise<Response>): Promise<Response> {
  const answer = await response;
  if (answer.status >= 300) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}

/** A table with a column that is not mapped, which only its contributor can read. */
function tableWith(name: string): string {
  const [head, ...rows] = gripTable().content.trim().split('\n');
  return [`${head};${marked(`${name}column`)}`, ...rows.map((row) => `${row};${marked(`${name}cell`)}`), ''].join('\n');
}

/** Metadata in which the person is an author, with a title and a summary of their own words. */
function metadataOf(name: string) {
  return withEntries(
    completeMetadata(marked(`${name}title`)),
    entry(fieldIds.author, ['Quorvath||Zyxwilda']),
    entry(fieldIds.orcid, [leaving.orcid ?? ''], [0]),
    entry(1.2, [marked(`${name}affiliation`)], [0]),
    entry(3, ['Quorvath||Zyxwilda']),
    entry(3.1, [leaving.email], [0]),
    entry(fieldIds.abstract, [marked(`${name}abstract`)]),
    entry(14, ['200']),
  );
}

async function describe(name: string): Promise<string> {
  const id = await api.take({ name: `${marked(`${name}file`)}.csv`, content: tableWith(name) });
  const table = marked(`${name}file`);
  await calls.json(`/api/mapping/raw/${id}/${table}`, 'POST', gripMapping);
  await explainProblems(api, id, table);
  await calls.json('/api/metadata', 'POST', { id: [id], metadata: metadataOf(name) });
  return id;
}

async function publishOne(): Promise<void> {
  ids.published = await describe('published');
  await addDocument(api, ids.published, { name: `${marked('documentname')}.txt`, content: marked('document') });
  await ok(calls.submit(ids.published));
  await calls.accept(ids.published);
  await ok(await api.call(null, `/api/search/data/${await calls.numberOf(ids.published)}/package`)).then((one) =>
    one.arrayBuffer(),
  );
  const path = `/api/fileupload/${ids.published}/metadata-corrections`;
  const { metadata } = await calls.json<{ metadata: ReturnType<typeof metadataOf> }>(path);
  const corrected = withEntries(metadata, entry(fieldIds.abstract, [marked('correctedabstract')]));
  await ok(calls.send(path, 'POST', { metadata: corrected, note: marked('correctionnote') }));
}

async function uploadOthers(): Promise<void> {
  ids.shared = await describe('shared');
  await share(api, { id: ids.shared }, other);
  await ok(invite(api, { id: ids.shared }, { email: `${marked('invited')}@example.org` }));
  ids.submitted = await describe('submitted');
  await ok(calls.submit(ids.submitted));
  const links = `/api/fileupload/${ids.submitted}/private-links`;
  const until = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
  await ok(calls.send(links, 'POST', { label: marked('privatelink'), until }));
  await ok(castVote(api, expert1, ids.submitted, { note: 'A note of another expert.' }));
  const note = { readers: 'board', text: marked('contributornote') };
  await ok(calls.send(`/api/fileupload/${ids.submitted}/notes`, 'POST', note));
  const deleted = await describe('deleted');
  await ok(calls.send(`/api/fileupload/${deleted}`, 'DELETE'));
  const rejected = await describe('rejected');
  await ok(calls.submit(rejected));
  await ok(castVote(api, expert1, rejected, { rating: 2 }));
  await ok(castVote(api, expert2, rejected, { nr: 2, rating: 2 }));
  const base64 = Buffer.from(`${marked('partfile')}.csv`).toString('base64');
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000', 'Upload-Metadata': `filename ${base64}` };
  await ok(api.call(leaving, '/api/fileupload/resumable/raw', { method: 'POST', headers }));
}

async function reviewOthers(): Promise<void> {
  const decided = await addUploadAt(api, 'submitted', { owner: other });
  const open = await addUploadAt(api, 'submitted', { owner: other });
  ids.decided = decided.id;
  ids.open = open.id;
  await ok(castVote(api, leaving, decided.id, { rating: 2, note: marked('votenote') }));
  await ok(castVote(api, expert1, decided.id, { nr: 2, rating: 2 }));
  await ok(castVote(api, leaving, open.id, { note: marked('opennote') }));
  const note = { readers: 'contributor', text: marked('expertnote') };
  await ok(calls.send(`/api/editorial/${open.id}/notes`, 'POST', note));
  const profile = { topics: [marked('topic')], awayFrom: null, awayUntil: null, mails: 'daily' };
  await ok(calls.send('/api/editorial/profile', 'PUT', { ...profile, institution: marked('expertinstitution') }));
  const coAuthored = await addUploadAt(api, 'described', { owner: other });
  await ok(invite(api, coAuthored, { email: leaving.email }, other));
  await api.settle();
  const mailed = api.mails.findLast(({ to, text }) => to === leaving.email && text.includes('/co-authors/'));
  const secret = /\/co-authors\/([\w-]{32})/.exec(mailed?.text ?? '')?.[1] ?? '';
  await ok(api.call(leaving, `/api/members/${secret}`, { method: 'POST' }));
  await ok(calls.send(`/api/metadata`, 'POST', { id: [coAuthored.id], metadata: completeMetadata(coAuthored.title) }));
}

async function useTheRest(): Promise<void> {
  await publishForTest(api.repository, {
    nr: 900,
    title: 'Licensed data of others',
    rights: ['SUFL 1.0'],
    tables: [{ name: 'licensed', select: "select 'f' as sex", columns: [{ key: 'sex', unit: '', source: 'sex' }] }],
  });
  const begun = await ok(calls.send('/api/search/download', 'POST', [900]));
  const session = (begun.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  const answers = { institution: marked('institution'), country: 'Germany', purpose: marked('purpose') };
  await ok(
    calls.send(`/api/search/downloads/${session}`, 'POST', { session, ...answers, accurate: true, licence: true }),
  );
  await ok(calls.send('/api/search/download', 'POST', [900]));
  await ok(calls.send('/api/search/saved', 'POST', { query: `q=${marked('search')}` }));
  const until = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
  await ok(calls.send('/api/tokens', 'POST', { label: marked('token'), scopes: ['read'], until }));
  const templates = [{ name: marked('mappingtemplate'), entries: gripMapping }];
  await ok(calls.send('/api/mapping/templates', 'PUT', templates));
  const metadata = [
    { name: marked('metadatatemplate'), entries: [entry(fieldIds.abstract, [marked('templatetitle')])] },
  ];
  await ok(calls.send('/api/metadata/templates', 'PUT', metadata));
}

async function logIn(): Promise<void> {
  await signInFully(browser, leaving.email, password);
  const { subject, name, email } = leaving;
  const user = { subject, name, email, isExpert: true };
  const tokens = { user, sid: 'a-sid', idToken: '', accessToken: '', refreshToken: null };
  const cookie = await web.sessions.create({ ...tokens, accessTokenExpiresAt: new Date(Date.now() + 1e6) });
  await web.draftsOf(await web.sessions.find(cookie)).keep('own-note', ids.open, [['text', marked('draft')]]);
}

test('somebody does everything there is to do, and leaves marks everywhere', { timeout: 240_000 }, async () => {
  await publishOne();
  await uploadOthers();
  await reviewOthers();
  await useTheRest();
  await logIn();
  await api.settle();
  const found = await findInTables(api.pool, marks);
  // Were the search for marks blind, the proof below would be none.
  expect(Object.keys(found).length).toBeGreaterThan(40);
  expect(found['repository.people.email']).toEqual(['email', 'first', 'last']);
  expect(Object.keys(await findInObjects(api.repository, marks)).sort()).toEqual(['kept', 'originals', 'tables']);
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
  const files = await readZip(Buffer.from(await answer.arrayBuffer()));
  const found = Object.values(
    findInTexts(
      'export',
      [...files].map(([name, content]) => name + content.toString()),
      marks,
    ),
  );
  expect(found.flat()).toEqual(expect.arrayContaining(ownMarks));
  const whole = [...files.values()].join('\n');
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

/** The id of the account that administrators added; what the audit said of its owner is gone. */
const audited = { 'audit.acts.account': ['subject'] };

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
  expect(await findInObjects(api.repository, marks)).toEqual(publishedObjects);
  expect(findInTexts('log', [...api.jobLog, ...provider.errors], marks)).toEqual({});
});

test('the last mail tells them, and the experts learn which submission is gone', () => {
  const sent = api.mails.slice(mailsBefore);
  expect(sent.filter(({ to }) => to === leaving.email).map(({ subject }) => subject)).toEqual([
    'Your Motothek account is deleted',
  ]);
  const toOthers = sent.filter(({ to }) => to !== leaving.email);
  expect(findInTexts('mails', toOthers, marks)).toEqual({ mails: ['submittedfile', 'submittedtitle'] });
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
