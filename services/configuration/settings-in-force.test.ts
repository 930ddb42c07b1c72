import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readConfiguration } from './configuration';
import { settingsInForce } from './settings-in-force';

const secrets = {
  SESSION_SECRET: 'hidden-hidden-hidden-hidden-hidden-hidden',
  USE_REPORT_SECRET: 'hidden-hidden-hidden-hidden-hidden-hidden',
  IDENTITY_CLIENT_SECRET: 'hidden',
  DEMO_PASSWORD: 'hidden-hidden',
  DATABASE_URL: 'postgresql://motothek:hidden@localhost/motothek',
  SMTP_URL: 'smtp://motothek:hidden@localhost',
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
  expect(JSON.stringify(settings)).not.toContain('hidden');
  for (const name of Object.keys(secrets)) expect(of(name)).toEqual({ name, value: null, isSecret: true, isSet: true });
  expect(of('DATACITE_PASSWORD')).toMatchObject({ isSecret: true, isSet: false });
});

test('an address with credentials is a secret, whatever the setting is called', () => {
  const decided = readConfiguration({ DATA_DIR: dataDir });
  const given = { ANY_ADDRESS: 'https://me:hidden@example.org' };
  const [shown] = settingsInForce(['ANY_ADDRESS'], given, { parsed: {}, decided });
  expect(shown).toEqual({ name: 'ANY_ADDRESS', value: null, isSecret: true, isSet: true });
});
