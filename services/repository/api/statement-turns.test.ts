import { afterEach, expect, test, vi } from 'vitest';

import { Outage } from '@domain/outage';

import { actors, bearer, serveTestApi } from '../../../tests/support/test-api';
import { smallTable, useUploadApi } from '../../../tests/support/upload-calls';
import type { Actor } from '../context/context';
import { FairTables } from '../context/fair-tables';
import { jobStatement, type TableEngine, TableEngineError } from '../context/table-engine';
import { withVisitor } from '../context/visitor-address';

const api = useUploadApi();
const settle = () => new Promise((resolve) => setImmediate(resolve));
const patient = new AbortController().signal;
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

afterEach(() => void vi.useRealTimers());

const endless = 'select count(*) as n from range(100000000000) a(i), range(1000) b where a.i % 7 = 3';

/** An engine whose statements end when they are told to, and which tells how many have begun. */
function slowEngine(outcome: () => void = () => undefined) {
  const running: (() => void)[] = [];
  const begin = async () => {
    await new Promise<void>((resolve) => running.push(resolve));
    outcome();
  };
  const engine: TableEngine = {
    all: () => begin().then(() => []),
    run: begin,
    async *stream() {
      await begin();
      yield [{ one: 1 }];
      await begin();
    },
    async *encode() {
      await begin();
      yield new Uint8Array(1);
    },
    close: async () => {},
  };
  const endAll = async () => {
    for (const end of running.splice(0)) end();
    await settle();
  };
  return { engine, running, endAll };
}

/** Uploads a table of somebody and waits until it has been read. */
async function take(actor: Actor): Promise<string> {
  const response = await api.post(actor, [smallTable()]);
  const [{ id }] = (await response.json()) as [{ id: string }];
  const state = async () => (await (await api.call(actor, `/api/fileupload/${id}/state`)).json()) as { state: string };
  await expect.poll(async () => (await state()).state).toBe('ready');
  return id;
}

test('somebody with many requests leaves the engine to others', async () => {
  const [own, others] = [await take(actors.contributor), await take(actors.other)];
  const { engine, running, endAll } = slowEngine();
  const slow = serveTestApi({ ...api, repository: { ...api.repository, tables: engine } }).api;
  const read = async (actor: Actor, id: string) =>
    slow.request(`/api/fileupload/${id}/rows`, { headers: await bearer(actor) });
  const many = Array.from({ length: 10 }, () => read(actors.contributor, own));
  await expect.poll(() => running.length).toBe(1);
  const other = read(actors.other, others);
  await expect.poll(() => running.length).toBe(2);
  const done = Promise.all([...many, other]);
  const ending = setInterval(() => void endAll(), 1);
  const answers = await done;
  clearInterval(ending);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a statement that takes too much is answered with 503, and tried again later', async () => {
  const id = await take(actors.contributor);
  const tooMuch = () => {
    throw new TableEngineError('statement', 'Out of Memory Error: could not allocate');
  };
  const { engine, running, endAll } = slowEngine(tooMuch);
  const slow = serveTestApi({ ...api, repository: { ...api.repository, tables: engine } }).api;
  const answer = slow.request(`/api/fileupload/${id}/rows`, { headers: await bearer(actors.contributor) });
  await expect.poll(() => running.length).toBe(1);
  await endAll();
  const { status, headers } = await answer;
  expect([status, headers.get('Retry-After')]).toEqual([503, '15']);
});

test('who is not signed in takes turns by address', async () => {
  const { engine, running, endAll } = slowEngine();
  const slow = serveTestApi({ ...api, repository: { ...api.repository, tables: engine } });
  const addresses: string[] = [];
  slow.api.get('/api/ask', async (c) => {
    addresses.push(c.req.query('from') ?? '');
    await c.get('repository').tables.all('select 1');
    return c.text('');
  });
  const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((from) =>
    withVisitor(from, () => slow.api.request(`/api/ask?from=${from}`)),
  );
  await expect.poll(() => running.length).toBe(2);
  expect(addresses).toHaveLength(4);
  for (let i = 0; i < 4; i += 1) await endAll();
  await Promise.all(asked);
});

