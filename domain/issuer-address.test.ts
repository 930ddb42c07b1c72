import { expect, test } from 'vitest';

import { discoveryAddress, serverAddress } from './issuer-address';

const issuer = 'https://id.example.org/realms/one';

test('without an internal address servers use the public one', () => {
  expect(discoveryAddress({ issuer: `${issuer}/` })).toBe(`${issuer}/.well-known/openid-configuration`);
  expect(serverAddress(`${issuer}/token`, { issuer })).toBe(`${issuer}/token`);
});

test.each([
  ['http://keycloak:8080/realms/one', `${issuer}/token`, 'http://keycloak:8080/realms/one/token'],
  ['http://keycloak:8080/realms/one/', 'https://id.example.org/token', 'http://keycloak:8080/token'],
  ['http://keycloak:8080/auth/realms/one', 'https://id.example.org/keys', 'http://keycloak:8080/auth/keys'],
  ['http://other/one-realm', `${issuer}/token`, 'http://other/one-realm/token'],
  ['http://keycloak:8080/realms/one', 'http://keycloak:8080/token', 'http://keycloak:8080/token'],
  ['http://keycloak:8080/realms/one', 'https://id.example.org.evil/token', 'https://id.example.org.evil/token'],
])('at %s, %s is %s', (internalUrl, address, expected) => {
  expect(serverAddress(address, { issuer, internalUrl })).toBe(expected);
});

test('the metadata is asked for at the internal address', () => {
  const internalUrl = 'http://keycloak:8080/realms/one/';
  expect(discoveryAddress({ issuer, internalUrl })).toBe(
    'http://keycloak:8080/realms/one/.well-known/openid-configuration',
  );
});
