import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { afterAll, expect, test } from 'vitest';

import { ConfigurationError, readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an empty environment gives an installation on loopback with the demonstration', () => {
  const configuration = readConfiguration({ DATA_DIR: folder });
  expect(configuration).toMatchObject({ host: '127.0.0.1', origin: 'http://localhost:3000', demo: true });
});

test('the generated secret is kept in the data folder', () => {
  const first = readConfiguration({ DATA_DIR: folder }).sessionSecrets;
  expect(first).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(readConfiguration({ DATA_DIR: folder }).sessionSecrets).toEqual(first);
});

test('several session secrets may be listed, each of them long enough', () => {
  const [fresh, former] = ['n'.repeat(32), 'f'.repeat(40)];
  const read = (SESSION_SECRET: string) => readConfiguration({ DATA_DIR: folder, SESSION_SECRET });
  expect(read(`${fresh}, ${former}`).sessionSecrets).toEqual([fresh, former]);
  expect(() => read(`${fresh},short`)).toThrow(/SESSION_SECRET[^]*every secret needs at least 32 characters/);
  expect(() => read(`${fresh},`)).toThrow(/SESSION_SECRET/);
});

test('off loopback a secret and the origin are required, and the demonstration is off', () => {
  expect(() => readConfiguration({ HOST: '0.0.0.0', DATA_DIR: folder })).toThrow(/SESSION_SECRET[^]*ORIGIN/);
  const configuration = readConfiguration({
    HOST: '0.0.0.0',
    ORIGIN: 'https://motothek.example/',
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: folder,
  });
  expect(configuration).toMatchObject({ demo: false, origin: 'https://motothek.example' });
});

test.each([
  ['http://localhost:4000', true],
  ['http://127.0.0.1:4000', true],
  ['http://[::1]:4000', true],
  ['https://motothek.example', false],
  ['https://localhost.example', false],
])('on loopback behind %s the demonstration is made: %s', (origin, demo) => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) {
    const configuration = readConfiguration({ HOST, ORIGIN: origin, DATA_DIR: folder });
    expect(configuration).toMatchObject({ demo, isPublic: !demo });
  }
});

test.each([
  [{ DATABASE_URL: 'mysql://me:hidden@localhost/x' }, 'DATABASE_URL: must begin with postgresql://'],
  [{ DATABASE_URL: 'me:hidden@localhost/x' }, 'DATABASE_URL: '],
  [{ DATABASE_URL: 'postgresql://me:hid#den/?@localhost:no/x' }, 'DATABASE_URL: is not an address like'],
  [{ SMTP_URL: 'mail.example.org:25' }, 'SMTP_URL: '],
  [{ SMTP_URL: 'https://me:hidden@mail.example.org' }, 'SMTP_URL: must begin with smtp:// or smtps://'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: '],
  [{ STOP_SECONDS: '-1' }, 'STOP_SECONDS: '],
  [{ REQUIRE_SECOND_FACTOR: 'Experts;Chair' }, 'REQUIRE_SECOND_FACTOR: must be roles separated by commas'],
])('%j is refused with a message that does not repeat a password', (settings, message) => {
  const read = () => readConfiguration({ ...settings, DATA_DIR: folder });
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hid/);
});

test('addresses of the database and the mail server are not changed', () => {
  const given = {
    DATABASE_URL: 'postgresql:///motothek?host=/var/run/postgresql',
    SMTP_URL: 'smtps://me:p%40ss@mail.example.org:465?pool=true',
  };
  const { databaseUrl, smtpUrl } = readConfiguration({ ...given, DATA_DIR: folder });
  expect({ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl }).toEqual(given);
});

test('roles that require a second factor are a list, by default empty', () => {
  const read = (roles?: string) => readConfiguration({ REQUIRE_SECOND_FACTOR: roles, DATA_DIR: folder });
  expect(read(' Experts, Chair').requiredFactorRoles).toEqual(['Experts', 'Chair']);
  expect(read().requiredFactorRoles).toEqual([]);
});

