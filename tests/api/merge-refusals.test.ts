import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { formatName } from '@domain/metadata/storage-forms';
import { adminRole, chairRole, expertRole } from '@domain/roles';

import { runAccountCommand } from '../../services/identity/accounts/account-commands';
import { type Account, type Accounts, createAccounts } from '../../services/identity/accounts/accounts';
import { AccountRefusal } from '../../services/identity/accounts/account-refusal';
import {
  type AccountAdministration,
  createAccountAdministration,
} from '../../services/identity/accounts/administration';
import { findAccountById } from '../../services/identity/store/accounts';
import { openIdentityStore } from '../../services/identity/store/database';
import { personalDataOf } from '../../services/launcher/personal-data';
import { personMergingOf } from '../../services/launcher/person-merging';
import type { Actor } from '../../services/repository/context/context';
import { deletePerson } from '../../services/repository/persons/delete-person';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { race } from '../support/race';
import { addUploadAt } from '../support/ready-uploads';
import { actors, administrator } from '../support/test-api';
import { openUploadApi, type UploadApi, uploadForm } from '../support/upload-calls';
import { handlePublication } from '../support/version-calls';

const rounds = 4;

let api: UploadApi;
let accounts: Accounts;
let administration: AccountAdministration;
let count = 0;
let from: Actor;
let into: Actor;

