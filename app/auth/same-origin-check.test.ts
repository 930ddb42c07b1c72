import { expect, test } from 'vitest';

import { enforceSameOrigin } from './same-origin-check';

const ownOrigin = 'http://localhost:3000';
const options = { ownOrigin, carriesSession: true, verifyToken: (token: string) => token === 'signed' };

function post(headers: Record<string, string>, body = 'a=1', query = ''): Request {
  return new Request(`${ownOrigin}/file-upload${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
}

test('a form from our own page is accepted, one from another site is refused', async () => {
  expect(await enforceSameOrigin(post({ Origin: ownOrigin }), options)).not.toBeNull();
  expect(await enforceSameOrigin(post({ Origin: 'https://evil.example' }), options)).toBeNull();
  expect(await enforceSameOrigin(post({ Origin: 'null' }), options)).toBeNull();
  expect(await enforceSameOrigin(post({ 'Sec-Fetch-Site': 'same-site' }), options)).toBeNull();
});

test('without both headers only the signed token counts, and the body can still be read', async () => {
  const admitted = await enforceSameOrigin(post({}, 'a=1&form-token=signed'), options);
  expect(await admitted?.text()).toBe('a=1&form-token=signed');
  expect(await enforceSameOrigin(post({}, 'a=1&form-token=forged'), options)).toBeNull();
  expect(await enforceSameOrigin(post({}), options)).toBeNull();
});

test('a multipart form has the token in its address, and its body is not read', async () => {
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const request = post(multipart, 'body', '?form-token=signed');
  expect(await enforceSameOrigin(request, options)).toBe(request);
  expect(await enforceSameOrigin(post(multipart), options)).toBeNull();
});

test('reading is allowed, and so is a request without the session cookie', async () => {
  const read = new Request(ownOrigin, { headers: { Origin: 'https://elsewhere.example' } });
  expect(await enforceSameOrigin(read, options)).toBe(read);
  const bearer = post({ Origin: 'https://elsewhere.example' });
  expect(await enforceSameOrigin(bearer, { ...options, carriesSession: false })).toBe(bearer);
});
