import { expect, test } from 'vitest';

import { formTokenOf, holdsFormToken } from './form-token';

const key = Buffer.alloc(32, 7);

test('every token of a session holds for it, and no two look alike', () => {
  const tokens = Array.from({ length: 20 }, () => formTokenOf('a-session', key));
  expect(new Set(tokens).size).toBe(20);
  expect(tokens.every((token) => holdsFormToken(token, 'a-session', key))).toBe(true);
});

test('no other session, key or text holds', () => {
  const token = formTokenOf('a-session', key);
  expect(holdsFormToken(token, 'another-session', key)).toBe(false);
  expect(holdsFormToken(token, 'a-session', Buffer.alloc(32, 8))).toBe(false);
  for (const text of ['', 'x', token.slice(1), `${token}AAAA`, token.slice(0, 43)]) {
    expect(holdsFormToken(text, 'a-session', key)).toBe(false);
  }
});
