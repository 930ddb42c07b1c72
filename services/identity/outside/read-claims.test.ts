import { expect, test } from 'vitest';

import type { SignInProvider } from '../../configuration/sign-in-providers';
import { readClaims } from './read-claims';

const provider: SignInProvider = {
  id: 'outside',
  issuer: 'https://sso.example.org',
  clientId: 'motothek',
  clientSecret: 'secret',
  clientAuth: 'client_secret_basic',
  label: { en: 'Outside', de: 'Außen' },
  scope: 'openid',
  trustsEmail: true,
  orcidClaim: 'eduperson_orcid',
  rolesClaim: 'groups',
  roles: new Map([
    ['motorik-experts', 'Experts'],
    ['board chair', 'Chair'],
  ]),
};
const read = (claims: Record<string, unknown>, more: Partial<SignInProvider> = {}) =>
  readClaims({ ...provider, ...more }, { sub: 'a', ...claims });

test.each([
  [['staff', 'motorik-experts'], ['Experts']],
  ['staff,motorik-experts', ['Experts']],
  ['staff motorik-experts', ['Experts']],
  ['board chair', ['Chair']],
  ['board chair, motorik-experts', ['Chair', 'Experts']],
  [['board chair', 7, null, { name: 'motorik-experts' }], ['Chair']],
  [['Experts', 'Chair', 'MOTORIK-EXPERTS'], []],
  [['staff motorik-experts'], []],
  ['', []],
  [undefined, []],
  [{ 'motorik-experts': true }, []],
])('the groups %j give the roles %j', (groups, roles) => {
  expect(read({ groups }).roles).toEqual(roles);
});

test('groups may be below other claims, or in one whose name has dots', () => {
  const groups = ['motorik-experts'];
  const path = { rolesClaim: 'realm_access.roles' };
  expect(read({ realm_access: { roles: groups } }, path).roles).toEqual(['Experts']);
  expect(read({ 'realm_access.roles': groups }, path).roles).toEqual(['Experts']);
  expect(read({ realm_access: 'roles' }, path).roles).toEqual([]);
  expect(read({}, { rolesClaim: 'constructor.name' }).roles).toEqual([]);
});

test('an address counts as verified only if the provider says so and is believed', () => {
  const email = 'eva@example.org';
  expect(read({ email, email_verified: true })).toMatchObject({ email, isEmailVerified: true });
  expect(read({ email, email_verified: true }, { trustsEmail: false }).isEmailVerified).toBe(false);
  for (const email_verified of [false, 'true', 1, undefined])
    expect(read({ email, email_verified }).isEmailVerified).toBe(false);
  for (const broken of ['no address', 7, null, `${'a'.repeat(400)}@example.org`])
    expect(read({ email: broken, email_verified: true })).toMatchObject({ email: '', isEmailVerified: false });
});

test('an ORCID iD needs its check digit', () => {
  expect(read({ eduperson_orcid: 'https://orcid.org/0000-0002-1825-0097' }).orcid).toBe('0000-0002-1825-0097');
  for (const orcid of ['0000-0002-1825-0098', 'eva', 7]) expect(read({ eduperson_orcid: orcid }).orcid).toBeNull();
});

test.each([
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['hwk', 'fpt'] }, true],
  [{ amr: ['hwk', 'pin', 'user'] }, true],
  [{ amr: ['otp'] }, false],
  [{ amr: ['sms'] }, false],
  [{ amr: ['hwk'] }, false],
  [{ amr: ['face'] }, false],
  [{ amr: ['otp', 'sms'] }, false],
  [{ amr: ['pwd', 'pin', 'pwd', 7] }, false],
  [{ acr: 'https://refeds.org/profile/mfa' }, true],
  [{ amr: ['pwd'] }, false],
  [{ amr: 'mfa', acr: '1' }, false],
  [{}, false],
])('the claims %j tell of a second factor: %s', (claims, usedSecondFactor) => {
  expect(read(claims)).toMatchObject({ usedSecondFactor });
});

test('names become one line, and a subject that cannot be stored is refused', () => {
  expect(read({ name: 'Eva\nMuster' }).name).toBe('Eva Muster');
  expect(read({ given_name: 'Eva', family_name: 'Muster' }).name).toBe('Eva Muster');
  expect(read({ name: 'x'.repeat(500) }).name).toBe('');
  for (const sub of ['', 'a\0b', 'x'.repeat(256), 7]) expect(() => read({ sub })).toThrow();
});