beforeAll(async () => {
  api = await openUploadApi();
  const { repository, pool } = api;
  repository.jobs.handle('assign-experts', () => Promise.resolve());
  handlePublication(api);
  repository.jobs.handle('delete-person', (data, signal) => deletePerson(repository, data, signal));
  const db = openIdentityStore(pool);
  const merging = personMergingOf(() => repository);
  accounts = createAccounts(
    pool,
    personalDataOf(() => repository),
    merging,
  );
  administration = createAccountAdministration({ db, now: repository.now, merging });
  repository.accounts = administration;
  // Everybody has an account but the usual actors.
  const usual = Object.values(actors).map((actor) => Object.assign(actor, { generation: 0 }).subject);
  repository.findAccount = async (tx, id) => {
    const account = usual.includes(id) ? { generation: 0, roles: [] } : await findAccountById(tx, id);
    return account && { ...account, factor: 'none' };
  };
  await makeActor([adminRole]);
});
beforeEach(async () => {
  from = await makeActor([]);
  into = await makeActor([]);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

async function makeActor(roles: string[]): Promise<Actor> {
  const email = `person-${(count += 1)}@example.org`;
  const { id } = await accounts.add({ email, name: `Person ${count}`, password: 'a long password' });
  for (const role of roles) await accounts.setRole(email, role);
  const { generation } = (await accounts.find(email))!;
  const actor = { subject: id, name: `Person ${count}`, email, roles, generation };
  await recordPerson(api.repository.db, actor, new Date());
  return actor;
}

async function give(actor: Actor, role: string): Promise<void> {
  const { generation } = await accounts.setRole(actor.email, role);
  Object.assign(actor, { roles: [...actor.roles, role], generation });
}

/** Both steps as an administrator takes them. Returns the code of the refusal, null if the accounts are merged. */
async function merge(one = from, other = into, actor = administrator.subject) {
  const preview = await administration.previewMerge(one.subject, other.email, actor);
  if ('refusal' in preview) return preview.refusal;
  const order = { act: 'merge', into: other.subject, version: preview.version } as const;
  return administration.order(one.subject, order, { actor, language: 'en' });
}

async function ownerOf(upload: number): Promise<string> {
  const { rows } = await api.pool.query<{ owner: string }>('select owner from repository.uploads where number = $1', [
    upload,
  ]);
  return rows[0]?.owner ?? '';
}
async function people(subject: string): Promise<number> {
  return (await api.pool.query('select from repository.people where subject = $1', [subject])).rowCount!;
}
async function countOriginals(): Promise<number> {
  const keys: string[] = [];
  for await (const { key } of api.repository.files.list('originals/')) keys.push(key);
  return keys.length;
}
const exists = async (actor: Actor): Promise<Account | null> => accounts.find(actor.email);

test('the same account, a locked one and that of the administrator are refused', async () => {
  expect(await merge(from, from)).toBe('merge-same');
  expect(await merge(from, into, from.subject)).toBe('merge-own');
  await accounts.lock(into.email);
  expect(await merge()).toBe('merge-locked');
  await accounts.unlock(into.email);
  await accounts.lock(from.email);
  expect(await merge()).toBe('merge-locked');
  expect(await merge(from, { ...into, email: 'nobody@example.org' })).toBe('merge-unknown');
  expect([await exists(from), await exists(into)]).not.toContain(null);
});

test('the only chair does not go, unless the other account is one, too', async () => {
  await give(from, chairRole);
  expect(await merge()).toBe('last-chair');
  await give(into, chairRole);
  expect(await merge()).toBeNull();
  expect((await exists(into))?.roles).toEqual([chairRole]);
});

test('the only administrator does not go', async () => {
  const only = await accounts.find('person-1@example.org');
  const actor = { subject: only!.id, name: '', email: only!.email, roles: [] };
  expect(await merge(actor, into)).toBe('last-admin');
});

test('roles of the account that goes are not given silently', async () => {
  await give(from, expertRole);
  expect(await merge()).toBeNull();
  expect((await exists(into))?.roles).toEqual([]);
});

test('accounts that reviewed the same submission are not merged', async () => {
  await give(from, expertRole);
  await give(into, expertRole);
  const upload = await addUploadAt(api, 'submitted');
  expect((await castVote(api, from, upload.id)).status).toBe(200);
  expect((await castVote(api, into, upload.id, { nr: 2 })).status).toBe(200);
  expect(await merge()).toBe('merge-both-reviewed');
});

test.each([
  ['its owner', 'goes'],
  ['its reviewer', 'stays'],
])('an upload and its review do not become those of one person: %s %s', async (_, what) => {
  const [owner, expert] = what === 'goes' ? [from, into] : [into, from];
  await give(expert, expertRole);
  const upload = await addUploadAt(api, 'submitted', { owner });
  expect((await castVote(api, expert, upload.id)).status).toBe(200);
  expect(await merge()).toBe('merge-reviewed-own');
  expect(await ownerOf(upload.number)).toBe(owner.subject);
});

test('a former co-author of what the other reviews is refused, too', async () => {
  await give(into, expertRole);
  const upload = await addUploadAt(api, 'submitted');
  await api.pool.query(
    `insert into repository.study_members (upload, email, person, "right", invited_by, invited_at, expires_at, accepted_at, ended_at)
     select number, $2, $3, 'read', owner, now(), now(), now(), now() from repository.uploads where number = $1`,
    [upload.number, from.email, from.subject],
  );
  expect((await castVote(api, into, upload.id)).status).toBe(200);
  expect(await merge()).toBe('merge-reviewed-own');
});

test.each(['goes', 'stays'])(
  'what names the person of one account is not reviewed by the other: the expert %s',
  async (what) => {
    const [author, expert] = what === 'stays' ? [from, into] : [into, from];
    await give(expert, expertRole);
    const upload = await addUploadAt(api, 'submitted');
    const [given = '', family = ''] = author.name.split(' ');
    const authors = entry(fieldIds.author, [formatName({ family, given })]);
    const metadata = withEntries(completeMetadata('Named'), authors, entry(fieldIds.orcid, []));
    await api.pool.query(
      'update repository.studies set metadata = $2 where id = (select study from repository.uploads where number = $1)',
      [upload.number, JSON.stringify(metadata)],
    );
    expect((await castVote(api, expert, upload.id)).status).toBe(200);
    expect(await merge()).toBe('merge-reviewed-own');
  },
);

test('nobody gets the data of others by merging their account into the own one', async () => {
  expect(await merge(from, into, into.subject)).toBe('merge-own');
});

test('the name and the address of an account that has never called are kept, and its invitations can be accepted', async () => {
  const email = `never-${(count += 1)}@example.org`;
  const { id } = await accounts.add({ email, name: 'Zacharias Neverwas', password: 'a long password' });
  const upload = await addUploadAt(api, 'submitted');
  await api.pool.query(
    `insert into repository.study_members (upload, email, "right", invited_by, invited_at, expires_at, link_hash)
     select number, $2, 'read', owner, now(), now() + interval '1 day', 'hash of a link' from repository.uploads where number = $1`,
    [upload.number, email],
  );
  expect(await merge({ subject: id, name: '', email, roles: [] })).toBeNull();
  const known = await api.pool.query('select known_as from repository.people where subject = $1', [into.subject]);
  expect(known.rows[0]).toMatchObject({ known_as: expect.arrayContaining(['Zacharias Neverwas', email]) as unknown });
  const invited = await api.pool.query('select email from repository.study_members where upload = $1', [upload.number]);
  expect(invited.rows).toEqual([{ email: into.email }]);
});

test('the command asks before it merges, and says why it does not', async () => {
  let written = '';
  const run = (answer: string, ...given: string[]) =>
    runAccountCommand(['merge', ...given], {
      accounts,
      write: (text) => (written += text),
      readLine: () => Promise.resolve(answer),
    });
  expect(await run('no', from.email, into.email)).toBe(1);
  expect(written).toContain(`Goes:  ${from.email}`);
  expect(written).toContain('Nothing was changed.');
  expect(await exists(from)).not.toBeNull();
  expect(await run('', from.email, 'nobody@example.org', '--yes')).toBe(1);
  expect(written).toContain('There is no account with the address that stays.');
  expect(await run('', from.email, from.email, '--yes')).toBe(1);
  expect(await run('', from.email)).toBe(2);
  expect(await run('yes', from.email, into.email)).toBe(0);
  expect(written).toContain(`Everything of ${from.email} now belongs to ${into.email}`);
  expect(await exists(from)).toBeNull();
});

test('two administrators who merge the same accounts in both directions end one of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await makeActor([]), await makeActor([])];
    const outcomes = await race([() => merge(one, two), () => merge(two, one)]);
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect([await exists(one), await exists(two)].filter((account) => account === null)).toHaveLength(1);
  }
});