test('the values in .env.example are the defaults', () => {
  const example = parseEnv(readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8'));
  // The list for administrators tells which of them are set.
  const read = (given: Record<string, string | undefined>) => ({ ...readConfiguration(given), settingsInForce: null });
  expect(read({ ...example, DATA_DIR: folder })).toEqual(read({ DATA_DIR: folder }));
});

test('one message names all errors', () => {
  const faulty = { PORT: 'abc', TIME_ZONE: 'Mars/Base', SESSION_SECRET: 'short', DATA_DIR: folder };
  expect(() => readConfiguration(faulty)).toThrow(ConfigurationError);
  expect(() => readConfiguration(faulty)).toThrow(/PORT[^]*SESSION_SECRET[^]*TIME_ZONE/);
});

test('the log has the level info and no fixed format by default', () => {
  expect(readConfiguration({ DATA_DIR: folder, LOG_FORMAT: '' }).log).toEqual({ level: 'info' });
  const told = readConfiguration({ DATA_DIR: folder, LOG_LEVEL: 'debug', LOG_FORMAT: 'text' });
  expect(told.log).toEqual({ level: 'debug', format: 'text' });
  expect(() => readConfiguration({ DATA_DIR: folder, LOG_FORMAT: 'xml' })).toThrow(/LOG_FORMAT/);
});

test('an empty variable counts as absent', () => {
  expect(readConfiguration({ DATABASE_URL: '', SMTP_URL: ' ', DATA_DIR: folder }).databaseUrl).toBeUndefined();
});

test('the operator is read line by line; support and accessibility fall back to their address', () => {
  const { operator } = readConfiguration({
    OPERATOR_NAME: 'Example University',
    OPERATOR_ADDRESS: 'Example Street 1 | 12345 Example Town|',
    OPERATOR_EMAIL: 'repository@example.org',
    ACCESSIBILITY_EMAIL: 'access@example.org',
    OPERATOR_PHONE: '',
    DATA_DIR: folder,
  });
  expect(operator).toMatchObject({
    name: 'Example University',
    address: 'Example Street 1\n12345 Example Town',
    supportEmail: 'repository@example.org',
    accessibilityEmail: 'access@example.org',
  });
  expect(operator.phone).toBeUndefined();
  expect(() => readConfiguration({ OPERATOR_EMAIL: 'nobody', DATA_DIR: folder })).toThrow(/OPERATOR_EMAIL/);
});

test('a missing operator is reported at the start, but not on loopback', () => {
  const open = { HOST: '0.0.0.0', ORIGIN: 'https://motothek.example', SESSION_SECRET: 'x'.repeat(32) };
  const notes = (more: Record<string, string>) =>
    readConfiguration({ ...open, TRUSTED_PROXIES: '10.0.0.1', DATA_DIR: folder, ...more }).notes;
  expect(notes({})).toEqual([expect.stringContaining('OPERATOR_NAME and OPERATOR_EMAIL')]);
  expect(notes({ OPERATOR_NAME: 'Example University', OPERATOR_EMAIL: 'a@example.org' })).toEqual([]);
  expect(readConfiguration({ DATA_DIR: folder }).notes).toEqual([]);
});

test('the object store is read from one address, and without it objects are on disk', () => {
  const { objectStore } = readConfiguration({
    OBJECT_STORE_URL: 's3://motothek?endpoint=https://s3.example.org:9000&region=eu-central-1',
    DATA_DIR: folder,
  });
  expect(objectStore).toEqual({ bucket: 'motothek', endpoint: 'https://s3.example.org:9000', region: 'eu-central-1' });
  const store = (address: string) => readConfiguration({ OBJECT_STORE_URL: address, DATA_DIR: folder });
  expect(store('').objectStore).toBeUndefined();
  expect(store('s3://motothek?region=eu-central-1').objectStore?.endpoint).toBeUndefined();
  expect(store('s3://motothek?endpoint=http://127.0.0.1:9000').objectStore?.region).toBe('us-east-1');
});

test.each([
  ['motothek', 'not an address'],
  ['https://motothek.s3.amazonaws.com', 'must begin with s3://'],
  ['s3://key:secret@motothek?region=eu-central-1', 'must not contain credentials'],
  ['s3://Motothek_1?region=eu-central-1', 'not the name of a bucket'],
  ['s3://motothek/folder?region=eu-central-1', 'must not have a path'],
  ['s3://motothek?regoin=eu-central-1', "unknown parameter 'regoin'"],
  ['s3://motothek?endpoint=ftp://s3.example.org', 'not an http address'],
  ['s3://motothek', 'needs a region'],
])('the object store %j is refused', (address, reason) => {
  const read = () => readConfiguration({ OBJECT_STORE_URL: address, DATA_DIR: folder });
  expect(read).toThrow(`OBJECT_STORE_URL: `);
  expect(read).toThrow(reason);
});

test.each([
  ['off', 's3://motothek?region=eu-central-1', null],
  ['on', 's3://motothek?region=eu-central-1', undefined],
  ['on', 's3://motothek?endpoint=http://10.0.0.5:9000', 'http://10.0.0.5:9000'],
  ['https://files.example.org', 's3://motothek?endpoint=http://10.0.0.5:9000', 'https://files.example.org'],
])('with DOWNLOAD_REDIRECTS %s and the store %s browsers get files there', (DOWNLOAD_REDIRECTS, store, expected) => {
  const settings = { DOWNLOAD_REDIRECTS, OBJECT_STORE_URL: store, DATA_DIR: folder };
  const { downloadRedirects } = readConfiguration(settings);
  expect(downloadRedirects).toEqual(expected === null ? null : { endpoint: expected });
});

test.each(['on', 'yes', 'ftp://files.example.org', 'https://files.example.org'])(
  'DOWNLOAD_REDIRECTS %s without a store is refused',
  (value) => {
    expect(() => readConfiguration({ DOWNLOAD_REDIRECTS: value, DATA_DIR: folder })).toThrow('DOWNLOAD_REDIRECTS');
  },
);

test('a web tier alone knows where its files are without the bucket', () => {
  const apart = { REPOSITORY_URL: 'http://localhost:3001/', IDENTITY_CLIENT_SECRET: 'a-hidden-secret' };
  const DOWNLOAD_REDIRECTS = 'https://files.example.org';
  const { downloadRedirects } = readConfiguration({ ...apart, DOWNLOAD_REDIRECTS, DATA_DIR: folder });
  expect(downloadRedirects?.endpoint).toBe(DOWNLOAD_REDIRECTS);
});

const datacite = {
  DATACITE_API_URL: 'https://api.datacite.org/',
  DATACITE_REPOSITORY_ID: 'EXAMPLE.MOTOTHEK',
  DATACITE_PASSWORD: 'correct horse',
  DATACITE_PREFIX: '10.12345',
};
const readAt = (origin: string, account: Record<string, string>) =>
  readConfiguration({ ORIGIN: origin, DATA_DIR: folder, ...account });

test('the DataCite account is read as a whole and turns the demonstration off', () => {
  const configuration = readAt('https://motothek.example', datacite);
  expect(configuration.demo).toBe(false);
  expect(configuration.datacite).toEqual({
    apiUrl: 'https://api.datacite.org',
    repositoryId: 'EXAMPLE.MOTOTHEK',
    password: 'correct horse',
    prefix: '10.12345',
  });
  const endpoint = { ...datacite, DATACITE_API_URL: 'https://api.test.datacite.org/dois' };
  expect(readAt('http://localhost:3000', endpoint).datacite?.apiUrl).toBe('https://api.test.datacite.org');
  expect(readConfiguration({ DATA_DIR: folder })).toMatchObject({ datacite: undefined, demo: true });
});

test('an incomplete account is refused with a message that names what is missing', () => {
  const { DATACITE_PASSWORD, DATACITE_PREFIX } = datacite;
  expect(() => readAt('https://motothek.example', { DATACITE_PASSWORD, DATACITE_PREFIX })).toThrow(
    'DATACITE_API_URL, DATACITE_REPOSITORY_ID: are required with DATACITE_PASSWORD, DATACITE_PREFIX; without any of them, DOIs are test DOIs',
  );
  expect(() => readAt('https://motothek.example', { ...datacite, DATACITE_PASSWORD: ' ' })).toThrow(
    'DATACITE_PASSWORD: is required with DATACITE_API_URL',
  );
});

test('real DOIs are refused if the site is on loopback', () => {
  expect(() => readAt('http://localhost:3000', datacite)).toThrow('set ORIGIN to an address others can reach');
});

test.each([
  [{ DATACITE_API_URL: 'api.datacite.org' }, /DATACITE_API_URL/],
  [{ DATACITE_API_URL: 'http://api.datacite.org' }, /must begin with https/],
  [{ DATACITE_API_URL: 'https://me:secret@api.datacite.org' }, /must not contain credentials/],
  [{ DATACITE_API_URL: 'https://api.datacite.org/?key=1' }, /must not have a query/],
  [{ DATACITE_PREFIX: '10.12345/' }, /is not a prefix like/],
  [{ DATACITE_PREFIX: 'doi:10.12345' }, /is not a prefix like/],
  [{ DATACITE_REPOSITORY_ID: 'EXAMPLE:MOTOTHEK' }, /is not a repository id/],
])('an account with %j is refused', (changed, reason) => {
  const read = () => readAt('https://motothek.example', { ...datacite, ...changed });
  expect(read).toThrow(reason);
  expect(read).not.toThrow(/correct horse|secret/);
});

test('proxies are addresses and ranges; the message names a wrong one, and a missing one is reported', () => {
  const https = { ORIGIN: 'https://motothek.example', DATA_DIR: folder };
  const { trustedProxies, notes } = readConfiguration({ ...https, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 ::1' });
  expect(trustedProxies.check('10.1.2.3')).toBe(true);
  expect(notes.join()).not.toContain('TRUSTED_PROXIES');
  const faulty = ['proxy.local', '10.0.0.0/33', '10.0.0.0/0', '::/0', '::/129', '10.0.0.0/', '::1/8/8', '1.2.3'];
  for (const entry of faulty) {
    expect(() => readConfiguration({ ...https, TRUSTED_PROXIES: `127.0.0.1 ${entry}` })).toThrow(
      `- TRUSTED_PROXIES: '${entry}' is neither an address nor a CIDR range`,
    );
  }
  expect(readConfiguration(https).notes.join()).toContain('TRUSTED_PROXIES');
  expect(readConfiguration({ DATA_DIR: folder }).notes).toEqual([]);
});
