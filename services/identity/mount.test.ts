import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import { createIdentity, type Identity } from './identity';

const origin = 'https://motothek.example';
const server = createServer();
let database: TestDatabase;
let identity: Identity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await createIdentity({
    pool: database.pool,
    issuer: `${origin}/identity`,
    origin,
    audience: `${origin}/api`,
    look: { stylesheetHref: '/assets/test.css', logoHref: '/logo.svg', fontHrefs: ['/assets/test.woff2'] },
    client: {
      id: 'motothek-web',
      secret: 'client-secret-of-the-test',
      redirectUris: [`${origin}/authentication/login-callback`],
      postLogoutRedirectUris: [],
    },
    secrets: ['secret-of-the-test'],
    sendMail: async () => {},
    log: () => {},
    addressOf: () => '127.0.0.1',
  });
  server.on('request', (incoming, response) => identity.handler(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await identity.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

/** Sends a request through a proxy that terminates TLS and forwards all headers of the client. */
function ask(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('every address starts with the issuer, whatever Host and forwarding headers say', async () => {
  const forged = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
  const { body } = await ask('/identity/.well-known/openid-configuration', forged);
  expect(JSON.parse(body)).toMatchObject({
    issuer: `${origin}/identity`,
    authorization_endpoint: `${origin}/identity/auth`,
    token_endpoint: `${origin}/identity/token`,
    jwks_uri: `${origin}/identity/jwks`,
    end_session_endpoint: `${origin}/identity/session/end`,
  });
  expect(body).not.toContain('evil');
});

test('on https every cookie is for https only', async () => {
  const { headers } = await ask('/identity/register', {});
  expect(headers['set-cookie']?.length).toBeGreaterThan(0);
  for (const line of headers['set-cookie'] ?? []) expect(line).toMatch(/; secure/i);
});
