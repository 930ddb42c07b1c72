import { expect, test } from 'vitest';

import type { LoadContext } from '../load-context';
import { pageOf, requireExpert, requireUser } from './guards';

const contextOf = (user: LoadContext['user']) => ({ user }) as LoadContext;
const person = { subject: '1', name: 'Eva', email: 'eva@example.org', isExpert: false };

function thrownBy(guard: () => unknown): Response {
  try {
    guard();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
  }
  throw new Error('The guard let the request pass.');
}

test('visitors are redirected to sign-in and back to the page, as a whole document even for script', () => {
  const asked = new Request('http://localhost/my-downloads.data?page=2&_routes=x');
  const { status, headers } = thrownBy(() => requireUser(asked, contextOf(null)));
  expect(status).toBe(302);
  expect(headers.get('Location')).toBe('/authentication/login?returnUrl=%2Fmy-downloads%3Fpage%3D2');
  expect(headers.get('X-Remix-Reload-Document')).toBe('true');
});

test('users who are not experts get the 403 page, not another sign-in', () => {
  const request = new Request('http://localhost/editorial-board');
  expect(thrownBy(() => requireExpert(request, contextOf(person))).status).toBe(403);
  expect(requireExpert(request, contextOf({ ...person, isExpert: true })).isExpert).toBe(true);
});

test('a path that begins with two slashes stays on this site', () => {
  expect(pageOf(new Request('http://localhost//evil.example/x?a=1'))).toBe('/evil.example/x?a=1');
});
