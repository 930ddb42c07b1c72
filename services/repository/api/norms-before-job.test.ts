import { afterAll, beforeAll, expect, test } from 'vitest';

import { type NormOverview, NormOverviewSchema } from '@domain/api/norms';

import {
  acceptUpload,
  actOn,
  handleLifeJobs,
  type PublishedUpload,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { makeNorms } from '../jobs/handlers/make-norms';

/* What happens to a data set before the job of its withdrawal has made new norms. */

const persons = 60;

let api: SourceApi;
let changed: PublishedUpload;

const runJob = () => makeNorms(api.repository, new AbortController().signal);

async function readOverview(): Promise<NormOverview> {
  return NormOverviewSchema.parse(await (await ask(api, null, '/api/norms')).json());
}

/** Persons of the curves that are kept with the newest version; null if these were forgotten. */
async function countKept(): Promise<number | null> {
  const { rows } = await api.pool.query<{ persons: number | null }>(
    `select (curves -> 'persons')::integer as persons from repository.norm_curves as c
      inner join repository.norm_versions as v on v.id = c.version where key = 'handgrip' order by place desc limit 1`,
  );
  return rows[0]?.persons ?? null;
}

function publish(nr: number): Promise<PublishedUpload> {
  const rows = Array.from({ length: persons }, (_, at) => `f,20,${20 + (at % 15)}.${nr}`);
  const table = {
    csv: ['sex,age,grip', ...rows].join('\n'),
    mapping: { sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' },
  };
  return acceptUpload(api, { nr, title: `Grips ${nr}`, table });
}

beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  await publish(1);
  changed = await publish(2);
  await runJob();
});
afterAll(() => api.close());

test('curves are kept again after a data set was withdrawn and restored', async () => {
  expect(await countKept()).toBe(2 * persons);
  await withdrawNow(api, changed);
  expect((await actOn(api, chair, changed, 'restoration', { reason: 'By mistake.' })).status).toBe(200);
  expect(await countKept()).toBeNull();
  await runJob();
  expect(await countKept()).toBe(2 * persons);
  const [first] = (await readOverview()).tests;
  expect(first).toMatchObject({ key: 'handgrip', persons: 2 * persons });
});

test('a data set that was withdrawn and removed counts in no later version', async () => {
  await withdrawNow(api, changed);
  await actOn(api, actors.contributor, changed, 'removal', { reason: 'The consent was taken back.' });
  expect((await actOn(api, chair, changed, 'removal/confirmation')).status).toBe(200);
  await runJob();
  expect(await countKept()).toBe(persons);
  const [first] = (await readOverview()).tests;
  expect(first).toMatchObject({ key: 'handgrip', persons });
});
