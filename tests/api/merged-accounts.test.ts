import { afterAll, beforeAll, expect, test } from 'vitest';

import { newestWindow } from '../../app/store/drafts';
import { openWebStore } from '../../app/store/open-web-store';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { deleteAccount } from '../../services/identity/accounts/delete-account';
import { findAccountById } from '../../services/identity/store/accounts';
import { openIdentityStore } from '../../services/identity/store/database';
import { linkIdentity } from '../../services/identity/store/outside-identities';
import { Browser } from '../../services/identity/testing/browser';
import { type RunningProvider, signInFully, startProvider } from '../../services/identity/testing/running-provider';
import { personalDataOf } from '../../services/launcher/personal-data';
import { personMergingOf } from '../../services/launcher/person-merging';
import { recordPerson } from '../../services/repository/store/people';
import type { Actor } from '../../services/repository/context/context';
import { type BusyIds, busyTraits, doEverything, ok } from '../support/busy-person';
import { findInTables, markedText as marked, type Marks } from '../support/find-marks';
import { share } from '../support/member-calls';
import { addUploadAt } from '../support/ready-uploads';
import { actors, administrator } from '../support/test-api';
import { openUploadApi, type UploadApi } from '../support/upload-calls';
import { gripMapping, handlePublication, versionCalls } from '../support/version-calls';

const password = 'correct horse battery';
/** Everybody's calls are those of this actor, who has two accounts. */
const going = actors.contributor;
const usual = { orcid: undefined, ...going };
Object.assign(going, busyTraits);
const { other, expert1, expert2, expert3 } = actors;
const staying: Actor = { subject: '', name: 'Zyxwilda Quorvath', email: 'zyx@example.net', roles: [] };

let api: UploadApi;
let provider: RunningProvider;
let web: Awaited<ReturnType<typeof openWebStore>>;
let ids: BusyIds;
let marks: Marks;
let former = '';
let isKilled = false;

beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  handlePublication(api);
  api.repository.jobs.handle('assign-experts', () => Promise.resolve());
  const merging = personMergingOf(() => api.repository);
  provider = await startProvider(api.pool, 'secret-of-the-test', null, {
    merging: {
      ...merging,
      give: async (tx, people) => {
        await merging.give(tx, people);
        if (isKilled) throw new Error('The server was killed.');
      },
    },
  });
  const accounts = createAccounts(api.pool);
  Object.assign(going, { subject: (await accounts.add({ ...going, password })).id });
  Object.assign(staying, { subject: (await accounts.add({ ...staying, password })).id });
  former = going.subject;
  marks = { subject: former };
  web = await openWebStore(api.pool, ['secret-of-the-test']);
  const everybody = [going, staying, other, expert1, expert2, expert3, administrator];
  for (const one of everybody) await recordPerson(api.repository.db, one, new Date());
});
afterAll(async () => {
  // Other files of this worker have the same actors.
  Object.assign(going, usual);
  expect(api.serverErrors).toEqual([]);
  expect(provider.errors).toEqual([]);
  web.close();
  await provider.close();
  await api.close();
});

