import { expect, test } from 'vitest';

import { claimAt, ownRoleClaim, rolesIn } from './role-claim';

const keycloak = {
  role: ['Readers'],
  realm_access: { roles: ['offline_access', 'motorik-experts'] },
  resource_access: { motothek: { roles: ['head'] }, 'moto.example.org': { roles: ['Admin'] } },
  'https://example.org/roles': ['Chair'],
};

test.each([
  ['realm_access.roles', ['offline_access', 'motorik-experts']],
  ['resource_access.motothek.roles', ['head']],
  ['resource_access.moto.example.org.roles', ['Admin']],
  ['https://example.org/roles', ['Chair']],
  ['realm_access.groups', undefined],
  ['realm_access.toString', undefined],
  ['role.nothing', undefined],
])('the path %s leads to %j', (path, value) => {
  expect(claimAt(keycloak, path)).toEqual(value);
});

test('without a map the claim names our roles; with one, nothing else does', () => {
  expect(rolesIn(keycloak, ownRoleClaim)).toEqual(['Readers']);
  expect(rolesIn({ role: 'Experts' }, ownRoleClaim)).toEqual(['Experts']);
  expect(rolesIn({ role: ['', 7, 'Experts\0', 'Chair'] }, ownRoleClaim)).toEqual(['Chair']);
  const roles = new Map([
    ['motorik-experts', 'Experts'],
    ['head', 'Chair'],
  ]);
  expect(rolesIn(keycloak, { claim: 'realm_access.roles', roles })).toEqual(['Experts']);
  expect(rolesIn({ realm_access: { roles: ['Experts', 'Admin'] } }, { claim: 'realm_access.roles', roles })).toEqual(
    [],
  );
  expect(rolesIn({ groups: 'head, motorik-experts' }, { claim: 'groups', roles })).toEqual(['Chair', 'Experts']);
  expect(rolesIn({}, { claim: 'groups', roles })).toEqual([]);
});
