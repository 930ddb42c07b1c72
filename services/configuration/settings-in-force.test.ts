import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readConfiguration } from './configuration';
import { settingsInForce } from './settings-in-force';

const secrets = {
  SESSION_SECRET: 'unseen-unseen-unseen-unseen-unseen-unseen',
  USE_REPORT_SECRET: 'unseen-unseen-unseen-unseen-unseen-unseen',
  IDENTITY_CLIENT_SECRET: 'unseen',
  DEMO_PASSWORD: 'unseen-unseen',
  DATABASE_URL: 'postgresql://motothek:unseen@localhost/motothek',
  SMTP_URL: 'smtp://motothek:unseen@localhost',
};
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'motothek-settings-'));
const listed = () => {
  const settings = readConfiguration({ ...secrets, DATA_DIR: dataDir, REVIEW_DAYS: '30' }).settingsInForce;
  return { settings, of: (name: string) => settings.find((setting) => setting.name === name) };
};

test('a setting is shown as it was set, or with its default', () => {
  const { of } = listed();
  expect(of('REVIEW_DAYS')).toEqual({ name: 'REVIEW_DAYS', value: '30', isSecret: false, isSet: true });
  expect(of('PORT')).toEqual({ name: 'PORT', value: '3000', isSecret: false, isSet: false });
  expect(of('ORIGIN')).toMatchObject({ value: 'http://localhost:3000', isSet: false });
  expect(of('BOARD_ASSIGNMENT')).toMatchObject({ value: 'chair', isSet: false });
  expect(of('OPERATOR_NAME')).toMatchObject({ value: null, isSet: false });
});

test('of secrets only whether they are set is said', () => {
  const { settings, of } = listed();
  expect(JSON.stringify(settings)).not.toContain('unseen');
  for (const name of Object.keys(secrets)) expect(of(name)).toEqual({ name, value: null, isSecret: true, isSet: true });
  expect(of('DATACITE_PASSWORD')).toMatchObject({ isSecret: true, isSet: false });
});

test('an address with credentials is a secret, whatever the setting is called', () => {
  const decided = readConfiguration({ DATA_DIR: dataDir });
  const given = { ANY_ADDRESS: 'https://me:unseen@example.org' };
  const [shown] = settingsInForce(['ANY_ADDRESS'], given, { parsed: {}, decided });
  expect(shown).toEqual({ name: 'ANY_ADDRESS', value: null, isSecret: true, isSet: true });
});

test('variables of outside providers are listed with what they decide, whatever the providers are called', () => {
  const keycloak = {
    SIGN_IN_PROVIDERS: 'keycloak',
    SIGN_IN_KEYCLOAK_ISSUER: 'https://id.example.org/realms/one',
    SIGN_IN_KEYCLOAK_CLIENT_ID: 'motothek',
    SIGN_IN_KEYCLOAK_CLIENT_SECRET: 'unseen',
    SIGN_IN_KEYCLOAK_LABEL: 'University',
    SIGN_IN_KEYCLOAK_ROLES_CLAIM: 'groups',
    SIGN_IN_KEYCLOAK_ROLES_MAP: 'adm:Admin',
  };
  const settings = readConfiguration({ ...keycloak, DATA_DIR: dataDir }).settingsInForce;
  const of = (name: string) => settings.find((setting) => setting.name === `SIGN_IN_KEYCLOAK_${name}`);
  expect(of('ROLES_MAP')).toMatchObject({ value: 'adm:Admin', isSecret: false, isSet: true });
  expect(of('ISSUER')).toMatchObject({ value: 'https://id.example.org/realms/one' });
  expect(of('TRUST_EMAIL')).toMatchObject({ value: 'off', isSet: false });
  expect(of('SCOPE')).toMatchObject({ value: 'openid profile email', isSet: false });
  expect(of('CLIENT_SECRET')).toMatchObject({ value: null, isSecret: true, isSet: true });
  expect(JSON.stringify(settings)).not.toContain('unseen');
});

test('whether the demonstration runs is said, and which secrets were generated', () => {
  const shown = (environment: Record<string, string>, name: string) =>
    readConfiguration({ ...environment, DATA_DIR: dataDir }).settingsInForce.find((one) => one.name === name)?.value;
  expect(shown({}, 'DEMO')).toBe('on');
  expect(shown({ ORIGIN: 'https://motothek.example' }, 'DEMO')).toBe('off');
  expect(shown({}, 'SESSION_SECRET')).toBe('generated');
  expect(shown({}, 'IDENTITY_CLIENT_SECRET')).toBe('generated');
  expect(shown(secrets, 'SESSION_SECRET')).toBeNull();
});
