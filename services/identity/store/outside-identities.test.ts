import { afterAll, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { findAccountById, insertAccount, listRoleHolders, type AccountRow } from './accounts';
import { openIdentityStore } from './database';
import {
  keepPossibleRoles,
  linkIdentity,
  listIdentities,
  renewIdentity,
  takeUnrenewedRoles,
  unlinkIdentity,
} from './outside-identities';
import type { OutsidePerson } from './outside-person';
import { confirmApp, placeOfFactor } from './second-factors';

const database = await openTestDatabase();
const db = openIdentityStore(database.pool);
afterAll(() => database.close());

const issuers = ['https://one.example', 'https://two.example'] as const;
const change = { label: 'One', language: 'en' as const, now: new Date() };
let account: AccountRow;
let people = 0;

const personAt = (issuer: string, roles: string[] = []): OutsidePerson => ({
  provider: 'one',
  issuer,
  subject: `subject-${people}`,
  email: '',
  isEmailVerified: false,
  name: '',
  orcid: null,
  roles,
  usedSecondFactor: false,
});
const rolesNow = async () => (await findAccountById(db, account.id))?.roles;

beforeEach(async () => {
  const id = `account-${++people}`;
  account = (await insertAccount(db, { id, email: `${id}@example.org`, name: 'A', passwordHash: '', roles: [] }))!;
});

test('an identity belongs to one account, whoever links it at once', async () => {
  const others = [account];
  for (const each of ['a', 'b', 'c']) {
    const id = `${account.id}-${each}`;
    others.push((await insertAccount(db, { id, email: `${id}@x.org`, name: 'A', passwordHash: '', roles: [] }))!);
  }
  const link = (each: AccountRow) => linkIdentity(db, { account: each, person: personAt(issuers[0]), ...change });
  const linked = await Promise.all(others.map(link));
  expect(linked.filter(Boolean)).toHaveLength(1);
});

test('of two ways to log in that are removed at once, one stays', async () => {
  for (const issuer of issuers) await linkIdentity(db, { account, person: personAt(issuer), ...change });
  const own = await listIdentities(db, account.id);
  const outcomes = await Promise.all(
    own.map(({ id }) => unlinkIdentity(db, { account, id, usable: issuers, ...change })),
  );
  expect(outcomes.sort()).toEqual(['done', 'last']);
});

test('an identity of a provider that is no longer offered is not a way to log in', async () => {
  for (const issuer of issuers) await linkIdentity(db, { account, person: personAt(issuer), ...change });
  const own = await listIdentities(db, account.id);
  const [first, second] = issuers.map((issuer) => own.find((each) => each.issuer === issuer));
  const unlink = (id: string) => unlinkIdentity(db, { account, id, usable: [issuers[0]], ...change });
  expect(await unlink(first!.id)).toBe('last');
  expect(await unlink(second!.id)).toBe('done');
  expect(await unlink(second!.id)).toBe('not-found');
});

test('roles of several providers add up, and end with their provider or its map', async () => {
  await linkIdentity(db, { account, person: personAt(issuers[0], ['Experts']), ...change });
  await linkIdentity(db, { account, person: personAt(issuers[1], ['Chair', 'Experts']), ...change });
  expect(await rolesNow()).toEqual(['Chair', 'Experts']);
  expect((await listRoleHolders(db)).filter(({ subject }) => subject === account.id)).toHaveLength(1);
  const both = new Map([
    ['a', 'Experts'],
    ['b', 'Chair'],
  ]);
  await keepPossibleRoles(db, [
    { issuer: issuers[0], roles: both },
    { issuer: issuers[1], roles: both },
  ]);
  expect(await rolesNow()).toEqual(['Chair', 'Experts']);
  await keepPossibleRoles(db, [
    { issuer: issuers[0], roles: new Map() },
    { issuer: issuers[1], roles: new Map([['a', 'Experts']]) },
  ]);
  expect(await rolesNow()).toEqual(['Experts']);
  await keepPossibleRoles(db, []);
  expect(await rolesNow()).toEqual([]);
  await renewIdentity(db, personAt(issuers[1], ['Chair']), new Date());
  expect(await rolesNow()).toEqual(['Chair']);
});

test('roles of an identity end some time after its last login, and come back with the next one', async () => {
  const person = personAt(issuers[0], ['Experts']);
  await linkIdentity(db, { account, person, ...change });
  await takeUnrenewedRoles(db, new Date(change.now.getTime() - 1));
  expect(await rolesNow()).toEqual(['Experts']);
  await takeUnrenewedRoles(db, new Date(change.now.getTime() + 1));
  expect(await rolesNow()).toEqual([]);
  await renewIdentity(db, person, new Date());
  expect(await rolesNow()).toEqual(['Experts']);
});

test('a second factor may be at the account itself, at a provider, or nowhere', async () => {
  expect(await placeOfFactor(db, account.id)).toBe('none');
  await linkIdentity(db, { account, person: personAt(issuers[0]), ...change });
  expect(await placeOfFactor(db, account.id)).toBe('provider');
  await confirmApp(
    db,
    { account, language: 'en', now: new Date() },
    { secret: 'sealed', step: 1, codeHashes: ['hash of a code'] },
  );
  expect(await placeOfFactor(db, account.id)).toBe('own');
  expect(await placeOfFactor(db, 'nobody')).toBe('none');
});
