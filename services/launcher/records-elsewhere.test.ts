import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { recordsElsewhere } from './records-elsewhere';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const at = '2026-11-27T08:00:00Z';
  for (const statement of [
    `insert into identity.accounts values ('me', 'me@example.org', 'me@example.org', 'Me', 'a hash', '{}', 0, '${at}', '${at}', '${at}')`,
    `insert into identity.outside_identities values ('i', 'me', 'https://uni.example', 'sub', 'me@uni', '0000-0002-1825-0097', '{}', '${at}', '${at}')`,
    `insert into identity.artifacts (model, id, payload, account_id) values ('Session', 's', '{"loginTs": 1, "iat": 2}', 'me')`,
    `insert into identity.password_resets values ('hash', 'me', '${at}')`,
    `insert into identity.authenticator_apps values ('me', 'sealed', '${at}', 0)`,
    `insert into identity.passkeys values ('k', 'me', 'My phone', 'key', 0, '{usb}', '${at}', '${at}')`,
    `insert into identity.recovery_codes values ('me', 'one'), ('me', 'two')`,
    `insert into identity.address_confirmations (id, email, email_key, account_id, created_at, expires_at)
      values ('c', 'new@example.org', 'new@example.org', 'me', '${at}', '${at}')`,
    `insert into identity.waiting_mails values ('w', '{"kind": "reset", "email": "me@example.org"}', 0, '${at}', '${at}')`,
    `insert into audit.acts (at, actor, act, account, after) values ('${at}', 'admin', 'role-added', 'me', '{"roles": ["Admin"]}')`,
    `insert into audit.acts (at, actor, act, account, after) values ('${at}', 'me', 'corrected', 'other', '{"name": "Other"}')`,
    // An account of mine was merged into another one, and that into this one.
    `insert into audit.acts (at, actor, act, account, object) values ('${at}', 'admin', 'merged', 'second', 'first'),
      ('${at}', 'admin', 'merged', 'me', 'second')`,
    `insert into audit.acts (at, actor, act, account, before) values ('${at}', 'admin', 'corrected', 'first', '{"name": "I"}'),
      ('${at}', 'first', 'locked', 'other', null)`,
  ]) {
    await database.pool.query(statement);
  }
});
afterAll(() => database.close());

/** Where a column of the identity provider is in the export, as file and member. */
const shown: Record<string, string> = {
  'accounts.id': 'account.id',
  'accounts.email': 'account.email',
  'accounts.name': 'account.name',
  'accounts.roles': 'account.roles',
  'accounts.locked_at': 'account.locked_at',
  'accounts.last_sign_in_at': 'account.last_sign_in_at',
  'accounts.created_at': 'account.created_at',
  'outside_identities.issuer': 'outside-identities.issuer',
  'outside_identities.subject': 'outside-identities.subject',
  'outside_identities.shown_as': 'outside-identities.shown_as',
  'outside_identities.orcid': 'outside-identities.orcid',
  'outside_identities.roles': 'outside-identities.roles',
  'outside_identities.linked_at': 'outside-identities.linked_at',
  'outside_identities.used_at': 'outside-identities.used_at',
  'artifacts.payload': 'logins.created_at',
  'password_resets.expires_at': 'account.password_links_until',
  'authenticator_apps.confirmed_at': 'second-factors.since',
  'passkeys.name': 'second-factors.name',
  'passkeys.transports': 'second-factors.transports',
  'passkeys.created_at': 'second-factors.since',
  'passkeys.last_used_at': 'second-factors.last_used_at',
  'recovery_codes.account_id': 'second-factors.left',
  'address_confirmations.email': 'account.addresses_to_confirm',
  'address_confirmations.created_at': 'account.addresses_to_confirm',
  'address_confirmations.expires_at': 'account.addresses_to_confirm',
  'waiting_mails.order': 'mails.kind',
  'waiting_mails.created_at': 'mails.created_at',
};

/** Secrets and what is made of them, and what only the program needs. */
const leftOut = [
  ...['accounts.email_key', 'accounts.password_hash', 'accounts.generation'],
  ...['outside_identities.id', 'outside_identities.account_id'],
  ...['model', 'id', 'account_id', 'generation', 'grant_id', 'uid', 'expires_at', 'consumed_at'].map(
    (column) => `artifacts.${column}`,
  ),
  ...['password_resets.token_hash', 'password_resets.account_id'],
  ...['authenticator_apps.account_id', 'authenticator_apps.secret', 'authenticator_apps.last_step'],
  ...['passkeys.id', 'passkeys.account_id', 'passkeys.public_key', 'passkeys.counter'],
  'recovery_codes.code_hash',
  ...['id', 'token_hash', 'email_key', 'account_id', 'generation'].map((column) => `address_confirmations.${column}`),
  // Of somebody who has no account yet.
  'address_confirmations.registration',
  ...['id', 'attempts', 'next_attempt_at', 'last_code'].map((column) => `waiting_mails.${column}`),
  // They do not say about whom they are.
  ...['attempts.id', 'attempts.key', 'attempts.at', 'keys.purpose', 'keys.sealed', 'keys.created_at'],
];

test('every column of the identity provider is in the export, or is named as left out', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name as "column" from information_schema.columns
     where table_schema = 'identity'`,
  );
  expect(rows.map(({ column }) => column).sort()).toEqual([...Object.keys(shown), ...leftOut].sort());
});

test('what is in the export says something, and no secret', async () => {
  const found = await recordsElsewhere(drizzle(database.pool), 'me');
  const said = Object.entries(found).flatMap(([file, records]) =>
    records.flatMap((record) =>
      Object.entries(record as object).flatMap(([member, value]) => (value === null ? [] : `${file}.${member}`)),
    ),
  );
  expect(said).toEqual(expect.arrayContaining(Object.values(shown)));
  const whole = JSON.stringify(found);
  for (const secret of ['a hash', 'sealed', '"hash"', '"key"']) expect(whole).not.toContain(secret);
});

test('acts of administrators are in it, also on merged accounts, without whom they concerned or who did them', async () => {
  const { acts } = await recordsElsewhere(drizzle(database.pool), 'me');
  expect(acts).toMatchObject([
    { act: 'role-added', by_you: false, about_you: true, after: { roles: ['Admin'] } },
    { act: 'corrected', by_you: true, about_you: false, after: null },
    { act: 'merged', by_you: false, about_you: true },
    { act: 'merged', by_you: false, about_you: true },
    { act: 'corrected', by_you: false, about_you: true, before: { name: 'I' } },
    { act: 'locked', by_you: true, about_you: false, before: null },
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/Other|other|admin"/);
});

test('somebody without an account has no records', async () => {
  expect(await recordsElsewhere(drizzle(database.pool), 'nobody')).toEqual({});
});
