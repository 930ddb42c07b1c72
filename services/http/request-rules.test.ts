import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';

import { redirectToOrigin, setTransportHeaders, useOriginForm } from './request-rules';

/** Headers that a browser gets for `answer` with those of the whole server. */
async function headersOf(origin: string, answer: RequestListener, path = '/'): Promise<Headers> {
  const server = createServer((request, response) => {
    setTransportHeaders(response, origin);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  server.closeAllConnections();
  server.close();
  return headers;
}

const page = { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' };
const answers: Record<string, RequestListener> = {
  'a page of the web app': getRequestListener(() => new Response('page', { headers: page })),
  'a response without a body': getRequestListener(() => new Response(null, { status: 304 })),
  'an error': getRequestListener(() => Promise.reject(new Error('an error of this test'))),
  'a redirect by Node.js': (request, response) => {
    request.headers.host = '127.0.0.1:9';
    redirectToOrigin(request, response, 'http://localhost:3000');
  },
  'a response of the provider': (_, response) => void response.setHeader('Cache-Control', 'no-store').end('{}'),
};

test.each(Object.entries(answers))(
  '%s is sent with nosniff, and on https with Strict-Transport-Security',
  async (_, answer) => {
    const open = await headersOf('http://localhost:3000', answer);
    expect(open.get('X-Content-Type-Options')).toBe('nosniff');
    expect(open.get('Strict-Transport-Security')).toBeNull();
    const secure = await headersOf('https://motothek.example', answer);
    expect(secure.get('X-Content-Type-Options')).toBe('nosniff');
    expect(secure.get('Strict-Transport-Security')).toBe('max-age=31536000');
  },
);

test('how a process is, it tells under every name, and pages under that of the site', async () => {
  const origin = 'http://localhost:3000';
  const answer: RequestListener = (request, response) => {
    if (!redirectToOrigin(request, response, origin)) response.end('of this process');
  };
  const target = async (path: string) => (await headersOf(origin, answer, path)).get('Location');
  for (const path of ['/healthz', '/readyz', '/readyz?from=balancer', '/metrics'])
    expect(await target(path)).toBeNull();
  for (const path of ['/', '/readyz/more', '/file-upload']) expect(await target(path)).toBe(origin + path);
});

test.each([
  ['http://motothek.example/identity/token?a=http://b/', 'motothek.example', '/identity/token?a=http://b/'],
  ['HTTPS://motothek.example:8443', 'motothek.example:8443', '/'],
  ['https://motothek.example?a=b', 'motothek.example', '/?a=b'],
  ['/identity?returnTo=http://b/', 'header.example', '/identity?returnTo=http://b/'],
  ['*', 'header.example', '*'],
])('an address with a host is answered like one without: %s', (sent, host, url) => {
  const request = { url: sent, headers: { host: 'header.example' } } as IncomingMessage;
  useOriginForm(request);
  expect([request.headers.host, request.url]).toEqual([host, url]);
});
