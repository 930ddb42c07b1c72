import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'motothek-issuer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (environment: Record<string, string>) => readConfiguration({ DATA_DIR: folder, ...environment });

const keycloak = { IDENTITY_ISSUER: 'https://id.example.org/realms/one', IDENTITY_CLIENT_SECRET: 'a-hidden-secret' };
const apart = { REPOSITORY_URL: 'http://localhost:3001/', IDENTITY_CLIENT_SECRET: 'a-hidden-secret' };

test('the provider that comes with Motothek has the address of the site', () => {
  const ours = { issuer: 'http://localhost:3000/identity', isOutside: false, audience: 'http://localhost:3000/api' };
  for (const issuer of ['', 'http://localhost:3000/identity', 'http://localhost:3000/identity/'])
    expect(read({ IDENTITY_ISSUER: issuer }).identity).toMatchObject({ ...ours, internalUrl: undefined });
  expect(read(apart).identity).toMatchObject({ ...ours, internalUrl: 'http://localhost:3001/identity' });
});

test('an outside provider decides audience, roles and pages by settings', () => {
  expect(read(keycloak).identity).toMatchObject({
    issuer: keycloak.IDENTITY_ISSUER,
    isOutside: true,
    audience: 'http://localhost:3000/api',
    resource: 'http://localhost:3000/api',
    roleClaim: { claim: 'role', roles: null },
    accountPages: {},
  });
  const set = read({
    ...keycloak,
    IDENTITY_INTERNAL_URL: 'http://keycloak:8080/realms/one',
    IDENTITY_AUDIENCE: 'motothek-api',
    IDENTITY_ROLES_CLAIM: 'realm_access.roles',
    IDENTITY_ROLES_MAP: 'urn:head:Chair;expert:Experts',
    IDENTITY_ACCOUNT_URL: 'https://id.example.org/realms/one/account?referrer_uri={returnUrl}',
  });
  expect(set.identity).toMatchObject({
    internalUrl: 'http://keycloak:8080/realms/one',
    audience: 'motothek-api',
    resource: null,
    roleClaim: {
      claim: 'realm_access.roles',
      roles: new Map([
        ['urn:head', 'Chair'],
        ['expert', 'Experts'],
      ]),
    },
    accountPages: { profile: 'https://id.example.org/realms/one/account?referrer_uri={returnUrl}' },
  });
  const shown = (name: string) => set.settingsInForce.find((setting) => setting.name === name)?.value;
  expect(shown('IDENTITY_ROLES_MAP')).toBe('urn:head:Chair;expert:Experts');
  expect(shown('IDENTITY_AUDIENCE')).toBe('motothek-api');
  expect(shown('IDENTITY_CLIENT_SECRET')).toBeNull();
});

test('settings in force say what holds without a setting', () => {
  const { settingsInForce } = read(apart);
  const shown = (name: string) => settingsInForce.find((setting) => setting.name === name)?.value;
  expect(shown('IDENTITY_ISSUER')).toBe('http://localhost:3000/identity');
  expect(shown('IDENTITY_INTERNAL_URL')).toBe('http://localhost:3001/identity');
  expect(shown('IDENTITY_AUDIENCE')).toBe('http://localhost:3000/api');
  expect(shown('IDENTITY_ROLES_CLAIM')).toBe('role');
});

test('an API process needs no client secret of an outside provider', () => {
  const { IDENTITY_ISSUER } = keycloak;
  expect(read({ IDENTITY_ISSUER, ROLE: 'api,worker' }).identity.clientSecret).toBeUndefined();
});

test.each([
  [{ ...keycloak, IDENTITY_CLIENT_SECRET: '' }, 'IDENTITY_CLIENT_SECRET: is required with IDENTITY_ISSUER'],
  [{ ...apart, IDENTITY_CLIENT_SECRET: '' }, 'IDENTITY_CLIENT_SECRET: is required with REPOSITORY_URL, the same as'],
  [{ ...keycloak, IDENTITY_ISSUER: 'id.example.org' }, 'IDENTITY_ISSUER: is not an address'],
  [
    { ...keycloak, IDENTITY_ISSUER: 'https://id.example.org/?a' },
    'IDENTITY_ISSUER: must not have credentials, a query',
  ],
  [{ ...keycloak, IDENTITY_INTERNAL_URL: 'http://me:x@keycloak' }, 'IDENTITY_INTERNAL_URL: must not have credentials'],
  [{ ...keycloak, IDENTITY_INTERNAL_URL: 'ldap://keycloak' }, 'IDENTITY_INTERNAL_URL: is not an address'],
  [{ ...keycloak, IDENTITY_ACCOUNT_URL: '/account' }, 'IDENTITY_ACCOUNT_URL: is not an address'],
  [{ ...keycloak, IDENTITY_REGISTER_URL: 'javascript:alert(1)' }, 'IDENTITY_REGISTER_URL: is not an address'],
  [{ ...keycloak, IDENTITY_ROLES_MAP: 'expert:Expert' }, 'IDENTITY_ROLES_MAP: must be pairs like group:role'],
  [{ ...keycloak, IDENTITY_AUDIENCE: 'motothek-web' }, 'IDENTITY_AUDIENCE: must not be IDENTITY_CLIENT_ID'],
  [{ IDENTITY_AUDIENCE: 'motothek-api' }, 'IDENTITY_AUDIENCE: is for an outside provider, IDENTITY_ISSUER'],
  [{ ...apart, IDENTITY_ROLES_MAP: 'a:Chair' }, 'IDENTITY_ROLES_MAP: is for an outside provider, IDENTITY_ISSUER'],
  [{ IDENTITY_INTERNAL_URL: 'http://keycloak' }, 'IDENTITY_INTERNAL_URL: is for a provider in another process'],
])('%j is refused with the reason, without the secret', (wrong, message) => {
  expect(() => read(wrong)).toThrow(message);
  expect(() => read(wrong)).not.toThrow('a-hidden-secret');
});
