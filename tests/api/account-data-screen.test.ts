import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { limitResponse } from '../../services/http/limit-response';
import { webListener } from '../../services/http/web-listener';
import { readZip } from '../support/read-zip';
import { createTestApi, person, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/*
 * The download of ‘Everything about me’ with clients that leave or stop reading, over connections.
 */

/** More accounts than exports of which a piece is made at the same time. */
const crowd = ['a', 'b', 'c', 'd', 'e', 'f'].map((subject) => person(subject, `Person ${subject}`, []));
const cookies: string[] = [];
let api: TestApi;
let web: TestWeb;
let server: Server;

beforeAll(async () => {
  // More than connections and streams keep for a client.
  const record = { text: Array.from({ length: 200_000 }, () => Math.random().toString(36)).join('') };
  api = await createTestApi({ recordsElsewhere: async () => ({ drafts: Array.from({ length: 10 }, () => record) }) });
  // As on a busy server, clients can leave between any two steps.
  web = await createTestWeb(api, async (asked) => {
    await pause(10);
    const answer = await api.api.fetch(asked);
    await pause(10);
    return answer;
  });
  const listener = webListener('https://motothek.example', (asked) => web.handle(asked));
  server = createServer((asked, answer) => {
    limitResponse(answer);
    void listener(asked, answer);
  }).listen(0);
  await once(server, 'listening');
  for (const actor of crowd) cookies.push(await web.signIn(actor));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  web.close();
  await api.close();
});

function open(cookie: string) {
  const { port } = server.address() as AddressInfo;
  const headers = { Cookie: cookie, Accept: 'text/html', Host: 'motothek.example' };
  const client = request({ port, path: '/about-me/data', headers });
  client.on('error', () => undefined).on('response', (answer) => answer.on('error', () => undefined));
  client.end();
  return client;
}

async function load(cookie: string) {
  const [answer] = (await once(open(cookie), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test('whoever leaves at any moment can download it again', async () => {
  for (let ms = 0; ms < 100; ms += 5) {
    const clients = cookies.map(open);
    await pause(ms);
    for (const client of clients) client.destroy();
  }
  const begin = async (cookie: string) => {
    const client = open(cookie);
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    client.destroy();
    return answer.statusCode;
  };
  for (const cookie of cookies) await expect.poll(() => begin(cookie)).toBe(200);
});

test('whoever downloads it already is told so on a page, and nobody else waits', async () => {
  const [own = '', ...others] = cookies;
  const stalled = await Promise.all(
    cookies.slice(0, -1).map(async (cookie) => {
      const client = open(cookie);
      const [answer] = (await once(client, 'response')) as [IncomingMessage];
      answer.pause();
      return client;
    }),
  );
  const refused = await load(own);
  expect([refused.status, refused.body.toString()]).toEqual([429, expect.stringContaining('downloading this already')]);
  const { body } = await load(others.at(-1) ?? '');
  expect((await readZip(body)).has('index.html')).toBe(true);
  for (const client of stalled) client.destroy();
});
