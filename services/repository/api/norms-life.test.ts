import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { CorrectionStateSchema } from '@domain/api/metadata-corrections';
import { type DataSetNorms, DataSetNormsSchema, type Norms, NormsSchema } from '@domain/api/norms';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import {
  acceptUpload,
  actOn,
  openLifeApi,
  type PublishedUpload,
  viewOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import type { SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { TableEngineError } from '../context/table-engine';
import { makeNorms } from '../jobs/handlers/make-norms';
import { normCells, normContributions, publishedTables } from '../store/schema';
import { reportClass } from '../usecases/norms/compare-class';
import { openCurves } from '../norms/open-curves';

let api: SourceApi;
beforeAll(async () => {
  api = await openLifeApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const never = new AbortController().signal;
const make = () => makeNorms(api.repository, never);

let lastNr = 0;
/** Accepts women of 20 and 21 years with grips of about `middle`. */
function accept(
  middle: number,
  { people = 240, ...more }: Partial<Parameters<typeof acceptUpload>[1]> & { people?: number } = {},
) {
  lastNr += 1;
  const rows = Array.from(
    { length: people },
    (_, i) => `p${i},f,${20 + (i % 2)},${middle - 7 + (((i >> 1) * 7) % 15)}`,
  );
  const table = {
    csv: ['id,sex,age,grip', ...rows].join('\n'),
    mapping: { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' },
  };
  return acceptUpload(api, { nr: lastNr, title: `Grips ${lastNr}`, table, ...more });
}

async function read(query = ''): Promise<Norms> {
  const response = await ask(api, null, `/api/norms/handgrip${query}`);
  expect(response.status).toBe(200);
  return NormsSchema.parse(await response.json());
}
async function ofDataSet(nr: number): Promise<DataSetNorms> {
  return DataSetNormsSchema.parse(await (await ask(api, null, `/api/search/data/${nr}/norms`)).json());
}
const sourcesIn = (norms: Norms) => norms.sources.map(({ nr, persons }) => [nr, persons]);
const medianAt = (norms: Norms, age: number) => norms.groups[0]?.ages.find((one) => one.age === age)?.smooth?.[3];

const restore = async (upload: PublishedUpload) =>
  viewOf(await actOn(api, chair, upload, 'restoration', { reason: 'It was right.' }));

let first: PublishedUpload;
let second: PublishedUpload;
test('a data set that is published later makes another version; the one before stays as it was', async () => {
  first = await accept(30);
  await make();
  const before = await read();
  expect(sourcesIn(before)).toEqual([[first.nr, 240]]);
  second = await accept(36);
  await make();
  const after = await read();
  expect(after.version).toBe(`${before.version}.2`);
  expect(sourcesIn(after)).toEqual([
    [first.nr, 240],
    [second.nr, 240],
  ]);
  expect(medianAt(after, 20)).toBeGreaterThan(medianAt(before, 20)! + 2);
  expect(await read(`?version=${before.version}`)).toEqual({
    ...before,
    choice: { ...before.choice, version: before.version },
  });
  const choice = await read(`?data-sets=${first.nr}`);
  expect({ ...choice, choice: null, version: '', madeAt: '', test: null, offered: null }).toEqual({
    ...before,
    choice: null,
    version: '',
    madeAt: '',
    test: null,
    offered: null,
  });
});

test('a data set lies in the norms where its people do', async () => {
  const [{ tests: low }, { tests: high }] = [await ofDataSet(first.nr), await ofDataSet(second.nr)];
  expect(low).toMatchObject([{ key: 'handgrip', unit: 'kg', better: 'more' }]);
  expect(low[0]!.groups[0]!.standing).toBeLessThan(40);
  expect(high[0]!.groups[0]!.standing).toBeGreaterThan(60);
});

test('a job that finds nothing new makes no version', async () => {
  const { version } = await read();
  await make();
  expect((await read()).version).toBe(version);
});

test('a data set without results for norms makes no version, nor does its withdrawal', async () => {
  const { version } = await read();
  const table = { csv: 'id,sex\np1,f\np2,m', mapping: { id: 'person_id|', sex: 'sex|m/f' } };
  const empty = await accept(30, { table });
  await make();
  expect((await read()).version).toBe(version);
  await withdrawNow(api, empty);
  await make();
  expect((await read()).version).toBe(version);
});

test('what a withdrawn data set contributed is gone at once, also from the curves of versions', async () => {
  const before = await read();
  await withdrawNow(api, second);
  const meanwhile = await read();
  expect(meanwhile).toMatchObject({ version: before.version, gone: [second.nr] });
  expect(sourcesIn(meanwhile)).toEqual([[first.nr, 240]]);
  expect(sourcesIn(await read(`?data-sets=${second.nr}`))).toEqual([]);
  await make();
  const after = await read();
  expect(after).toMatchObject({ gone: [], persons: 240 });
  expect(after.version).not.toBe(before.version);
  const cited = await read(`?version=${before.version}`);
  expect(cited).toMatchObject({ gone: [second.nr], groups: after.groups });
  expect((await ask(api, null, `/api/search/data/${second.nr}/norms`)).status).toBe(410);
});

test('a restored data set is back, also in the version from before', async () => {
  const { version } = await read();
  await restore(second);
  await make();
  const after = await read();
  expect(after.version).not.toBe(version);
  expect(sourcesIn(after)).toHaveLength(2);
  const [, former] = (await (await ask(api, null, '/api/norms')).json()).versions.toReversed();
  expect(await read(`?version=${former.version}`)).toMatchObject({ gone: [] });
});

test('a choice of a version forgets who is withdrawn, also if others are back', async () => {
  const [one, other] = [await accept(30), await accept(40)];
  await make();
  const { version } = await read();
  const numbers = async () =>
    sourcesIn(await read(`?version=${version}&ages=20-20&data-sets=${one.nr},${other.nr}`)).map(([nr]) => nr);
  await withdrawNow(api, one);
  expect(await numbers()).toEqual([other.nr]);
  await restore(one);
  await make();
  await withdrawNow(api, other);
  expect(await numbers()).toEqual([one.nr]);
  await withdrawNow(api, one);
  await make();
});

test('a data set that is restored has the people in all versions that it had', async () => {
  const original = await accept(60);
  await make();
  const newer = await accept(60, { people: 242, series: { first: original.number, version: 2 } });
  await make();
  const { version } = await read();
  const ages = async (query: string) => (await read(`?data-sets=${newer.nr}&ages=20-21${query}`)).groups[0]?.ages;
  const before = await ages(`&version=${version}`);
  await withdrawNow(api, newer);
  await withdrawNow(api, original);
  await make();
  await restore(newer);
  await make();
  expect(await ages(`&version=${version}`)).toEqual(before);
  expect(await ages('')).toEqual(before);
  await withdrawNow(api, newer);
  await make();
});

test('of two versions of a data set the newer one contributes', async () => {
  const newer = await accept(40, { series: { first: second.number, version: 2 } });
  await make();
  expect(sourcesIn(await read()).map(([nr]) => nr)).toEqual([first.nr, newer.nr]);
  expect((await ofDataSet(second.nr)).tests).toEqual([]);
  await withdrawNow(api, newer);
  await make();
  expect(sourcesIn(await read()).map(([nr]) => nr)).toEqual([first.nr, second.nr]);
});

test('a new version contributes as it is, however few people differ', async () => {
  const original = await accept(50);
  await make();
  expect((await read(`?data-sets=${original.nr}`)).persons).toBe(240);
  const newer = await accept(50, { people: 242, series: { first: original.number, version: 2 } });
  await make();
  expect((await read(`?data-sets=${newer.nr}`)).persons).toBe(242);
});

test('data under an embargo contributes when it is published', async () => {
  const { persons } = await read();
  const held = await accept(30, { metadata: [entry(29, ['---2999-6-30'])] });
  await make();
  expect((await read()).persons).toBe(persons);
  expect((await ask(api, null, `/api/norms/handgrip?data-sets=${held.nr}`)).status).toBe(404);
});

test('data under a licence with a form is beside the curves', async () => {
  const { persons } = await read();
  const { nr } = await accept(30, { licence: 'SUFL 1.0' });
  await make();
  const after = await read();
  expect(after.persons).toBe(persons);
  expect(after.sources.find((source) => source.nr === nr)?.kind).toBe('closed');
});

test('a correction of the country moves the people of a data set, in another version', async () => {
  const corrected = await accept(33);
  await make();
  const before = await read();
  const ofCountry = async (query: string) => sourcesIn(await read(query)).map(([nr]) => nr);
  expect(await ofCountry('?countries=DE')).toContain(corrected.nr);
  const address = `/api/fileupload/${corrected.id}/metadata-corrections`;
  const { metadata } = CorrectionStateSchema.parse(await (await ask(api, actors.contributor, address)).json());
  const body = { metadata: withEntries(metadata, entry(10, ['Austria'])), note: 'They live in Vienna.' };
  const answer = await ask(api, actors.contributor, address, { method: 'POST', body });
  expect(await answer.json()).toEqual({ applied: [10], proposed: [] });
  await make();
  const after = await read();
  expect(after.version).not.toBe(before.version);
  expect(after.groups).toEqual(before.groups);
  expect(await ofCountry('?countries=DE')).not.toContain(corrected.nr);
  expect(await ofCountry('?countries=AT')).toEqual([corrected.nr]);
  expect(await ofCountry(`?countries=DE&version=${before.version}`)).toContain(corrected.nr);
});

test('a data set that cannot be read keeps nobody else from the curves', async () => {
  const { persons } = await read();
  const damaged = await accept(20);
  const { db, files } = api.repository;
  const [table] = await db.select().from(publishedTables).where(eq(publishedTables.nr, damaged.nr!));
  await files.put(table!.objectKey, Readable.from([Buffer.from('PAR1 not a table')]));
  const sound = await accept(25);
  await expect(make()).rejects.toMatchObject({
    errors: [{ message: 'A data set cannot be read.', dataSet: damaged.nr }],
  });
  const after = await read();
  expect(after.persons).toBe(persons + 240);
  expect(after.sources.map(({ nr }) => nr)).toContain(sound.nr);
  await withdrawNow(api, damaged);
  await make();
});

test('two servers make one version', async () => {
  const { versions } = (await (await ask(api, null, '/api/norms')).json()) as { versions: unknown[] };
  await accept(33);
  await Promise.all([make(), make(), make()]);
  expect((await (await ask(api, null, '/api/norms')).json()).versions).toHaveLength(versions.length + 1);
});

test('what was read before the server stopped is not read again', async () => {
  const { persons } = await read();
  const [one, other] = [await accept(33), await accept(34)];
  const { tables } = api.repository;
  let statements = 0;
  const stopped = {
    ...api.repository,
    tables: {
      ...tables,
      encode: async function* (...args: Parameters<typeof tables.encode>) {
        statements += 1;
        // One statement reads a data set, and both are read at once.
        if (statements > 1) throw new Error('The engine has ended.');
        yield* tables.encode(...args);
      },
    },
  };
  await expect(makeNorms(stopped, never)).rejects.toThrow('Norms lack data sets.');
  const kept = await api.repository.db.select().from(normContributions);
  const there = [one.nr, other.nr].filter((nr) => kept.some((own) => own.nr === nr));
  expect(there.length).toBeLessThan(2);
  expect((await read()).persons).toBe(persons + 240 * there.length);
  await make();
  expect((await read()).persons).toBe(persons + 480);
  expect(await api.repository.db.$count(normCells)).toBeGreaterThan(0);
});

test('a data set that the engine cannot read beside others is read alone', async () => {
  const { persons } = await read();
  const [one, other] = [await accept(33), await accept(34)];
  const { tables } = api.repository;
  let [running, failed] = [0, 0];
  const encode = async function* (...args: Parameters<typeof tables.encode>) {
    running += 1;
    try {
      if (running > 1) {
        failed += 1;
        throw new TableEngineError('statement', 'Out of Memory Error: could not allocate block');
      }
      yield* tables.encode(...args);
    } finally {
      running -= 1;
    }
  };
  await makeNorms({ ...api.repository, tables: { ...tables, encode } }, never);
  expect(failed).toBeGreaterThan(0);
  const after = await read();
  expect(after.persons).toBe(persons + 480);
  expect(after.sources.map(({ nr }) => nr)).toEqual(expect.arrayContaining([one.nr, other.nr]));
});

test('a report uses one version of the curves, also if another one is made meanwhile', async () => {
  const { version } = await read();
  const columns = ['class', 'sex', 'age', 'grip'].map((name) => ({ name, info: null, dates: null }));
  const rows = ['a', 'b'].map((group) => [group, 'f', '20.5', '35']);
  const keys = { class: 'school_id|', sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' };
  const mapping = Object.entries(keys).map(([source, target]) => {
    const [key = '', unit = ''] = target.split('|');
    return { source, target: { key, unit } };
  });
  const table = { name: '', firstRow: 2, columns, leftOut: [], rows };
  const openAndPublish = async () => {
    const { place, ...curves } = await openCurves(api.repository);
    const placeAndPublish: typeof place = async (results) => {
      const standings = await place(results);
      await accept(60);
      await make();
      return standings;
    };
    return { ...curves, place: placeAndPublish };
  };
  const call = { language: 'en', signal: never, openCurves: openAndPublish } as const;
  const report = await reportClass(null, api.repository, { tables: [table], mapping, names: [], testDate: null }, call);
  expect((await read()).version).not.toBe(version);
  expect(report.version).toBe(version);
  const [one, other] = report.classes.map(({ children }) => children[0]!.results[0]!.percentile);
  expect(one).not.toBeNull();
  expect(other).toBe(one);
});
