import { decodeJwt } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import type { AccountOrder } from '@domain/api/administered-accounts';

import { openProvider } from '../../../tests/support/open-provider';
import { findAccountById } from '../store/accounts';
import { openIdentityStore } from '../store/database';
import { linkIdentity } from '../store/outside-identities';
import { Browser } from '../testing/browser';
import { openSignIn, signInFully, startProvider } from '../testing/running-provider';
import { setUpTwoSteps, signInWithCode } from '../testing/two-steps';

const password = 'correct horse battery';
const { database, provider } = await openProvider();

let admin: string;
let email: string;
let id: string;
let count = 0;

beforeAll(async () => {
  const added = { email: 'admin@example.org', name: 'Ada Admin', password, roles: ['Admin'] };
  admin = (await provider.identity.accounts.add(added)).id;
});
beforeEach(async () => {
  email = `person-${(count += 1)}@example.org`;
  id = (await provider.identity.accounts.add({ email, name: 'A Person', password })).id;
  await provider.settled();
  provider.mails.splice(0);
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

const order = (given: AccountOrder, whose = id) =>
  provider.identity.administration.order(whose, given, { actor: admin, language: 'en' });
const account = async () => (await provider.identity.administration.find(id))!;
const recorded = async () => {
  const { rows } = await database.pool.query<{ act: string }>(
    'select act from audit.acts where account = $1 and actor = $2 order by id',
    [id, admin],
  );
  return rows.map(({ act }) => act);
};

/** Links an outside identity that gives roles, whose mail is not of interest. */
async function giveByProvider(roles: string[]): Promise<void> {
  const db = openIdentityStore(database.pool);
  const owner = (await findAccountById(db, id))!;
  const person = { provider: 'one', issuer: 'https://one.example', subject: id, email, isEmailVerified: true };
  await linkIdentity(db, {
    account: owner,
    person: { ...person, name: '', orcid: null, roles, usedSecondFactor: false },
    ...{ label: 'One', language: 'en', now: new Date() },
  });
  await provider.settled();
  provider.mails.splice(0);
}

test('a locked account cannot log in, and its tokens end at once, also after it is unlocked', async () => {
  const tokens = await signInFully(new Browser(provider.origin), email, password);
  expect(await account()).toMatchObject({ sessions: 1, lockedAt: null, lastSignInAt: expect.any(String) });
  expect(await order({ act: 'lock' })).toBeNull();
  expect(await provider.identity.tokenHolds(tokens.access_token)).toBe(false);

  const browser = new Browser(provider.origin);
  const { page } = await openSignIn(browser);
  const refused = (await browser.submit(page, { email, password })).html;
  expect(refused).toContain('This account is locked.');
  expect(refused).toMatch(/<main[^]*\/info\/support">Support<\/a>[^]*<form id/);
  expect((await browser.submit(page, { email, password: 'a wrong password' })).html).not.toContain('locked');

  expect(await order({ act: 'unlock' })).toBeNull();
  expect(await provider.identity.tokenHolds(tokens.access_token)).toBe(false);
  const again = await signInFully(new Browser(provider.origin), email, password);
  expect(decodeJwt(again.access_token).sub).toBe(id);
  await provider.settled();
  expect(provider.mails.map(({ to, text }) => [to, /no longer locked|has locked/.exec(text)?.[0]])).toEqual([
    [email, 'has locked'],
    [email, 'no longer locked'],
  ]);
});

test('somebody whose language is unknown gets mails in both, also by command', async () => {
  const { accounts, administration } = provider.identity;
  expect(await administration.order(id, { act: 'lock' }, { actor: admin, language: null })).toBeNull();
  await accounts.unlock(email);
  expect(await administration.order(id, { act: 'mail-password' }, { actor: admin, language: null })).toBeNull();
  await provider.settled();
  const subject = 'Your Motothek account was changed / Ihr Konto bei der Motothek wurde geändert';
  expect(provider.mails).toMatchObject([
    { to: email, subject, text: expect.stringMatching(/has locked[^]+---[^]+gesperrt/) },
    { to: email, subject, text: expect.stringMatching(/no longer locked[^]+---[^]+nicht mehr gesperrt/) },
    { to: email, text: expect.stringMatching(/token=[^]+---[^]+token=/) },
  ]);
  // One token, in links that open in the language of their part.
  const [link = '', other = ''] = provider.mails[2]!.text.match(/token=\S+/g)!;
  expect([link, other].map((each) => each.slice(-12))).toEqual(['&language=en', '&language=de']);
  expect(link.slice(0, -12)).toBe(other.slice(0, -12));
});

test('a locked account gets no mail for a new password, whoever asks', async () => {
  await order({ act: 'lock' });
  expect(await order({ act: 'mail-password' })).toBe('account-locked');
  await provider.settled();
  provider.mails.splice(0);
  const browser = new Browser(provider.origin);
  const page = await browser.open('/identity/forgotten-password');
  await browser.submit(page, { email });
  await provider.settled();
  expect(provider.mails).toEqual([]);
});

test('an act that is pressed twice is done and recorded once', async () => {
  const { generation } = await account();
  for (const twice of [1, 2]) {
    expect(await order({ act: 'add-role', role: 'Experts' }), String(twice)).toBeNull();
    expect(await order({ act: 'end-sessions', generation })).toBeNull();
    expect(await order({ act: 'mail-password' })).toBeNull();
  }
  expect(await account()).toMatchObject({ roles: ['Experts'], generation: generation + 1 });
  expect(await recorded()).toEqual(['role-added', 'sessions-ended', 'password-mailed']);
  await provider.settled();
  expect(provider.mails.map(({ subject }) => subject)).toEqual([
    'Your Motothek account was changed',
    'Choose a new password for Motothek',
  ]);
});

test('a link for a new password that is sent here arrives although the owner has asked for three', async () => {
  const browser = new Browser(provider.origin);
  const page = await browser.open('/identity/forgotten-password');
  for (let time = 0; time < 4; time += 1) {
    await browser.submit(page, { email });
    await provider.settled();
  }
  expect(provider.mails.splice(0)).toHaveLength(3);
  expect(await order({ act: 'mail-password' })).toBeNull();
  await provider.settled();
  expect(provider.mails).toMatchObject([{ to: email, subject: 'Choose a new password for Motothek' }]);
  const link = /https?:\S*new-password\S*/.exec(provider.mails[0]?.text ?? '')?.[0] ?? '';
  expect((await browser.open(link)).status).toBe(200);
});

test('sessions that have begun since the page was opened are not called ended', async () => {
  const { generation } = await account();
  await provider.identity.accounts.endSessions(email);
  await signInFully(new Browser(provider.origin), email, password);
  expect(await order({ act: 'end-sessions', generation })).toBe('account-changed');
  expect(await order({ act: 'end-sessions', generation: -1 })).toBe('account-changed');
  expect(await account()).toMatchObject({ sessions: 1 });
  expect(await recorded()).toEqual([]);
  expect(await order({ act: 'end-sessions', generation: generation + 1 })).toBeNull();
  expect(await account()).toMatchObject({ sessions: 0 });
});

test('both addresses are told of a corrected one, and what somebody else has saved is not overwritten', async () => {
  const { version } = await account();
  const corrected = { act: 'correct', name: 'Another Name', email: `new-${email}`, version } as const;
  expect(await order(corrected)).toBeNull();
  expect(await order(corrected)).toBeNull();
  expect(await order({ ...corrected, name: 'A Third Name' })).toBe('account-changed');
  expect(await account()).toMatchObject({ name: 'Another Name', email: `new-${email}` });
  await provider.settled();
  expect(provider.mails.map(({ to }) => to).sort()).toEqual([`new-${email}`, email].sort());
  expect(await recorded()).toEqual(['corrected']);
});

test.each([
  [{ email: 'admin@example.org' }, 'email-taken'],
  [{ email: 'no address' }, 'email-invalid'],
  [{ name: ' ' }, 'name-invalid'],
])('%j is refused', async (wrong, code) => {
  const { name, version } = await account();
  expect(await order({ act: 'correct', name, email, version, ...wrong })).toBe(code);
  expect(await recorded()).toEqual([]);
});

test('the last administrator keeps the role, also if two take it from each other', async () => {
  expect(await order({ act: 'remove-role', role: 'Admin' }, admin)).toBe('last-admin');
  expect(await order({ act: 'lock' }, admin)).toBe('last-admin');
  await order({ act: 'add-role', role: 'Admin' });
  const both = await Promise.all([
    order({ act: 'remove-role', role: 'Admin' }, admin),
    order({ act: 'remove-role', role: 'Admin' }),
  ]);
  expect(both.sort()).toEqual([null, 'last-admin'].sort());
  await provider.identity.accounts.setRole('admin@example.org', 'Admin');
  await order({ act: 'remove-role', role: 'Admin' });
});

test('a role that an outside provider gives is shown, and does not replace the own one of the last administrator', async () => {
  await giveByProvider(['Admin', 'Experts']);
  await order({ act: 'add-role', role: 'Experts' });
  expect(await account()).toMatchObject({ roles: ['Experts'], providerRoles: ['Admin'] });
  // It ends when its holder does not log in for some months.
  expect(await order({ act: 'remove-role', role: 'Admin' }, admin)).toBe('last-admin');
  expect(await order({ act: 'lock' }, admin)).toBe('last-admin');
  expect(await order({ act: 'lock' })).toBeNull();
});

test('the mail about roles names those of outside providers, too', async () => {
  await giveByProvider(['Chair', 'Experts']);
  const rolesTold = async () => {
    await provider.settled();
    return provider.mails.splice(0).flatMap(({ text }) => /roles are now: (.*)\./.exec(text)?.[1] ?? []);
  };
  await order({ act: 'add-role', role: 'Experts' });
  expect(await rolesTold()).toEqual(['Experts, Chair']);
  await order({ act: 'remove-role', role: 'Experts' });
  expect(await rolesTold()).toEqual(['Chair, Experts']);
});

test('the last administrator keeps the own role also if a provider gives it as well', async () => {
  await giveByProvider(['Admin']);
  await order({ act: 'add-role', role: 'Admin' });
  expect(await order({ act: 'remove-role', role: 'Admin' }, admin)).toBeNull();
  expect(await order({ act: 'remove-role', role: 'Admin' })).toBe('last-admin');
  await provider.identity.accounts.setRole('admin@example.org', 'Admin');
  expect(await order({ act: 'remove-role', role: 'Admin' })).toBeNull();
  expect(await account()).toMatchObject({ roles: [], providerRoles: ['Admin'] });
});

test('two-step login of somebody who has lost everything is turned off, recorded once, and told by mail', async () => {
  expect(await account()).toMatchObject({ hasTwoSteps: false });
  const browser = new Browser(provider.origin);
  const { app } = await setUpTwoSteps(browser, provider, { email, password });
  const tokens = await signInWithCode(browser, { email, password, code: app.code() });
  expect(await account()).toMatchObject({ hasTwoSteps: true });
  await provider.settled();
  provider.mails.splice(0);
  for (let press = 0; press < 2; press++) expect(await order({ act: 'remove-two-step' })).toBeNull();
  expect(await account()).toMatchObject({ hasTwoSteps: false });
  expect(await provider.identity.tokenHolds(tokens.access_token)).toBe(false);
  expect(await recorded()).toEqual(['two-step-removed']);
  await provider.settled();
  expect(provider.mails.map(({ to, text }) => [to, text.includes('has turned off the two-step login')])).toEqual([
    [email, true],
  ]);
  await signInFully(new Browser(provider.origin), email, password);
});

test('accounts are found by a part of name or address, in pages', async () => {
  const { administration } = provider.identity;
  const found = await administration.page({ text: 'ADA', page: 1, perPage: 10 });
  expect(found).toMatchObject({ total: 1, accounts: [{ email: 'admin@example.org' }] });
  const all = await administration.page({ text: '', page: 2, perPage: 1 });
  expect(all.accounts).toHaveLength(1);
  expect(all.total).toBeGreaterThan(1);
  expect(await administration.page({ text: '%', page: 1, perPage: 10 })).toMatchObject({ total: 0, accounts: [] });
});

const university = {
  ...({
    id: 'university',
    issuer: 'https://university.example',
    clientId: 'motothek',
    clientSecret: 'a secret',
  } as const),
  ...({ clientAuth: 'client_secret_basic', scope: 'openid', trustsEmail: false, orcidClaim: null } as const),
  ...{ rolesClaim: null, roles: new Map(), label: { en: 'Other University', de: 'Andere Universität' } },
};

test.each([
  ['the password', true, false, /log in with stays-\S+ and its password\.\n/],
  ['the provider', false, true, /log in with Other University\. The account has no password\..*forgotten-password/],
  ['both', true, true, /log in with stays-\S+ and its password, or with Other University\./],
  ['neither', false, false, /has no password\. Choose one here to log in: \S+forgotten-password/],
] as const)('the mail about a merge says how to log in: with %s', async (_, hasPassword, hasLogin, text) => {
  const db = openIdentityStore(database.pool);
  const merging = {
    transaction: db.transaction.bind(db) as typeof db.transaction,
    ...{ lock: async () => {}, conflict: async () => null, give: async () => {} },
  };
  const openOutside = async () => [university];
  const merger = await startProvider(database.pool, undefined, null, { merging, openOutside });
  const stays = await merger.identity.accounts.add({ email: `stays-${email}`, name: 'A Person', password });
  if (!hasPassword)
    await database.pool.query(`update identity.accounts set password_hash = '' where id = $1`, [stays.id]);
  if (hasLogin)
    await linkIdentity(db, {
      // The login moves with the merge.
      account: (await findAccountById(db, id))!,
      person: {
        ...{ provider: university.id, issuer: university.issuer, subject: id, email, isEmailVerified: true },
        ...{ name: '', orcid: null, roles: [], usedSecondFactor: false },
      },
      ...{ label: 'Other University', language: 'en', now: new Date() },
    });
  const { administration } = merger.identity;
  const preview = await administration.previewMerge(id, stays.email, admin);
  if ('refusal' in preview) throw new Error(preview.refusal);
  expect(preview.from.logins).toMatchObject(hasLogin ? [{ provider: university.label, shownAs: email }] : []);
  const given = { act: 'merge', into: stays.id, version: preview.version } as const;
  expect(await administration.order(id, given, { actor: admin, language: 'en' })).toBeNull();
  await merger.settled();
  const told = merger.mails.filter(({ text: each }) => each.includes('merged two'));
  expect(told.map(({ to }) => to).sort()).toEqual([email, stays.email].sort());
  for (const mail of told) expect(mail.text).toMatch(text);
  await merger.close();
});