test('slow readers keep no turn, and of one account only some are open', async () => {
  vi.useFakeTimers({ toFake: [...timers] });
  const { engine, running, endAll } = slowEngine();
  const tables = new FairTables(engine);
  const readers = Array.from({ length: 12 }, () => {
    const batches = tables.of('a', () => patient).stream('', [], jobStatement);
    return batches[Symbol.asyncIterator]();
  });
  const firsts = readers.map((reader) => reader.next());
  const open = new Set<number>();
  firsts.forEach((first, i) => void first.then(() => open.add(i)));
  for (let i = 0; i < 20; i += 1) await endAll();
  expect([...open]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  void tables.of('b', () => patient).all('');
  await settle();
  expect(running.length).toBe(1);
  await readers[0]?.return?.();
  for (let i = 0; i < 4; i += 1) await endAll();
  expect(open.has(8)).toBe(true);
});

test('an engine of several processes has the turns of each, and an account still one', async () => {
  vi.useFakeTimers({ toFake: [...timers] });
  const turns: number[] = [];
  for (const processes of [1, 3]) {
    const { engine, running } = slowEngine();
    const tables = new FairTables({ ...engine, processes });
    for (let account = 0; account < 20; account += 1) {
      for (let i = 0; i < 2; i += 1) void tables.of(`${account}`, () => patient).all('');
    }
    await settle();
    turns.push(running.length);
  }
  expect(turns).toEqual([4, 12]);
});

test('a request that has ended gives its place in the queue up', async () => {
  vi.useFakeTimers({ toFake: [...timers] });
  const { engine, running } = slowEngine();
  const tables = new FairTables(engine);
  for (let i = 0; i < 2; i += 1) void tables.of('a', () => patient).all('');
  const leaving = new AbortController();
  const waiting = tables.of('a', () => leaving.signal).all('');
  await settle();
  leaving.abort(new Outage('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(running.length).toBe(1);
});

test('a client that leaves ends its statements, and their turns go to others', async () => {
  const tables = new FairTables(api.repository.tables);
  const leaving = new AbortController();
  const first = (batches: AsyncIterable<unknown>) => batches[Symbol.asyncIterator]().next();
  const kinds = [
    (engine: TableEngine) => engine.all(endless),
    (engine: TableEngine) => engine.run(endless),
    (engine: TableEngine) => first(engine.stream(endless)),
    (engine: TableEngine) => first(engine.encode(endless, { name: 'csv' })),
  ];
  // As many as there are places.
  const left = kinds.map((begin, i) => begin(tables.of(`a${i}`, () => leaving.signal)));
  const other = tables.of('b', () => patient).all('select 1 as one');
  await settle();
  leaving.abort(new Outage('left'));
  for (const statement of left) await expect(statement).rejects.toThrow('left');
  expect(await other).toEqual([{ one: 1 }]);
});

test('a client that leaves while its statement runs is no error for the log', async () => {
  const served = serveTestApi(api);
  served.api.get('/api/ask', async (c) => {
    await c.get('repository').tables.all(endless);
    return c.text('');
  });
  const leaving = new AbortController();
  const asked = served.api.request('/api/ask', { signal: leaving.signal });
  setTimeout(() => leaving.abort(), 100);
  expect([(await asked).status, served.serverErrors]).toEqual([503, []]);
});

test('whoever waits too long for a statement gets an outage; what is made for everybody waits on', async () => {
  vi.useFakeTimers({ toFake: [...timers] });
  const { engine, running, endAll } = slowEngine();
  const tables = new FairTables(engine);
  for (const account of ['a', 'b', 'c', 'd']) void tables.of(account, () => patient).all('');
  const waiting = expect(tables.of('e', () => patient).all('')).rejects.toBeInstanceOf(Outage);
  const shared = tables.of('f', () => patient).shared?.all('');
  await vi.advanceTimersByTimeAsync(60_000);
  await waiting;
  await endAll();
  expect(running.length).toBe(1);
  await endAll();
  expect(await shared).toEqual([]);
});

test.each(['of many accounts', 'of what is made for everybody'])(
  'readers that stall, %s, are cut for others',
  async (of) => {
    vi.useFakeTimers({ toFake: [...timers] });
    const tables = new FairTables({ ...slowEngine().engine, stream: () => rows() });
    async function* rows() {
      for (;;) yield [{ one: 1 }];
    }
    const isShared = of === 'of what is made for everybody';
    const accounts = isShared ? ['a'] : ['a', 'b', 'c', 'd', 'e'];
    const open = (account: string) => {
      const own = tables.of(account, () => patient);
      return ((isShared && own.shared) || own).stream('')[Symbol.asyncIterator]();
    };
    const readers = accounts.flatMap((account) => Array.from({ length: 8 }, () => open(account)));
    for (const reader of readers) await reader.next();
    await vi.advanceTimersByTimeAsync(100_000);
    const [stalled, ...others] = readers;
    for (const reader of others) await reader.next();
    // Nobody has been cut for nobody.
    expect((await stalled!.next()).done).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const reader of others) await reader.next();
    const next = open('f').next();
    await vi.advanceTimersByTimeAsync(25_000);
    expect((await next).done).toBe(false);
    await expect(stalled!.next()).rejects.toBeInstanceOf(Outage);
    for (const reader of others) expect((await reader.next()).done).toBe(false);
  },
);
