import { expect, test } from 'vitest';

import { isInvitableEmail, OwnershipOfferSchema } from './co-authors';

test('whoever can have an account can be invited, in any script', () => {
  for (const email of ['name@example.org', 'ümläut.mit@example.org', ' o’neil@bücher.example ']) {
    expect([email, isInvitableEmail(email)]).toEqual([email, true]);
  }
  for (const email of ['', 'name', 'name@example', 'a b@example.org', 'a@b@example.org', 'a\nb@example.org']) {
    expect([email, isInvitableEmail(email)]).toEqual([email, false]);
  }
});

test('invisible characters of a copied address are left out', () => {
  expect(OwnershipOfferSchema.parse({ email: ' na\u200Bme@exam\u00ADple.org\uFEFF' }).email).toBe('name@example.org');
});
