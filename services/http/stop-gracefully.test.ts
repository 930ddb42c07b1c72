import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { prepareToStop } from './stop-gracefully';

/** Longer than a test may take, so waiting for it fails the test. */
const never = 600_000;

let server: Server;
let agent: Agent;
let closed: number;
let log: string[];
/** The response to /slow, after it was requested. */
let slow: Promise<ServerResponse>;

beforeEach(async () => {
  closed = 0;
  log = [];
  agent = new Agent({ keepAlive: true });
  let begin: (response: ServerResponse) => void;
  slow = new Promise((resolve) => (begin = resolve));
  server = createServer(({ url }, response) => {
    if (url === '/slow') begin(response);
    else response.end('answer');
  });
  // A kept connection stays open until the server closes it.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

function prepare(limits: { stopMs: number; stopPauseMs: number }) {
  const add = (text: string) => void log.push(text);
  return prepareToStop(server, { ...limits, close: async () => void (closed += 1), log: { info: add, warn: add } });
}

function port(): number {
  return (server.address() as AddressInfo).port;
}

function ask(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: port(), path, agent }, resolve).once('error', reject).end();
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  return Buffer.concat(await answer.toArray()).toString();
}

test('idle connections are closed at once, others after their response', async () => {
  const { stop, hasBegun } = prepare({ stopMs: never, stopPauseMs: 0 });
  const first = await Promise.all(Array.from({ length: 20 }, () => ask('/')));
  await Promise.all(first.map(textOf));
  const answer = ask('/slow');
  const response = await slow;
  expect(hasBegun()).toBe(false);
  const stopped = stop();
  expect(hasBegun()).toBe(true);
  response.end('late answer');
  expect((await answer).headers.connection).toBe('close');
  expect(await textOf(await answer)).toBe('late answer');
  await stopped;
  expect({ closed, log }).toEqual({ closed: 1, log: [] });
});

test('a connection is closed after a response that had already started', async () => {
  const { stop } = prepare({ stopMs: never, stopPauseMs: 0 });
  const answer = ask('/slow');
  const response = await slow;
  response.write('first half, ');
  const { headers } = await answer;
  expect(headers.connection).toBe('keep-alive');
  const stopped = stop();
  response.end('second half');
  expect(await textOf(await answer)).toBe('first half, second half');
  await stopped;
});

test('a connection that was opened in advance does not delay the stop', async () => {
  const { stop } = prepare({ stopMs: never, stopPauseMs: 0 });
  const connection = connect(port(), '127.0.0.1');
  await Promise.all([once(connection, 'connect'), once(server, 'connection')]);
  connection.resume();
  await stop();
  expect(closed).toBe(1);
});

test('during the pause new connections are accepted and closed after their response', async () => {
  const { stop, hasBegun } = prepare({ stopMs: never, stopPauseMs: never });
  void stop();
  expect(hasBegun()).toBe(true);
  const answer = await ask('/');
  expect([await textOf(answer), answer.headers.connection]).toEqual(['answer', 'close']);
  expect(server.listening).toBe(true);
});

test('requests that still run at the limit are cut off, and their number is logged', async () => {
  const { stop } = prepare({ stopMs: 1, stopPauseMs: 0 });
  const answer = ask('/slow');
  await slow;
  const [cut] = await Promise.allSettled([answer, stop()]);
  expect(cut).toMatchObject({ status: 'rejected', reason: { code: 'ECONNRESET' } });
  expect(log).toEqual([expect.stringContaining('1 running requests are cut off')]);
  expect(closed).toBe(1);
});
