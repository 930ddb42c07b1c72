import { expect, test } from 'vitest';

import { judgeSignatures } from './judge-signatures';

const failed = (error: object) => judgeSignatures(JSON.stringify({ error }), true);

test('only signatures that are there and valid pass', () => {
  const signed = { name: 'busboy', version: '1.6.0' };
  expect(judgeSignatures('{"invalid":[],"missing":[]}', false).isAccepted).toBe(true);
  expect(judgeSignatures(JSON.stringify({ invalid: [], missing: [signed] }), true)).toEqual({
    isAccepted: false,
    text: 'Not signed: busboy@1.6.0',
  });
});

test('a registry that does not answer or has no keys is said and passes', () => {
  expect(failed({ code: 'ENOTFOUND', summary: 'request failed' })).toEqual({
    isAccepted: true,
    text: 'Signatures are not verified: the registry does not answer (ENOTFOUND: request failed).',
  });
  const summary = 'found no dependencies to audit that were installed from a supported registry';
  expect(failed({ summary }).isAccepted).toBe(true);
});

test('every other failure of npm fails, with its reason', () => {
  expect(failed({ code: 'EJSONPARSE', summary: 'Invalid package-lock.json' })).toEqual({
    isAccepted: false,
    text: 'Signatures could not be verified: EJSONPARSE: Invalid package-lock.json.',
  });
  expect(judgeSignatures('', true).isAccepted).toBe(false);
  expect(judgeSignatures('{"invalid":[],"missing":[]}', true).isAccepted).toBe(false);
});