const call = async <Answer>(actor: Actor, path: string, method = 'GET', body?: unknown) =>
  (await (
    await ok(api.call(actor, path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
  ).json()) as Answer;
const ask = (id = former, email = staying.email) =>
  provider.identity.administration.previewMerge(id, email, administrator.subject);
const merge = (version: string) =>
  provider.identity.administration.order(
    former,
    { act: 'merge', into: staying.subject, version },
    { actor: administrator.subject, language: 'en' },
  );
const templatesOf = (actor: Actor) => call<{ name: string }[]>(actor, '/api/mapping/templates');
const searchesOf = async (subject: string) =>
  (await api.pool.query('select from repository.saved_searches where owner = $1', [subject])).rowCount;

test('one account does everything there is to do, and the other something of it', { timeout: 240_000 }, async () => {
  ids = await doEverything({ api, calls: versionCalls(api) });
  const tokens = await signInFully(new Browser(provider.origin), going.email, password);
  expect(await provider.identity.tokenHolds(tokens.access_token)).toBe(true);
  const session = { sid: 'a-sid', idToken: '', accessToken: '', refreshToken: null };
  const signIn = async ({ subject, name, email }: Actor) =>
    web.draftsOf(
      await web.sessions.find(
        await web.sessions.create({
          ...session,
          user: { subject, name, email, isExpert: false },
          accessTokenExpiresAt: new Date(Date.now() + 1e6),
        }),
      ),
    );
  await (await signIn(going)).write('own-note', ids.open, [['text', marked('draft')]], newestWindow);
  await (await signIn(going)).write('news', 'both', [['text', marked('goingdraft')]], newestWindow);
  await (await signIn(staying)).write('news', 'both', [['text', marked('stayingdraft')]], newestWindow);
  const db = openIdentityStore(api.pool);
  const account = (await findAccountById(db, former))!;
  const person = { provider: 'orcid', issuer: 'https://orcid.example', subject: 'zyx', email: '', name: '' };
  await linkIdentity(db, {
    account,
    person: { ...person, isEmailVerified: false, orcid: null, roles: [], usedSecondFactor: false },
    label: 'ORCID',
    language: 'en',
    now: new Date(),
  });

  await call(staying, '/api/search/saved', 'POST', { query: `q=${marked('search')}` });
  await ok(
    api.call(staying, '/api/mapping/templates', {
      method: 'PUT',
      body: JSON.stringify([{ name: marked('mappingtemplate'), entries: gripMapping.slice(1) }]),
    }),
  );
  await share(api, { id: ids.submitted }, staying, { right: 'edit' });
  const both = await addUploadAt(api, 'described', { owner: other });
  const shareOthers = async (actor: Actor, right: 'read' | 'submit') => {
    await api.pool.query(
      `insert into repository.study_members (upload, email, person, "right", invited_by, invited_at, expires_at, accepted_at)
       values ($1, $2, $3, $4, $5, now(), now(), now())`,
      [both.number, actor.email, actor.subject, right, other.subject],
    );
  };
  await shareOthers(going, 'submit');
  await shareOthers(staying, 'read');
  await api.settle();
});

test('an administrator sees both before anything is done', async () => {
  const preview = await ask();
  if ('refusal' in preview) throw new Error(preview.refusal);
  expect(preview.from).toMatchObject({
    account: { email: going.email },
    hasPassword: true,
    logins: [{ issuer: 'https://orcid.example' }],
  });
  expect(preview.into).toMatchObject({ account: { email: staying.email }, logins: [] });
  expect(await ask('unknown')).toEqual({ refusal: 'not-found' });
  expect(await ask(former, 'nobody@example.org')).toEqual({ refusal: 'merge-unknown' });
  expect(await ask(former, going.email)).toEqual({ refusal: 'merge-same' });
  expect(await merge('an older version')).toBe('merge-changed');
});

test('a server that is killed before the end has begun nothing', async () => {
  const preview = await ask();
  if ('refusal' in preview) throw new Error(preview.refusal);
  const before = await findInTables(api.pool, marks);
  isKilled = true;
  await expect(merge(preview.version)).rejects.toThrow('killed');
  isKilled = false;
  expect(await findInTables(api.pool, marks)).toEqual(before);
  expect(await merge(preview.version)).toBeNull();
  // A second press, and another administrator at the same time.
  expect(await Promise.all([merge(preview.version), merge(preview.version)])).toEqual([null, null]);
});

test('the account that went is named in the audit only, once', async () => {
  const found = Object.entries(await findInTables(api.pool, marks));
  expect(found.flatMap(([place, names]) => (names.includes('subject') ? place : []))).toEqual([
    'audit.acts.account',
    'audit.acts.object',
  ]);
  const { rows } = await api.pool.query(`select actor, account, object, before from audit.acts where act = 'merged'`);
  const before = { name: going.name, email: going.email, roles: going.roles };
  expect(rows).toEqual([{ actor: administrator.subject, account: staying.subject, object: former, before }]);
});

test('everything belongs to the account that stays', async () => {
  const uploads = await call<{ id: string }[]>(staying, '/api/fileupload/user');
  expect(JSON.stringify(uploads)).toContain(ids.submitted);
  expect((await api.call(staying, `/api/fileupload/${ids.shared}/members`)).status).toBe(200);
  const { rows } = await api.pool.query<{ published: number; votes: number; downloads: number; tokens: number }>(
    `select
      (select count(*)::int from repository.uploads where owner = $1 and nr is not null) as published,
      (select count(*)::int from repository.votes where expert = $1) as votes,
      (select count(*)::int from repository.download_sessions where subject = $1) as downloads,
      (select count(*)::int from repository.access_tokens where owner = $1) as tokens`,
    [staying.subject],
  );
  expect(rows).toEqual([{ published: 1, votes: 2, downloads: 2, tokens: 0 }]);
  expect((await templatesOf(staying)).map(({ name }) => name)).toEqual([
    marked('mappingtemplate'),
    `${marked('mappingtemplate')} (2)`,
  ]);
  expect(await searchesOf(staying.subject)).toBe(1);
  const data = await ok(api.call(null, `/api/search/data/1/package`));
  expect((await data.arrayBuffer()).byteLength).toBeGreaterThan(0);
});

test('the stronger of two memberships stays, and nobody is a co-author of their own upload', async () => {
  const { rows } = await api.pool.query(
    `select "right", ended_at is null as current from repository.study_members
     where person = $1 and accepted_at is not null and invited_by = $2 order by id`,
    [staying.subject, other.subject],
  );
  expect(rows.filter(({ current }) => current)).toMatchObject([{ right: 'edit' }, { right: 'submit' }]);
  const own = await api.pool.query(
    `select from repository.study_members m join repository.uploads u on u.number = m.upload
     where m.person = u.owner and m.ended_at is null`,
  );
  expect(own.rowCount).toBe(0);
});

test('both drafts of one form are kept, and sessions have ended', async () => {
  const { rows } = await api.pool.query(
    `select object, state, entries from web.drafts where subject = $1 order by object, state`,
    [staying.subject],
  );
  expect(rows).toMatchObject([
    { object: ids.open, state: 'draft', entries: expect.stringContaining(marked('draft')) },
    { object: 'both', state: 'conflict', entries: expect.stringContaining(marked('goingdraft')) },
    { object: 'both', state: 'draft', entries: expect.stringContaining(marked('stayingdraft')) },
  ]);
  expect(await provider.identity.accounts.verify(going.email, password)).toBeNull();
  expect(await provider.identity.accounts.verify(staying.email, password)).not.toBeNull();
});

test('both addresses are told', async () => {
  await provider.settled();
  const told = provider.mails.filter(({ text }) => text.includes('merged two Motothek accounts'));
  expect(told.map(({ to }) => to).sort()).toEqual([staying.email, going.email].sort());
  expect(told[0]?.text).toContain('/info/support');
});

test('whoever logged in with an outside provider reaches the account that stays', async () => {
  const { rows } = await api.pool.query('select account_id from identity.outside_identities');
  expect(rows).toEqual([{ account_id: staying.subject }]);
});

test('nobody votes on what is their own by the name of the other account', async () => {
  const { rows } = await api.pool.query<{ known_as: string[] }>(
    'select known_as from repository.people where subject = $1',
    [staying.subject],
  );
  expect(rows[0]?.known_as).toEqual(expect.arrayContaining([going.email, busyTraits.orcid, staying.email]));
});

test('once the account that stays is deleted, nobody finds the names and addresses of either in the audit', async () => {
  const db = openIdentityStore(api.pool);
  const told = async () => Object.keys(await findInTables(api.pool, { going: going.email, staying: staying.email }));
  expect(await told()).toEqual(expect.arrayContaining(['audit.acts.before', 'audit.acts.after']));
  const { generation } = (await findAccountById(db, staying.subject))!;
  const owner = { id: staying.subject, generation, language: 'en', actor: staying.subject } as const;
  await deleteAccount(
    db,
    personalDataOf(() => api.repository),
    owner,
  );
  expect((await told()).filter((place) => place.startsWith('audit.'))).toEqual([]);
});
