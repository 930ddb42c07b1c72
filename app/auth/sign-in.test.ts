import { expect, test, vi } from 'vitest';

import { answerSignInFailure, SignInFailure } from './sign-in';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test.each([
  ['a provider that cannot be reached', new SignInFailure('settings', { cause: refused }), 1],
  ['a provider set up wrongly', new SignInFailure('settings', { cause: new Error('other issuer') }), 1],
  ['a provider that goes away in between', new SignInFailure('callback', { cause: refused }), 1],
  ['an invalid callback', new SignInFailure('callback', { cause: new Error('invalid_grant') }), 0],
])('%s leads to a page that says so, and is logged if the operator can fix it', (_, failure, times) => {
  const reportError = vi.fn();
  const response = answerSignInFailure({ reportError }, failure);
  expect(response.headers.get('Location')).toBe(`/authentication/login-failed?message=${failure.code}`);
  expect(reportError.mock.calls).toEqual(Array.from({ length: times }, () => [failure]));
});

test('a database outage during a sign-in is not a failure of the sign-in', () => {
  const reportError = vi.fn();
  expect(() => answerSignInFailure({ reportError }, refused)).toThrow(refused);
  expect(reportError).not.toHaveBeenCalled();
});

test('a failure thrown by another copy of the module is recognised by its name', () => {
  const copy = Object.assign(new Error('callback'), { name: 'SignInFailure', code: 'callback' });
  const response = answerSignInFailure({ reportError: vi.fn() }, copy);
  expect(response.headers.get('Location')).toBe('/authentication/login-failed?message=callback');
});
