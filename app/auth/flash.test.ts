import { expect, test } from 'vitest';

import type { Keys } from './cookies';
import { flashCookie, packFlash, readFlash } from './flash';

const key: Keys = [Buffer.alloc(32, 1)];
const seen = (message: Parameters<typeof packFlash>[0]) => readFlash(`${flashCookie}=${packFlash(message, key)}`, key);

test('a message comes with what is said besides, as it was set', () => {
  const message = {
    kind: 'success' as const,
    key: 'check:saved',
    values: { count: 3 },
    also: { key: 'forms:versions.taken', values: { fields: 'B/2, „Größe“', saved: 'um 14:03 Uhr' } },
  };
  expect(seen(message)).toEqual(message);
  expect(readFlash(`${flashCookie}=${packFlash(message, key)}`, [Buffer.alloc(32, 2)])).toBeNull();
});

test('a message that is too long loses its values, and what is said besides only if that is too long', () => {
  const long = { name: 'a'.repeat(2000) };
  const also = { key: 'forms:versions.taken', values: { fields: 'B/2' } };
  const message = { kind: 'note' as const, key: 'mapping:saved', values: long };
  expect(seen({ ...message, also })).toEqual({ kind: 'note', key: 'mapping:saved', also });
  expect(seen({ ...message, also: { key: 'x', values: long } })).toEqual({ kind: 'note', key: 'mapping:saved' });
});
