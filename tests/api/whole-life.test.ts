import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { CorrectionStateSchema } from '@domain/api/metadata-corrections';
import type { DataSetVersions } from '@domain/api/versions';
import { fieldIds } from '@domain/metadata/field-ids';

import { createDataciteRegistrar } from '../../services/repository/doi/registrars';
import { recordPerson } from '../../services/repository/store/people';
import { publishDueUploads } from '../../services/repository/upkeep/due-work';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { createDataciteServer, dataciteAccount } from '../support/datacite-server';
import { expectSameEverywhere, type Place, places, readEverywhere, type Told } from '../support/read-everywhere';
import { actors, bearer, chair } from '../support/test-api';
import { createTestWeb, siteOf, type TestWeb } from '../support/test-web';
import { openUploadApi, type UploadApi, uploadNumber } from '../support/upload-calls';
import { gripTable, handlePublication, versionCalls } from '../support/version-calls';

const { contributor, expert1, expert2 } = actors;
const dayMs = 24 * 60 * 60 * 1000;
const datacite = createDataciteServer();
const origin = 'https://motothek.example';
const registrar = createDataciteRegistrar({ ...dataciteAccount, installation: '3f2a91bc', origin });

let api: UploadApi;
let web: TestWeb;
let calls: ReturnType<typeof versionCalls>;
let clock = Date.now();

beforeAll(async () => {
  datacite.listen();
  api = await openUploadApi({ checks: true });
  Object.assign(api.repository, { doi: registrar, now: () => new Date(clock) });
  handlePublication(api);
  const { jobs } = api.repository;
  jobs.handle('assign-experts', () => Promise.resolve());
  for (const actor of [expert1, expert2, chair]) await recordPerson(api.repository.db, actor, new Date(clock));
  web = await createTestWeb(api);
  calls = versionCalls(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
  datacite.close();
});

/** The stored form of an embargo that ends in so many days. */
function embargoOf(days: number): string {
  const end = new Date(clock + days * dayMs);
  return `---${end.getUTCFullYear()}-${end.getUTCMonth() + 1}-${end.getUTCDate()}`;
}

const dayIn = (days: number) => new Date(clock + days * dayMs).toISOString().slice(0, 10);

/** Fails unless all six places tell the same of an upload; `without` are those that do not have it. */
async function expectEverywhere(id: string, told: Told, without: readonly Place[] = []): Promise<void> {
  await api.settle();
  await expectSameEverywhere(await sourcesOf(id), told, without);
}

async function sourcesOf(id: string) {
  const { records } = datacite;
  return { ...siteOf(api, web), records, nr: await calls.numberOf(id), doi: registrar.doiOf(uploadNumber(id)) };
}

async function ok(response: Promise<Response>): Promise<void> {
  const { status, ...rest } = await response.then(async (one) => ({ status: one.status, text: await one.text() }));
  expect([status, status < 300 ? '' : rest]).toEqual([status, '']);
}

/** Corrects metadata at once, with a public note. */
async function correctMetadata(id: string, changed: MetadataEntry[], note: string): Promise<void> {
  const path = `/api/fileupload/${id}/metadata-corrections`;
  const { metadata } = CorrectionStateSchema.parse(await calls.json(path));
  await ok(
    Promise.resolve(
      api.api.request(path, {
        method: 'POST',
        headers: await bearer(contributor),
        body: JSON.stringify({ metadata: withEntries(metadata, ...changed), note }),
      }),
    ),
  );
}

describe('the whole life of a data set', () => {
  const title = 'Grip through a whole life';
  const table = gripTable();
  let first = '';
  let second = '';

  test('while it is reviewed, nobody is told about it', async () => {
    const metadata = withEntries(completeMetadata(title), entry(14, ['200']), entry(fieldIds.embargo, [embargoOf(90)]));
    first = await calls.described(title, table.content, metadata);
    await ok(calls.submit(first));
    await expectEverywhere(first, {}, places);
    const points = ['Name the device.'];
    await ok(calls.send(`/api/editorial/${first}/changes`, 'POST', { panel: 1, points, isImpartial: true }, expert1));
    await ok(calls.send(`/api/fileupload/${first}/answers`, 'PUT', { answers: ['It is named.'] }));
    await ok(calls.submit(first));
    await expectEverywhere(first, {}, places);
  });

  test('under embargo it is described wherever there is no data', async () => {
    await calls.accept(first);
    await expectEverywhere(first, { title }, ['search', 'oai', 'package']);
  });

  test('a private link gives the data under embargo, until it is revoked', async () => {
    const links = `/api/fileupload/${first}/private-links`;
    const made = await calls.json<{ address: string }>(links, 'POST', { label: 'Reviewer', until: dayIn(30) });
    const page = new URL(made.address).pathname;
    const linked = await web.ask(page);
    expect(linked.status).toBe(200);
    expect(await linked.text()).toContain(title);
    const { links: listed } = await calls.json<{ links: { number: number; uses: number }[] }>(links);
    expect(listed.map(({ uses }) => uses)).toEqual([1]);
    await ok(calls.send(`${links}/${listed[0]?.number}`, 'DELETE'));
    expect((await web.ask(page)).status).toBe(410);
    await expectEverywhere(first, { title }, ['search', 'oai', 'package']);
  });

  test('on the day it is published by itself, and all six places tell the same', async () => {
    clock += 91 * dayMs;
    await publishDueUploads(api.repository);
    await expectEverywhere(first, { title, corrections: [], updated: '' });
  });

  test('a correction is told everywhere', async () => {
    await correctMetadata(first, [entry(fieldIds.abstract, ['Corrected words.'])], 'A slip');
    await expectEverywhere(first, { title, abstract: 'Corrected words.', corrections: ['A slip'] });
  });

  test('a second version is found instead of the first one, which stays where it is', async () => {
    ({ id: second } = await calls.begin(first));
    await calls.correct(second, gripTable({ study: table.study, grips: [41.5] }).content);
    await ok(calls.submit(second, 'A grip was read wrongly.'));
    await expectEverywhere(second, {}, places);
    await calls.accept(second);
    await expectEverywhere(second, { title, abstract: 'Corrected words.' });
    await expectEverywhere(first, { title, abstract: 'Corrected words.', corrections: ['A slip'] }, ['search']);
  });

  test('once the first version is withdrawn, only the second one is left', async () => {
    const reason = 'The devices were not calibrated.';
    const withdrawal = { decision: 'withdraw', reason };
    await ok(calls.send(`/api/editorial/${first}/withdrawal`, 'POST', withdrawal, chair));
    // What is left tells what was there, and why it is gone.
    await api.settle();
    const told = await readEverywhere(await sourcesOf(first));
    expect(places.filter((place) => told[place] !== null)).toEqual(['page', 'api']);
    expect([told.page?.title, told.api?.title]).toEqual([title, title]);
    await expectEverywhere(second, { title, abstract: 'Corrected words.', version: '2' });
    const { versions } = await calls.json<DataSetVersions>(`/api/search/versions/${await calls.numberOf(second)}`);
    expect(versions.map(({ doi }) => doi)).toEqual([second, first].map((id) => registrar.doiOf(uploadNumber(id))));
    expect(await (await web.ask(`/data-set/${await calls.numberOf(first)}`)).text()).toContain(reason);
  });
});
