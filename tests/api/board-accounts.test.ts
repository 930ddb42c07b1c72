import { afterAll, beforeAll, expect, test } from 'vitest';

import { expertRole } from '@domain/roles';

import { createAccounts, type Accounts } from '../../services/identity/accounts/accounts';
import { listRoleHolders } from '../../services/identity/store/accounts';
import { listExperts } from '../../services/repository/context/list-experts';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';

let api: TestApi;
let accounts: Accounts;

beforeAll(async () => {
  api = await createTestApi({ roleHolders: listRoleHolders });
  accounts = createAccounts(api.pool);
  for (const name of ['register-doi', 'assign-experts'] as const)
    api.repository.jobs.handle(name, () => Promise.resolve());
  api.repository.jobs.handle('send-mail', (data) => api.repository.mail.send(data));
});
afterAll(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api?.close());

/** Recipients of the mails about a new submission, without its contributor. */
async function askedToVote(): Promise<string[]> {
  api.mails.length = 0;
  await addUploadAt(api, 'submitted');
  await api.settle();
  return api.mails.map(({ to }) => to).filter((to) => to !== actors.contributor.email);
}

test('an account gets the mails of the board from the moment it has the role until it is taken away', async () => {
  const email = 'nora@example.org';
  await accounts.add({ email, name: 'Nora New', password: 'a long password' });
  await accounts.add({ email: 'olaf@example.org', name: 'Olaf Old', password: 'a long password' });
  expect(await askedToVote()).toEqual([]);
  const { id } = await accounts.setRole(email, expertRole);
  expect(await askedToVote()).toEqual([email]);
  expect(await listExperts(api.repository.db, api.repository)).toMatchObject([
    { subject: id, name: 'Nora New', email, language: null, knownAs: expect.arrayContaining([email]) as string[] },
  ]);
  await accounts.removeRole(email, expertRole);
  expect(await askedToVote()).toEqual([]);
});
