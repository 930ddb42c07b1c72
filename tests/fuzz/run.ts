import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { Browser } from '../../services/identity/testing/browser';
import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { createRandom } from '../../services/repository/help-files/made-up-people';
import { Resources } from '../bench/resources';
import { accounts, hiddenFields, makeToken, signIn } from '../cluster/people';
import { startServer } from '../e2e/support/server-process';
import { type Caller, type FuzzedRequest, makeRequest } from './requests';
import { everyRoute } from './routes';

/**
 * `npm run test:fuzz -- [--requests <n>] [--seed <n>] [--slow-ms <n>]`: sends random requests, one after the other, to
 * every address of the built server, by every method, without and with a session or a token. Exits with 1 if one of them
 * is answered with a server error or takes longer than `slow-ms`, apart from a check that it waits for, or if the memory
 * of the server does not return to 1.2 times of what it was after the first tenth. Prints its seed, so that a run can be
 * repeated.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    'slow-ms': { type: 'string', default: '1000' },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const count = Number(values.requests);
const slowMs = Number(values['slow-ms']);
/** Requests after which sessions that the requests themselves ended begin again. */
const renewEvery = 500;
/** Time in which a server that nobody asks gives memory back. */
const restMs = 20_000;
const maxGrowth = 1.2;
/** Whoever begins a new version gets its check with it if that takes no longer than this, as `server.ts` sets it. */
const checkWait = {
  asked: /^\w+: POST \/(api\/fileupload\/[^/ ]+\/versions|file-upload\/new-version\/[^/ ]+) /,
  ms: 3000,
};
/** V8 collects what nobody uses any more when it needs room, not when it rests: it is asked to before each measurement. */
const collectGarbage = fileURLToPath(new URL('collect-garbage.mjs', import.meta.url));
/** The first collection finds what is free, the second gives its pages back. Each takes a fraction of `collectionMs`. */
const collections = 2;
const collectionMs = 1000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** What a caller sends so that the server knows them at an address. */
interface Proof {
  headers: Record<string, string>;
  /** Beginning of their forms. */
  form: string;
}
type Known = Record<Caller, (address: string) => Proof>;

interface Answer {
  number: number;
  asked: string;
  status: number;
  ms: number;
}

const resources = new Resources();
try {
  if (!buildWhenStale()) throw new Error('The build failed.');
  process.exitCode = (await fuzz()) ? 0 : 1;
} finally {
  agent.destroy();
  await resources.close();
}

async function fuzz(): Promise<boolean> {
  print(`seed ${values.seed}`);
  const server = await startServer({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import=${collectGarbage}` });
  resources.add(() => server.stop());
  const random = createRandom(Number(values.seed));
  const routes = everyRoute();
  const token = await makeToken(await signIn(server.origin, accounts.contributors[0]!));
  let known = await knowCallers(server.origin, token);
  let before = 0;
  const answers: Answer[] = [];
  for (let number = 1; number <= count; number += 1) {
    if (number % renewEvery === 0) known = await knowCallers(server.origin, token);
    const asked = makeRequest(random, routes);
    answers.push({ number, ...(await send(server.origin, asked, known[asked.caller](asked.address))) });
    if (number % Math.ceil(count / 10) !== 0) continue;
    const bytes = await residentBytes(server.pid());
    print(`${number} requests, ${Math.round(bytes / 2 ** 20)} MB`);
    before ||= bytes;
  }
  await delay(restMs);
  const growth = (await residentBytes(server.pid())) / before;
  return report(answers, routes.length, growth);
}

function report(answers: Answer[], routes: number, growth: number): boolean {
  const failed = answers.filter(({ status }) => status >= 500 || status === 0);
  const slow = answers.filter(({ asked, ms }) => ms > slowMs + (checkWait.asked.test(asked) ? checkWait.ms : 0));
  const byStatus = new Map<number, number>();
  for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  print(`${answers.length} requests to ${routes} addresses`);
  print(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  );
  const slowest = answers.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  for (const { asked, ms } of slowest) print(`slowest: ${Math.round(ms)} ms ${asked}`);
  print(`memory afterwards: ${growth.toFixed(2)} of that after the first tenth`);
  for (const { number, asked, status, ms } of new Set([...failed, ...slow])) {
    print(`FAILED ${number}: ${status} after ${Math.round(ms)} ms: ${asked}`);
  }
  return failed.length + slow.length === 0 && growth <= maxGrowth;
}

/** Status 0 if the connection was cut without a response. */
function send(origin: string, asked: FuzzedRequest, { headers, form }: Proof): Promise<Omit<Answer, 'number'>> {
  const { method, address, caller } = asked;
  const isForm = asked.headers['Content-Type'] === 'application/x-www-form-urlencoded';
  const body = asked.body && (isForm ? Buffer.concat([Buffer.from(form), asked.body]) : asked.body);
  const begun = performance.now();
  const length = body === null ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve) => {
    const done = (status: number) => {
      const ms = performance.now() - begun;
      resolve({
        asked: `${caller}: ${method} ${address.slice(0, 300)} ${JSON.stringify(asked.headers).slice(0, 300)}`,
        status,
        ms,
      });
    };
    const { hostname, port } = new URL(origin);
    const options = {
      agent,
      hostname,
      port,
      path: address,
      method,
      headers: { ...headers, ...asked.headers, ...length },
    };
    const sent = request(options, (response) => {
      response.resume();
      response.once('close', () => done(response.statusCode ?? 0));
    });
    sent.once('error', () => done(0));
    sent.end(body ?? undefined);
  });
}

async function knowCallers(origin: string, token: string): Promise<Known> {
  const contributor = await signIn(origin, accounts.contributors[0]!);
  const expert = await signIn(origin, accounts.experts[0]!);
  const session = async (browser: Browser) => {
    const form = `${String(hiddenFields(await browser.open('/access-tokens')))}&`;
    return (address: string): Proof => ({
      headers: { Cookie: browser.cookieHeader(new URL(address, origin)), Origin: origin },
      form,
    });
  };
  return {
    none: () => ({ headers: {}, form: '' }),
    contributor: await session(contributor),
    expert: await session(expert),
    token: () => ({ headers: { Authorization: `Bearer ${token}` }, form: '' }),
  };
}

async function residentBytes(pid: number): Promise<number> {
  for (let time = 0; time < collections; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await delay(collectionMs);
  }
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
