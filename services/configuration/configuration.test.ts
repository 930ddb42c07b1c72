import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { ConfigurationError, readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an empty environment makes a house on loopback with the demonstration', () => {
  const configuration = readConfiguration({ DATA_DIR: folder });
  expect(configuration).toMatchObject({ host: '127.0.0.1', origin: 'http://localhost:3000', demo: true });
});

test('the generated secret is kept in the data folder', () => {
  const first = readConfiguration({ DATA_DIR: folder }).sessionSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfiguration({ DATA_DIR: folder }).sessionSecret).toBe(first);
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

test('every fault is named in one message', () => {
  const faulty = { PORT: 'abc', TIME_ZONE: 'Mars/Base', SESSION_SECRET: 'short', DATA_DIR: folder };
  expect(() => readConfiguration(faulty)).toThrow(ConfigurationError);
  expect(() => readConfiguration(faulty)).toThrow(/PORT[^]*SESSION_SECRET[^]*TIME_ZONE/);
});

test('an empty variable counts as absent', () => {
  expect(
    readConfiguration({ DATABASE_URL: '', SMTP_URL: ' ', DATA_DIR: folder }).databaseUrl,
  ).toBeUndefined();
});