test('a merge beside the deletion of either account ends in one of both orders', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await makeActor([]), await makeActor([])];
    const upload = await addUploadAt(api, 'described', { owner: one });
    const deleted = round % 2 ? one : two;
    const remove = () =>
      accounts.remove(deleted.email).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AccountRefusal) return error.code;
          throw error;
        },
      );
    const [merged, removed] = await race<string | null>([() => merge(one, two), remove]);
    await api.settle();
    expect(merged === null || removed === null).toBe(true);
    if (merged === null) expect(await exists(one)).toBeNull();
    const isGone = removed === null && (deleted === two ? merged === null : true);
    const owner = await ownerOf(upload.number);
    if (isGone) expect(owner).toMatch(/^former:/);
    else expect(owner).toBe(merged === null ? two.subject : one.subject);
    for (const actor of [one, two]) if (!(await exists(actor))) expect(await people(actor.subject)).toBe(0);
  }
});

test('an upload beside a merge belongs to the account that stays, or is refused', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await makeActor([]), await makeActor([])];
    const send = async () => {
      const body = uploadForm([{ name: `race-${round}.csv`, content: `id;sex\n${round};m\n` }]);
      return api.call(one, '/api/fileupload/raw', { method: 'POST', body });
    };
    const [merged, sent] = await race<unknown>([() => merge(one, two), send]);
    const answer = sent as Response;
    expect(merged).toBeNull();
    expect([200, 201, 401]).toContain(answer.status);
    const { rows } = await api.pool.query<{ owner: string }>(
      'select owner from repository.uploads where owner = any($1)',
      [[one.subject, two.subject]],
    );
    expect(rows).toEqual(answer.status === 401 ? [] : [{ owner: two.subject }]);
    expect(await people(one.subject)).toBe(0);
  }
});

test('a file that is still arriving when its account ends is refused, and nobody is stored again', async () => {
  const whole = new Response(uploadForm([{ name: 'slow.csv', content: 'id;sex\nslow;m\n' }]));
  const bytes = new Uint8Array(await whole.clone().arrayBuffer());
  let rest = () => {};
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.slice(0, 60));
      rest = () => {
        controller.enqueue(bytes.slice(60));
        controller.close();
      };
    },
    // Somebody has read the first bytes, so the token was accepted.
    pull: () => begin(),
  });
  const headers = { 'Content-Type': whole.headers.get('Content-Type') ?? '' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  const sent = api.call(from, '/api/fileupload/raw', init);
  await hasBegun;
  const before = await countOriginals();
  expect(await merge()).toBeNull();
  rest();
  expect((await sent).status).toBe(401);
  expect(await countOriginals()).toBeLessThanOrEqual(before);
  expect((await api.call(from, '/api/fileupload/user')).status).toBe(401);
  expect(await people(from.subject)).toBe(0);
});

test('a vote beside a merge never becomes one on an own upload', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await makeActor([]), await makeActor([expertRole])];
    const upload = await addUploadAt(api, 'submitted', { owner: one });
    const [merged, vote] = await race<unknown>([() => merge(one, two), () => castVote(api, two, upload.id)]);
    const status = (vote as Response).status;
    expect([merged, status]).toEqual(merged === null ? [null, 403] : ['merge-reviewed-own', 200]);
  }
});
