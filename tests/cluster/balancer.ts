import { once } from 'node:events';
import { Agent, createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const healthEveryMs = 500;
const healthTimeoutMs = 2000;
/** Headers that apply to one connection only. */
const hopByHop = ['connection', 'keep-alive'];
/** Marks responses that come from the balancer itself. */
export const balancerHeader = 'x-balancer';

/** An HTTP proxy on loopback in front of several servers. */
export interface Balancer {
  origin: string;
  /** Sets the targets of all further requests. */
  leadTo(ports: number[]): void;
  close(): Promise<void>;
}

interface Target {
  port: number;
  isReady: boolean;
}

/**
 * Sends each request to the next server in turn over kept connections, whoever the client is. A server is skipped while
 * its `GET /readyz` reports that it is not ready, unless none is. If a port is closed, the request goes to the next
 * server, because nothing of it was received. A request that breaks off later gets 502.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let targets: Target[] = [];
  let turn = 0;
  const order = () => {
    turn += 1;
    const inTurn = targets.map((_, at) => targets[(turn + at) % targets.length]!);
    return [...inTurn.filter(({ isReady }) => isReady), ...inTurn.filter(({ isReady }) => !isReady)];
  };
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, agent, order()));
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    for (const target of targets) void askHealth(target);
  }, healthEveryMs);
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (ports) => void (targets = ports.map((port) => ({ port, isReady: true }))),
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server without `/readyz` is ready as long as it responds. */
async function askHealth(target: Target): Promise<void> {
  target.isReady = await new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port: target.port, path: '/readyz', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode !== 503);
    });
    asked.setTimeout(healthTimeoutMs, () => asked.destroy(new Error('too slow')));
    asked.on('error', () => resolve(false));
  });
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, agent: Agent, targets: Target[]): void {
  const [target, ...others] = targets;
  if (!target) return fail(outgoing);
  const { method, url, headers } = incoming;
  const proxied = request({ host: '127.0.0.1', port: target.port, method, path: url, headers: kept(headers), agent });
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    incoming.pipe(proxied);
  };
  proxied.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
  proxied.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, kept(response.headers));
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
    response.on('aborted', () => outgoing.destroy());
  });
  proxied.on('error', () => {
    // Nothing of it was received. A safe request may be sent twice, for example if a kept connection has just ended.
    const isSafe = method === 'GET' || method === 'HEAD';
    if (!outgoing.headersSent && (!hasBegun || isSafe)) pass(incoming, outgoing, agent, others);
    else fail(outgoing);
  });
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) proxied.destroy();
  });
}

function kept<Headers extends NodeJS.Dict<string | string[]>>(headers: Headers): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}

function fail(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(502, { [balancerHeader]: 'no answer' }).end('Bad Gateway');
}
