import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'sign-in-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const orcid = {
  SIGN_IN_PROVIDERS: 'orcid',
  SIGN_IN_ORCID_ISSUER: 'https://orcid.org',
  SIGN_IN_ORCID_CLIENT_ID: 'APP-1',
  SIGN_IN_ORCID_CLIENT_SECRET: 'a-hidden-secret',
  SIGN_IN_ORCID_LABEL: 'ORCID',
};
const read = (environment: Record<string, string>) =>
  readConfiguration({ DATA_DIR: folder, ...environment }).signInProviders;

test('without a setting there is none, and ORCID needs four variables', () => {
  expect(read({})).toEqual([]);
  expect(read(orcid)).toMatchObject([
    { id: 'orcid', scope: 'openid', orcidClaim: 'sub', clientAuth: 'client_secret_basic', trustsEmail: false },
  ]);
});

test('another provider has groups for roles, and a name in each language', () => {
  const [, university] = read({
    ...orcid,
    SIGN_IN_PROVIDERS: 'orcid, my-university',
    SIGN_IN_MY_UNIVERSITY_ISSUER: 'https://sso.example.org/realms/all',
    SIGN_IN_MY_UNIVERSITY_CLIENT_ID: 'motothek',
    SIGN_IN_MY_UNIVERSITY_CLIENT_SECRET: 'another-secret',
    SIGN_IN_MY_UNIVERSITY_CLIENT_AUTH: 'client_secret_post',
    SIGN_IN_MY_UNIVERSITY_LABEL: 'University',
    SIGN_IN_MY_UNIVERSITY_LABEL_DE: 'Universität',
    SIGN_IN_MY_UNIVERSITY_TRUST_EMAIL: 'on',
    SIGN_IN_MY_UNIVERSITY_ROLES_CLAIM: 'groups',
    SIGN_IN_MY_UNIVERSITY_ROLES_MAP: 'urn:x:motorik:Experts; board chair:Chair;',
  });
  expect(university).toMatchObject({
    label: { en: 'University', de: 'Universität' },
    scope: 'openid profile email',
    clientAuth: 'client_secret_post',
    trustsEmail: true,
    orcidClaim: null,
    roles: new Map([
      ['urn:x:motorik', 'Experts'],
      ['board chair', 'Chair'],
    ]),
  });
});

test.each([
  [{ SIGN_IN_PROVIDERS: 'ORCID' }, 'SIGN_IN_PROVIDERS: must be different names'],
  [{ SIGN_IN_PROVIDERS: 'orcid,orcid' }, 'SIGN_IN_PROVIDERS: must be different names'],
  [{ SIGN_IN_PROVIDERS: 'orcid,other' }, 'SIGN_IN_OTHER_ISSUER: is required for each of SIGN_IN_PROVIDERS'],
  [{ SIGN_IN_ORCID_CLIENT_SECRET: ' ' }, 'SIGN_IN_ORCID_CLIENT_SECRET: is required'],
  [{ SIGN_IN_ORCID_ISSUER: 'http://orcid.org' }, 'SIGN_IN_ORCID_ISSUER: must begin with https://'],
  [{ SIGN_IN_ORCID_CLIENT_AUTH: 'none' }, 'SIGN_IN_ORCID_CLIENT_AUTH: must be client_secret_basic or'],
  [{ SIGN_IN_ORCID_SCOPE: 'email' }, "SIGN_IN_ORCID_SCOPE: must contain 'openid'"],
  [{ SIGN_IN_ORCID_ROLES_CLAIM: 'groups' }, 'SIGN_IN_ORCID_ROLES_CLAIM and SIGN_IN_ORCID_ROLES_MAP: are required'],
  [{ SIGN_IN_ORCID_ROLES_MAP: 'a:Nobody' }, 'SIGN_IN_ORCID_ROLES_MAP: must be pairs like group:role'],
  [{ SIGN_IN_ORCID_ROLES_MAP: 'Experts' }, 'SIGN_IN_ORCID_ROLES_MAP: must be pairs like group:role'],
  [
    { IDENTITY_ISSUER: 'https://id.example.org', IDENTITY_CLIENT_SECRET: 'x' },
    'SIGN_IN_PROVIDERS: is for the provider in this process',
  ],
])('%j is refused, and the message shows no secret', (wrong, message) => {
  const tried = () => read({ ...orcid, ...wrong });
  expect(tried).toThrow(message);
  expect(tried).not.toThrow('a-hidden-secret');
});
