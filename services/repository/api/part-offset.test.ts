import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, bearer } from '../../../tests/support/test-api';
import { openUploadApi, type UploadApi } from '../../../tests/support/upload-calls';
import { limitBody } from '../../http/limit-body';
import { webListener } from '../../http/web-listener';

const megabyte = 1024 * 1024;
const fileBytes = 100 * megabyte;
/** The default limits, but with more time for a busy machine. */
const minute = 60_000;
const patience = { drainBytes: 64 * megabyte, drainMs: minute, lingerMs: 200, slowBytes: 30_000, slowMs: minute };

let api: UploadApi;
let server: Server;
/** Number of connections so far. */
let connections = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  api = await openUploadApi();
  api.repository.settings.maxFileBytes = 10 * fileBytes;
  const listen = webListener('http://127.0.0.1', (asked) => api.api.fetch(asked));
  server = createServer((incoming, outgoing) => {
    limitBody(incoming, outgoing, patience);
    listen(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = minute;
  server.on('connection', () => void (connections += 1));
  await once(server, 'listening');
});
afterAll(async () => {
  agent.destroy();
  server.close();
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

/**
 * Sends a request over the kept connection, with its whole body, as clients do that do not expect an early response.
 */
async function send(method: string, path: string, headers: Record<string, string>, body: Buffer = Buffer.alloc(0)) {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    agent,
    headers: {
      'Tus-Resumable': '1.0.0',
      ...(await bearer(actors.contributor)),
      ...(body.length > 0 ? { 'Content-Length': String(body.length) } : {}),
      ...headers,
    },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = (await buffer(response)).toString();
  if (!outgoing.writableFinished) await once(outgoing, 'finish');
  return { status: response.statusCode, headers: response.headers, text };
}

const patch = (part: string, offset: number, body: Buffer) =>
  send('PATCH', part, { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }, body);

async function begin(): Promise<string> {
  const name = Buffer.from('grip.csv').toString('base64');
  const { status, headers } = await send('POST', '/api/fileupload/resumable/raw', {
    'Upload-Length': String(fileBytes),
    'Upload-Metadata': `filename ${name}`,
  });
  expect(status).toBe(201);
  return new URL(headers.location ?? '', 'http://127.0.0.1').pathname;
}

test.each([1, 20, 60])(
  'a part of %i MB at a wrong offset is refused with 409, and the connection is kept',
  async (megabytes) => {
    const part = await begin();
    expect((await patch(part, 0, Buffer.alloc(megabyte))).status).toBe(204);
    const before = connections;
    for (const offset of [0, 2 * megabyte]) {
      expect((await patch(part, offset, Buffer.alloc(megabytes * megabyte))).status).toBe(409);
    }
    const asked = await send('GET', part, {});
    expect([asked.status, JSON.parse(asked.text)]).toMatchObject([200, { offset: megabyte }]);
    expect((await patch(part, megabyte, Buffer.from('more'))).status).toBe(204);
    expect(connections).toBe(before);
    await send('DELETE', part, {});
  },
);

test('a part at a wrong offset with hundreds of megabytes to come is refused with 409 before they are sent', async () => {
  const part = await begin();
  const { port } = server.address() as AddressInfo;
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: part,
    agent: false,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '5',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(400 * megabyte),
      ...(await bearer(actors.contributor)),
    },
  });
  const closed = once(outgoing, 'close');
  outgoing.on('error', () => undefined);
  const [response] = (await once(outgoing.flushHeaders() ?? outgoing, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(409);
  expect((await buffer(response)).length).toBeGreaterThan(0);
  await closed;
});
