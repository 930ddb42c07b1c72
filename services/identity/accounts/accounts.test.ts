import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { onPostgresql, openTestDatabase, type TestDatabase } from '../../../tests/support/test-database';
import { runAccountCommand } from './account-commands';
import { type Accounts, createAccounts } from './accounts';

let database: TestDatabase;
let accounts: Accounts;
let written: string;
/** What is typed at the question of a command. */
let typed: string;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = createAccounts(database.pool);
  await accounts.add({ email: 'kept@example.org', name: 'Kept', password });
});
afterAll(() => database.close());
beforeEach(() => {
  written = '';
  typed = password;
});

const password = 'correct horse battery';
const run = (...given: string[]) =>
  runAccountCommand(given, { accounts, write: (text) => (written += text), readLine: async () => typed });

/** The same accounts, of people of whom nothing else is kept. */
const deletable = (forget = () => Promise.resolve()) =>
  createAccounts(database.pool, { count: () => Promise.reject(new Error('not needed')), forget, goOn: () => {} });

test('adding prints a password that works', async () => {
  expect(await run('add', 'one@example.org', 'Person One', '--role', 'Experts')).toBe(0);
  const given = /^Password: (\S{16})$/m.exec(written)?.[1] ?? '';
  expect(await accounts.verify('One@Example.org', given)).toMatchObject({ name: 'Person One', roles: ['Experts'] });
});

test('a password from the standard input is not printed', async () => {
  expect(await run('add', 'two@example.org', 'Person Two', '--password-stdin')).toBe(0);
  expect(written).not.toContain(password);
  expect(await accounts.verify('two@example.org', password)).not.toBeNull();
  expect(await run('password', 'two@example.org')).toBe(0);
  expect(await accounts.verify('two@example.org', password)).toBeNull();
});

test('roles are added and removed, each once', async () => {
  await accounts.add({ email: 'three@example.org', name: 'Person Three', password });
  await run('role', 'three@example.org', 'Experts');
  expect(await run('role', 'three@example.org', 'Experts')).toBe(0);
  expect((await accounts.find('three@example.org'))?.roles).toEqual(['Experts']);
  expect(await run('role', 'three@example.org', 'Chair')).toBe(0);
  expect((await accounts.find('three@example.org'))?.roles.sort()).toEqual(['Chair', 'Experts']);
  await accounts.add({ email: 'chair@example.org', name: 'Chair', password, roles: ['Chair'] });
  expect(await run('role', 'three@example.org', '--remove', 'Chair')).toBe(0);
  expect(await run('role', 'three@example.org', '--remove', 'Experts')).toBe(0);
  expect((await accounts.find('three@example.org'))?.roles).toEqual([]);
});

test('a role that is no longer known can be removed', async () => {
  const { id } = await accounts.add({ email: 'four@example.org', name: 'Person Four', password });
  await database.pool.query(`update identity.accounts set roles = '{Expertz}' where id = $1`, [id]);
  expect(await run('role', 'four@example.org', '--remove', 'Expertz')).toBe(0);
  expect((await accounts.find('four@example.org'))?.roles).toEqual([]);
});

test('the last chair and the last administrator keep their roles', async () => {
  await accounts.add({ email: 'last@example.org', name: 'Last', password, roles: ['Admin'] });
  expect(await run('role', 'last@example.org', '--remove', 'Admin')).toBe(1);
  expect(written).toContain('This is the last account with the role Admin');
  expect(await run('lock', 'last@example.org')).toBe(1);
  expect(await run('role', 'chair@example.org', '--remove', 'Chair')).toBe(1);
  expect((await accounts.find('last@example.org'))?.lockedAt).toBeNull();
});

