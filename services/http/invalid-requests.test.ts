import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Refusal } from '@domain/error-codes';

import { refuseConnect, refuseUnservedMethod } from './request-rules';
import { webListener } from './web-listener';

const origin = 'https://motothek.example';

const refusalOf = ({ code, status }: Refusal) => Response.json({ code }, { status });

let server: Server;
beforeAll(async () => {
  const listen = webListener(origin, ({ url }) => new Response(url));
  server = createServer((request, response) => {
    const problem = request.url?.startsWith('/api/') ? refusalOf : null;
    if (!refuseUnservedMethod(request, response, problem)) listen(request, response);
  }).listen(0, '127.0.0.1');
  refuseConnect(server);
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The response to these lines, read until the connection is closed. */
async function answerTo(...lines: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

test.each(['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'M-SEARCH'])(
  '%s is refused as an unsupported method, with a list of the supported ones',
  async (method) => {
    const target = method === 'CONNECT' ? 'elsewhere.example:443' : '/file-upload.data';
    const answer = await answerTo(`${method} ${target} HTTP/1.1`, 'Host: motothek.example');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain('Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  },
);

test('addresses for programs refuse TRACE with a problem, and all other methods themselves', async () => {
  const traced = await answerTo('TRACE /api/search HTTP/1.1', 'Host: motothek.example');
  expect(traced).toMatch(/^HTTP\/1\.1 405 [^]*\{"code":"method-not-allowed"\}/);
  expect(await answerTo('PROPFIND /api/search HTTP/1.1', 'Host: motothek.example')).toMatch(/^HTTP\/1\.1 200 /);
});

test('an HTTP/1.0 request without a host is treated as one to this site', async () => {
  const answer = await answerTo('GET /healthz HTTP/1.0');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('http://motothek.example/healthz');
});

test.each(['a b', '<x>', 'localhost:99999', '[::', '@/%'])('the host %j is a bad request', async (host) => {
  expect(await answerTo('GET / HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1\.1 400 /);
});
