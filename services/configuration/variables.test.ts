import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from './configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

function errorsOf(settings: Record<string, string>): string[] {
  try {
    readConfiguration({ ...settings, DATA_DIR: folder });
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
}

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535'],
  ['PORT', '-1.5', 'must be a whole number from 0 to 65535'],
  ['STATEMENT_SECONDS', 'soon', 'must be a whole number of at least 1'],
  ['STATEMENT_SECONDS', '0', 'must be a whole number of at least 1'],
  ['MAX_FILE_BYTES', 'Infinity', 'must be a whole number of at least 1'],
  ['TABLES_MEMORY_BYTES', '5', 'must be a whole number of at least 268435456'],
  ['ENGINE_PROCESSES', '0', 'must be a whole number from 1 to 64'],
  ['REMINDER_DAYS', '-7,soon', 'must be different whole numbers of days from -365 to 365, like -7,0,7'],
  ['REMINDER_DAYS', '3,3', 'must be different whole numbers of days from -365 to 365, like -7,0,7'],
  ['KEEP_DRAFTS_DAYS', '1e3', 'must be a whole number from 1 to 36500'],
  ['KEEP_JOBS_DAYS', '0x10', 'must be a whole number from 1 to 36500'],
  ['LOG_RETENTION_DAYS', '99999999999999999999', 'must be a whole number from 1 to 36500'],
  ['LOG_RETENTION_DAYS', '0', 'must be a whole number from 1 to 36500'],
  ['STOP_SECONDS', '-1', 'must be a whole number from 0 to 3600'],
  ['STOP_PAUSE_SECONDS', '301', 'must be a whole number from 0 to 300'],
  ['DEMO', 'yes', 'must be on or off'],
  ['LOG_LEVEL', 'all', 'must be debug, info, warn or error'],
  ['LOG_FORMAT', 'xml', 'must be json or text'],
  ['SESSION_SECRET', 'short,no', 'every secret needs at least 32 characters; several are separated by commas'],
  ['DEMO_PASSWORD', 'short', 'needs at least 10 characters'],
  ['DEMO_PASSWORD', 'x'.repeat(201), 'may have at most 200 characters'],
  ['HOST', ' ', 'needs at least 1 character'],
  ['ORIGIN', 'motothek', 'is not an address like https://motothek.example'],
  ['LANGUAGE_CODES_URL', 'ftp://a.example/x', 'is not an address like https://motothek.example'],
  ['OPERATOR_EMAIL', 'nobody', 'is not an e-mail address'],
])('%s=%s is refused with one plain message', (name, value, message) => {
  expect(errorsOf({ [name]: value })).toEqual([`- ${name}: ${message}`]);
});

test('reminders are sent on the named days, in ascending order', () => {
  const days = (text: string) => readConfiguration({ REMINDER_DAYS: text, DATA_DIR: folder }).board.reminderDays;
  expect(days('7, -14,0')).toEqual([-14, 0, 7]);
  expect(days('')).toEqual([-7, 0, 7]);
});

test('an empty number or choice counts as absent', () => {
  const empty = { PORT: '', STOP_SECONDS: ' ', DEMO: '', LOG_LEVEL: '' };
  expect(readConfiguration({ ...empty, DATA_DIR: folder })).toEqual(readConfiguration({ DATA_DIR: folder }));
});
