import { expect, test } from 'vitest';

import type { Keys } from '@domain/secrets';

import { formTokenOf, holdsFormToken } from './form-token';

const key: Keys = [Buffer.alloc(32, 7)];

test('every token of a session is valid for it, and no two are alike', () => {
  const tokens = Array.from({ length: 20 }, () => formTokenOf('a-session', key));
  expect(new Set(tokens).size).toBe(20);
  expect(tokens.every((token) => holdsFormToken(token, 'a-session', key))).toBe(true);
});

test('a token of a previous secret is valid as long as that secret is listed', () => {
  const renewed: Keys = [Buffer.alloc(32, 8), ...key];
  expect(holdsFormToken(formTokenOf('a-session', key), 'a-session', renewed)).toBe(true);
  expect(holdsFormToken(formTokenOf('a-session', renewed), 'a-session', key)).toBe(false);
});

test('a token is not valid for another session or key, and no other text is valid', () => {
  const token = formTokenOf('a-session', key);
  expect(holdsFormToken(token, 'another-session', key)).toBe(false);
  expect(holdsFormToken(token, 'a-session', [Buffer.alloc(32, 8)])).toBe(false);
  for (const text of ['', 'x', token.slice(1), `${token}AAAA`, token.slice(0, 43)]) {
    expect(holdsFormToken(text, 'a-session', key)).toBe(false);
  }
});