test('locking, correcting and ending sessions are commands, and everything is recorded once', async () => {
  const { id } = await accounts.add({ email: 'five@example.org', name: 'Person Five', password });
  expect(await run('lock', 'five@example.org')).toBe(0);
  expect(await run('lock', 'five@example.org')).toBe(0);
  expect(await run('list')).toBe(0);
  expect(written).toContain('five@example.org  Person Five  (no role)  locked');
  expect(await run('unlock', 'five@example.org')).toBe(0);
  expect(await run('name', 'five@example.org', 'Person 5')).toBe(0);
  expect(await run('email', 'five@example.org', 'fifth@example.org')).toBe(0);
  expect(await run('email', 'fifth@example.org', 'kept@example.org')).toBe(1);
  expect(await run('end-sessions', 'fifth@example.org')).toBe(0);
  expect(await accounts.verify('fifth@example.org', password)).toMatchObject({ name: 'Person 5', lockedAt: null });
  const { rows } = await database.pool.query('select act, actor from audit.acts where account = $1 order by id', [id]);
  const recorded = ['account-added', 'locked', 'unlocked', 'corrected', 'corrected', 'sessions-ended'];
  expect(rows).toEqual(recorded.map((act) => ({ act, actor: null })));
});

test('what cannot be recorded is not done', async () => {
  const keys = () => database.pool.query(`select from identity.keys where purpose = 'of the test'`);
  await database.pool.query(`insert into identity.keys (purpose, sealed) values ('of the test', '')`);
  await database.pool.query('alter table audit.acts rename to acts_away');
  const adding = accounts.add({ email: 'unrecorded@example.org', name: 'Nobody', password, roles: ['Admin'] });
  await expect(adding).rejects.toThrow('audit');
  await expect(accounts.forgetSecret()).rejects.toThrow('audit');
  await database.pool.query('alter table audit.acts_away rename to acts');
  expect(await accounts.find('unrecorded@example.org')).toBeNull();
  expect((await keys()).rowCount).toBe(1);
  await accounts.forgetSecret();
  expect((await keys()).rowCount).toBe(0);
});

test('a password that is taken away is recorded as that', async () => {
  const { id } = await accounts.add({ email: 'without@example.org', name: 'Without', password });
  await accounts.removePassword('without@example.org');
  await accounts.removePassword('without@example.org');
  const { rows } = await database.pool.query('select act from audit.acts where account = $1 order by id', [id]);
  expect(rows).toEqual([{ act: 'account-added' }, { act: 'password-removed' }]);
});

test('the list names every account with its roles', async () => {
  expect(await run('list')).toBe(0);
  expect(written).toContain('kept@example.org  Kept  (no role)');
  expect(written).toContain('one@example.org  Person One  (Experts)');
});

test.each([
  [['add', 'no address', 'Name'], 1, 'This is not an e-mail address.'],
  [['add', 'Kept@Example.org', 'Name'], 1, 'There is already an account with this e-mail address.'],
  [['role', 'nobody@example.org', 'Experts'], 1, 'There is no account with this e-mail address.'],
  [['role', 'kept@example.org', 'Expertz'], 1, 'There is no role with this name. Known roles: Experts, Chair, Admin.'],
  [['role', 'kept@example.org', 'experts'], 1, 'There is no role with this name.'],
  [['add', 'six@example.org', 'Person Six', '--role', 'Expertz'], 1, 'There is no role with this name.'],
  [['add', 'six@example.org', 'Person Six', '--role'], 2, 'npm run account -- list'],
  [['password', 'kept@example.org', '--password-stdn'], 2, 'npm run account -- list'],
  [['delete', 'kept@example.org', '--dry-run'], 2, 'npm run account -- list'],
  [['lock', 'kept@example.org', '--yes'], 2, 'npm run account -- list'],
  [['role', 'kept@example.org', 'Experts', '--remove', 'Chair'], 2, 'npm run account -- list'],
  [['role', 'kept@example.org', '--role', 'Experts'], 2, 'npm run account -- list'],
  [['password', 'nobody@example.org'], 1, 'There is no account with this e-mail address.'],
  [['remove', 'kept@example.org'], 2, 'npm run account -- list'],
  [[], 2, 'npm run account -- list'],
])('%j is refused with a message', async (given, code, text) => {
  expect(await run(...given)).toBe(code);
  expect(written).toContain(text);
});

