import { afterAll, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { AccountChanged, type AccountRow, findAccountById, insertAccount, replacePassword } from './accounts';
import { askForConfirmation } from './address-confirmations';
import { openIdentityStore } from './database';
import { linkIdentity, listIdentities, unlinkIdentity } from './outside-identities';
import type { OutsidePerson } from './outside-person';
import { withdrawEmail } from './profile';
import {
  addPasskey,
  confirmApp,
  findSecondFactors,
  removeApp,
  removePasskey,
  replaceCodes,
  useRecoveryCode,
} from './second-factors';

const database = await openTestDatabase();
const db = openIdentityStore(database.pool);
afterAll(() => database.close());

const now = new Date();
let count = 0;
/** As a page has read it, before its owner has set a new password. */
let account: AccountRow;
const change = () => ({ account, language: 'en' as const, now });
const passkeyOf = (name: string) => {
  const passkey = { id: `${name}-${count}`, name, publicKey: 'k', counter: 0, transports: [] };
  return { passkey, codeHashes: [`code-${count}`] };
};
const personOf = (name: string): OutsidePerson => ({
  ...{ provider: 'one', issuer: 'https://one.example', subject: `${name}-${count}`, email: '', isEmailVerified: false },
  ...{ name: '', orcid: null, roles: [], usedSecondFactor: false },
});
const link = (name: string) => ({ account, person: personOf(name), label: 'One', language: 'en' as const, now });
const app = () => ({ secret: 's', step: 1, codeHashes: [] });
const kept = async () => [await findSecondFactors(db, account.id), await listIdentities(db, account.id)];

beforeEach(async () => {
  const id = `account-${++count}`;
  account = (await insertAccount(db, { id, email: `${id}@example.org`, name: 'A', passwordHash: 'h', roles: [] }))!;
  await addPasskey(db, change(), passkeyOf('first'));
  await confirmApp(db, change(), app());
  await linkIdentity(db, link('first'));
});

/** What the owner of an account can do on its pages, besides changing the profile and deleting it. */
const acts = {
  addPasskey: () => addPasskey(db, change(), passkeyOf('second')),
  confirmApp: () => confirmApp(db, change(), { ...app(), secret: 'another' }),
  linkIdentity: () => linkIdentity(db, link('second')),
  removePasskey: () => removePasskey(db, change(), `first-${count}`),
  removeApp: () => removeApp(db, change()),
  replaceCodes: () => replaceCodes(db, change(), ['another']),
  withdrawEmail: async () => {
    const email = `new-${count}@example.org`;
    await askForConfirmation(db, { email, account, language: 'en', now });
    return withdrawEmail(db, account, { email, now });
  },
  useRecoveryCode: () => useRecoveryCode(db, change(), `code-${count}`),
  unlinkIdentity: async () => {
    const [identity] = await listIdentities(db, account.id);
    const usable = ['https://one.example'];
    return unlinkIdentity(db, { account, id: identity!.id, usable, label: 'One', language: 'en', now });
  },
};

test.each(Object.entries(acts))(
  '%s does nothing with an account that has another password by now',
  async (_name, act) => {
    const before = await kept();
    await replacePassword(db, account.id, 'another hash');
    await expect(act()).rejects.toBeInstanceOf(AccountChanged);
    expect(await kept()).toEqual(before);
    account = (await findAccountById(db, account.id))!;
    await act();
  },
);
