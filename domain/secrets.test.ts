import { expect, test } from 'vitest';

import { deriveKeys, isSignatureOf, seal, signatureOf, unseal } from './secrets';

const previous = deriveKeys(['old secret'], 'test');
const keys = deriveKeys(['new secret', 'old secret'], 'test');
const others = deriveKeys(['new secret', 'old secret'], 'something else');

test('a sealed text opens with the current or a previous key, and only with its label', () => {
  for (const sealed of [seal('Größe', keys, 'row 1'), seal('Größe', previous, 'row 1')]) {
    expect(unseal(sealed, keys, 'row 1')?.toString()).toBe('Größe');
    expect(unseal(sealed, keys, 'row 2')).toBeNull();
    expect(unseal(sealed, others, 'row 1')).toBeNull();
  }
  expect(unseal('', keys)).toBeNull();
});

test('a signature is that of one text with the current or a previous key', () => {
  const signature = signatureOf('text', previous[0]);
  expect(isSignatureOf(signature, 'text', keys)).toBe(true);
  expect(isSignatureOf(signature, 'texts', keys)).toBe(false);
  expect(isSignatureOf(signature, 'text', others)).toBe(false);
  expect(isSignatureOf('', 'text', keys)).toBe(false);
});
