import { describe, expect, test } from 'vitest';

import { isOutage, Outage, outageStatus } from './outage';

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });
const ofStore = (name: string, httpStatusCode: number) =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

describe('an outage is recognised', () => {
  test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOSPC', 'EIO', 'EROFS', 'ESTALE'])(
    'by the system code %s',
    (code) => expect(isOutage(withCode(code))).toBe(true),
  );
  test.each([
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08001',
    '53300',
    '53100',
    '57014',
    '25006',
    '55000',
    '3D000',
    '28P01',
    '28000',
    '42501',
  ])('by the PostgreSQL error %s', (code) => expect(isOutage(withCode(code, 'terminating connection'))).toBe(true));
  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('by the message of a lost connection: %s', (message) => expect(isOutage(new Error(message))).toBe(true));
  test.each([
    ['SlowDown', 503],
    ['InternalError', 500],
    ['TooManyRequests', 429],
    ['ExpiredToken', 400],
    ['AccessDenied', 403],
    ['NoSuchBucket', 404],
  ])('by the object store error %s', (name, status) => expect(isOutage(ofStore(name, status))).toBe(true));
  test('by a temporary error of a mail server, not by a permanent one', () => {
    expect(isOutage(Object.assign(new Error('busy'), { code: 'EENVELOPE', responseCode: 451 }))).toBe(true);
    expect(isOutage(Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode: 550 }))).toBe(false);
  });
  test('by the cause of a failed query, and by the error of any of several addresses', () => {
    expect(isOutage(new Error('Failed query', { cause: withCode('ECONNREFUSED', '') }))).toBe(true);
    expect(isOutage(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
    expect(isOutage(new Outage('The folder is away.'))).toBe(true);
  });
  test('by a full disk of the columnar engine', () => {
    const message = 'IO Error: Could not write file "/spill/1.tmp": No space left on device';
    expect(isOutage(new Error(message))).toBe(true);
  });
});

test('an outage without space has its own status', () => {
  const statusOf = (code: string) => outageStatus(new Error('Failed query', { cause: withCode(code) }));
  expect(['ENOSPC', 'EDQUOT', '53100'].map(statusOf)).toEqual([507, 507, 507]);
  expect(outageStatus(new Error('IO Error: Could not write file "a": No space left on device'))).toBe(507);
  expect(['53300', 'ECONNREFUSED', '42P01'].map(statusOf)).toEqual([503, 503, null]);
});

describe('an error of the request is not an outage', () => {
  test.each([
    new Error('boom'),
    withCode('23505', 'duplicate key'),
    withCode('40001'),
    withCode('ENOENT'),
    ofStore('NotFound', 404),
    new Error('Conversion Error: cell "No space left on device" is no number'),
    'text',
    null,
  ])('%s', (error) => expect(isOutage(error)).toBe(false));
});
