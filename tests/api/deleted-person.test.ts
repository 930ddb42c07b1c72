import { afterAll, beforeAll, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { expertRole } from '@domain/roles';

import { openWebStore } from '../../app/store/open-web-store';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { Browser } from '../../services/identity/testing/browser';
import { type RunningProvider, signInFully, startProvider } from '../../services/identity/testing/running-provider';
import { personalDataOf } from '../../services/launcher/personal-data';
import { recordPerson } from '../../services/repository/store/people';
import { deletePerson } from '../../services/repository/usecases/persons/delete-person';
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
  const { jobs } = api.repository;
  jobs.handle('assign-experts', () => Promise.resolve());
  jobs.handle('delete-person', (data, signal) => deletePerson(api.repository, data, signal));
  provider = await startProvider(
    api.pool,
    'secret-of-the-test',
    null,
    personalDataOf(() => api.repository),
  );
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
  expect(api.serverErrors).toEqual([]);
  expect(provider.errors).toEqual([]);
  web.close();
  await provider.close();
  await api.close();
});

async function ok(response: Response | Promise<Response>): Promise<Response> {
  const answer = await response;
  if (answer.status >= 300) console.log(new Error(`${answer.status} ${await answer.text()}`));
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
  const metadata = [{ name: marked('metadatatemplate'), entries: [entry(2, [marked('templatetitle')])] }];
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
  expect(Object.keys(await findInObjects(api.repository, marks)).sort()).toEqual([
    'kept',
    'originals',
    'published',
    'tables',
  ]);
});

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
  console.log(JSON.stringify(found), [...files.keys()]);
  const whole = [...files.values()].join('\n');
  for (const { name, subject } of [expert1, expert2])
    expect([whole.includes(name), whole.includes(`"${subject}"`)]).toEqual([false, false]);
});

test('the owner deletes the account on its page, after a look at what becomes of it', async () => {
  const form = await browser.open('/identity/delete-account');
  console.log(/<main[^]*<\/main>/.exec(form.html)?.[0]);
  mailsBefore = api.mails.length;
  const done = await browser.submit(form, { 'confirm-email': leaving.email, 'current-password': password });
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('<h1>Your account is deleted</h1>')]);
  await api.settle();
});

test('what is left of them is what is published, and what they did for the board without a name', async () => {
  console.log(JSON.stringify(await findInTables(api.pool, marks), null, 1));
  console.log(JSON.stringify(await findInObjects(api.repository, marks), null, 1));
  console.log(JSON.stringify(findInTexts('mails', api.mails.slice(mailsBefore), marks), null, 1));
  console.log(api.jobLog);
});
