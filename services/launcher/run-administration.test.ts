import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApi, type TestApi } from '../../tests/support/test-api';
import { addUploadAt } from '../../tests/support/ready-uploads';
import { createAccounts } from '../identity/accounts/accounts';
import { createAccountAdministration } from '../identity/accounts/administration';
import { openIdentityStore } from '../identity/store/database';
import { runAdministrationCommand } from './run-administration';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { repository, pool } = api;
  await createAccounts(pool).add({ email: 'eva@example.org', name: 'Eva Muster', password: 'a long password' });
  repository.accounts = createAccountAdministration({ db: openIdentityStore(pool), now: repository.now });
  repository.settingsInForce = [
    { name: 'PORT', value: '3000', isSecret: false, isSet: false },
    { name: 'SMTP_URL', value: null, isSecret: true, isSet: true },
  ];
});
afterAll(() => api.close());

async function run(...given: string[]) {
  let said = '';
  const code = await runAdministrationCommand(given, { ...api.repository, write: (text) => (said += text) });
  return { code, said };
}

test('mails are listed without reader and text, sent again and discarded, which the audit records', async () => {
  const { rows } = await api.pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, output) select 'send-mail', '{"to":"ada@example.org","text":"secret"}',
       'failed', '{"message":"no","code":"550"}' from generate_series(1, 2) returning id`,
  );
  const { said } = await run('mails');
  expect(said).toMatch(/a…@example\.org {2}about a data set {2}since .*, refused {2}550/);
  expect(said).not.toMatch(/ada@|secret/);
  expect(await run('mails', 'send', rows[0]!.id)).toMatchObject({ code: 0 });
  expect(await run('mails', 'discard', rows[1]!.id)).toMatchObject({ code: 0, said: 'The mail is discarded.\n' });
  expect(await run('mails', 'discard', rows[1]!.id)).toMatchObject({ code: 1 });
  const audit = await run('audit');
  const kept = '{"mail":"repository","recipient":"a…@example.org"}';
  expect(audit.said).toContain(`command or server  mail-discarded  ${rows[1]!.id}  ${kept}`);
  expect((await run('audit', 'eva muster')).said).toContain('account-added  eva@example.org');
  expect((await run('audit', 'nobody-has-this')).said).toBe('There are no such acts.\n');
});

test('storage, settings and fixity say what their pages say', async () => {
  await addUploadAt(api, 'described');
  expect((await run('storage')).said).toMatch(/^All accounts: .*; free on the disk: .*\n.* unknown account/);
  expect((await run('settings')).said).toBe('PORT=3000  (default)\nSMTP_URL=(secret)\n');
  expect((await run('fixity')).said).toMatch(/oldest comparison: .*\nNo damaged or missing object was found\.\n$/);
});

test('what is not understood shows how to call it', async () => {
  for (const given of [[], ['nothing'], ['mails', 'burn', '1'], ['storage', 'x'], ['audit', '--page', '0']])
    expect([given, (await run(...given)).code]).toEqual([given, 2]);
  expect(await run('audit', '--page', '9')).toMatchObject({ code: 0 });
});
