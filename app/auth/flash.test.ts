import { expect, test } from 'vitest';

import type { Keys } from '@domain/secrets';

import { flashCookie, encodeFlash, readFlash } from './flash';

const key: Keys = [Buffer.alloc(32, 1)];
const seen = (message: Parameters<typeof encodeFlash>[0]) =>
  readFlash(`${flashCookie}=${encodeFlash(message, key)}`, key);

test('a message is shown as it was set, and not at all with another key', () => {
  const message = { kind: 'success' as const, key: 'check:saved', values: { count: 3, fields: 'B/2, „Größe“' } };
  expect(seen(message)).toEqual(message);
  expect(readFlash(`${flashCookie}=${encodeFlash(message, key)}`, [Buffer.alloc(32, 2)])).toBeNull();
});

test('a message that is too long loses its values', () => {
  const message = { kind: 'note' as const, key: 'mapping:saved', values: { name: 'a'.repeat(2000) } };
  expect(seen(message)).toEqual({ kind: 'note', key: 'mapping:saved' });
});
