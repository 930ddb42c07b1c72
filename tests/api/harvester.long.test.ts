import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { rootFolder } from '../../services/root-folder';
import { publishAllForTest } from '../support/published-data-sets';
import { createTestApi, type TestApi } from '../support/test-api';

const first = 2500;
/** Requests of the harvester after which data sets are added, and how many. */
const additions = new Map([
  [3, 40],
  [12, 1],
  [25, 99],
]);
const added = [...additions.values()].reduce((sum, count) => sum + count, 0);

/**
 * The harvester of npm's `oai-pmh`. It runs as a program of its own: its licence (GPL 3.0) is not that of this
 * repository.
 */
const harvester = path.join(rootFolder, 'node_modules/oai-pmh/bin/oai-pmh');

interface Header {
  identifier: string;
  datestamp: string;
  setSpec: string | string[];
  $?: { status: string };
}

let api: TestApi;
let server: Server;
let address: string;
let requests = 0;
let last = 0;

const publish = async (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => last + index + 1);
  last += count;
  await publishAllForTest(
    api.repository,
    numbers.map((nr) => ({ nr, title: `Study ${nr}`, exercises: nr % 5 === 0 ? ['slj'] : ['handgrip'] })),
  );
};

beforeAll(async () => {
  api = await createTestApi();
  await publish(first);
  const listener = getRequestListener(async (request) => {
    requests += 1;
    const count = additions.get(requests);
    if (count !== undefined) await publish(count);
    return api.api.fetch(request);
  });
  server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await api?.close();
});

async function harvest(...options: string[]): Promise<unknown[]> {
  const maxBuffer = 256 * 1024 * 1024;
  const { stdout } = await promisify(execFile)(process.execPath, [harvester, ...options], { maxBuffer });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

const numbersOf = (headers: Header[]) => headers.map(({ identifier }) => Number(identifier.split('/').at(-1)));

test('an independent harvester gets every record once, also those added meanwhile, which come last', async () => {
  const records = (await harvest('list-records', address, '--metadata-prefix', 'oai_dc')) as { header: Header }[];
  const numbers = numbersOf(records.map(({ header }) => header));
  expect(numbers).toEqual(Array.from({ length: first + added }, (_, index) => index + 1));
  expect(requests).toBe(Math.ceil((first + added) / 100));
  const stamps = records.map(({ header }) => header.datestamp);
  expect(stamps).toEqual(stamps.toSorted());
});

test('and the other verbs and format, a set, and what is new', async () => {
  const [identity] = (await harvest('identify', address)) as { deletedRecord: string }[];
  expect(identity).toMatchObject({ protocolVersion: '2.0', deletedRecord: 'persistent' });
  expect(await harvest('list-sets', address)).toContainEqual({ setSpec: 'test:slj', setName: 'Standing long jump' });
  const [formats] = await harvest('list-metadata-formats', address);
  expect(formats).toHaveLength(2);
  const inSet = (await harvest('list-identifiers', address, '-p', 'oai_datacite', '-s', 'test:slj')) as Header[];
  expect(numbersOf(inSet)).toEqual(Array.from({ length: (first + added) / 5 }, (_, index) => 5 * (index + 1)));
  const { rows } = await api.pool.query<{ until: Date }>(
    `select max(changed_at) + interval '2 seconds' as until from repository.harvest_entries`,
  );
  // As if the next two were published later.
  await publish(2);
  await api.pool.query(`update repository.harvest_entries set changed_at = $1 where nr > ${first + added}`, [
    rows[0]!.until,
  ]);
  const from = `${rows[0]!.until.toISOString().slice(0, 19)}Z`;
  const news = (await harvest('list-identifiers', address, '-p', 'oai_dc', '-f', from)) as Header[];
  expect(numbersOf(news)).toEqual([first + added + 1, first + added + 2]);
  const identifier = news[0]!.identifier;
  const [record] = (await harvest('get-record', address, '-i', identifier, '-p', 'oai_datacite')) as {
    header: Header;
  }[];
  expect(record?.header.identifier).toBe(identifier);
});