test('a command that is not understood changes nothing', async () => {
  expect(await accounts.verify('kept@example.org', password)).toMatchObject({ roles: [], lockedAt: null });
});

test('a deletion shows the account and asks first', async () => {
  const deleting = deletable();
  await accounts.add({ email: 'gone@example.org', name: 'Person Gone', password });
  const remove = (...more: string[]) =>
    runAccountCommand(['delete', 'gone@example.org', ...more], {
      accounts: deleting,
      write: (text) => (written += text),
      readLine: async () => typed,
    });
  // Without a terminal nothing is typed, and a script has to notice.
  for (typed of ['no', '']) expect(await remove()).toBe(1);
  expect(written).toContain('gone@example.org  Person Gone  (no role)');
  expect(written).toContain('Nothing was changed. To confirm it, type yes or give --yes.');
  expect(await accounts.find('gone@example.org')).not.toBeNull();
  typed = 'yes';
  expect(await remove()).toBe(0);
  expect(await accounts.find('gone@example.org')).toBeNull();
  typed = '';
  expect(await remove('--yes')).toBe(1);
  expect(written).toContain('There is no account with this e-mail address.');
});

onPostgresql('a deletion', () => {
  test('says that the account has changed, not that there is none', async () => {
    await accounts.add({ email: 'changing@example.org', name: 'Changing', password });
    const change = await database.pool.connect();
    await change.query('begin');
    await change.query(`update identity.accounts set generation = generation + 1 where email = 'changing@example.org'`);
    // Expected before the change is committed: the deletion may be refused before the commit is answered.
    const refusal = expect(deletable().remove('changing@example.org')).rejects.toThrow('account-changed');
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await database.pool.query(isWaiting)).rowCount === 0);
    await change.query('commit');
    change.release();
    await refusal;
    expect(await accounts.find('changing@example.org')).not.toBeNull();
  });
});

test('an owner whose password the command has set gets a mail', async () => {
  await accounts.add({ email: 'told@example.org', name: 'Person Told', password });
  expect(await run('password', 'told@example.org')).toBe(0);
  const { rows } = await database.pool.query(
    `select "order" from identity.waiting_mails where "order" -> 'account' ->> 'email' = 'told@example.org'`,
  );
  const of = (await accounts.find('told@example.org'))?.id;
  const account = { email: 'told@example.org', name: 'Person Told' };
  expect(rows).toEqual([{ order: { kind: 'password-changed', of, account, language: null } }]);
});

test('a mail to a former address about a password that the command has set goes with the account', async () => {
  await accounts.add({ email: 'old@example.org', name: 'Olga Old', password });
  expect(await run('password', 'old@example.org')).toBe(0);
  expect(await run('email', 'old@example.org', 'new@example.org')).toBe(0);
  await deletable().remove('new@example.org');
  const left = await database.pool.query(
    `select from identity.waiting_mails where "order"::text like '%"old@example%'`,
  );
  expect(left.rowCount).toBe(0);
});

test('a short password is refused', async () => {
  await expect(accounts.add({ email: 'x@example.org', name: 'X', password: 'short' })).rejects.toThrow(
    'password-invalid',
  );
  await expect(accounts.setPassword('kept@example.org', 'short')).rejects.toThrow('password-invalid');
});

test('invisible characters in an e-mail address make no difference', async () => {
  const added = await accounts.add({ email: 'ei\u200Bght@example.org', name: 'Person Eight', password });
  expect(added.email).toBe('eight@example.org');
  expect((await accounts.find('eig\u00ADht@example.org'))?.id).toBe(added.id);
  await expect(accounts.add({ email: 'e\uFEFFight@example.org', name: 'X', password })).rejects.toThrow('email-taken');
});
