import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { DataciteAttributesSchema } from '@domain/datacite';

import { createDataciteServer, dataciteAccount, dataciteError } from '../../../tests/support/datacite-server';
import { addUploadAt } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findConceptDoi, findDoi, listWaitingDois } from '../store/dois';
import { uploads } from '../store/schema';
import { nextPublicNumber } from '../store/submissions';
import { createDataciteRegistrar } from './registrars';

const origin = 'https://motothek.example';
const installation = '3f2a91bc-0000-4000-8000-000000000000';
const registrar = createDataciteRegistrar({ ...dataciteAccount, installation, origin });
const datacite = createDataciteServer();
let api: TestApi;

beforeAll(async () => {
  datacite.listen();
  api = await createTestApi({ doi: registrar });
});
beforeEach(() => datacite.reset());
afterAll(async () => {
  await api?.close();
  datacite.close();
});

/** An accepted data set, or the next version of the one whose first version is given. */
async function accept(first?: Accepted, version = 2): Promise<Accepted> {
  const { number } = await addUploadAt(api, 'described');
  const nr = await makeAccepted(number, first, version);
  return { number, nr };
}
interface Accepted {
  number: number;
  nr: number;
}
function makeAccepted(number: number, first?: Accepted, version = 2): Promise<number> {
  return api.repository.db.transaction(async (tx) => {
    const nr = await nextPublicNumber(tx);
    const place = first ? { series: first.number, version } : {};
    await tx
      .update(uploads)
      .set({ status: 'Accepted', nr, decidedAt: new Date(), submittedAt: new Date(), ...place })
      .where(eq(uploads.number, number));
    return nr;
  });
}
const register = (upload: Accepted) => registerDoi(api.repository, { upload: upload.number });
const nameOf = ({ number }: Accepted) => registrar.doiOf(number);
const conceptOf = ({ number }: Accepted) => registrar.conceptDoiOf(number);
const ToldSchema = DataciteAttributesSchema.pick({ url: true, relatedIdentifiers: true }).extend({
  version: z
    .string()
    .nullish()
    .transform((version) => version ?? undefined),
});
/** What DataCite has of a DOI. */
function recordOf(name: string) {
  const record = datacite.records.get(name);
  if (!record) return null;
  const { url, version, relatedIdentifiers } = ToldSchema.parse(record.attributes);
  const relations = relatedIdentifiers.map((one) => `${one.relationType} ${one.relatedIdentifier}`).sort();
  return { state: record.state, url, version, relations };
}
const waits = async ({ number }: Accepted) =>
  (await listWaitingDois(api.repository.db, { hidesWithdrawn: true })).some(({ upload }) => upload === number);

/** What DataCite has to have of a data set with two versions. */
function expectBoth(first: Accepted, second: Accepted): void {
  expect(recordOf(nameOf(first))).toEqual({
    state: 'findable',
    url: `${origin}/data-set/${first.nr}`,
    version: '1',
    relations: [`IsPreviousVersionOf ${nameOf(second)}`, `IsVersionOf ${conceptOf(first)}`],
  });
  expect(recordOf(nameOf(second))).toEqual({
    state: 'findable',
    url: `${origin}/data-set/${second.nr}`,
    version: '2',
    relations: [`IsNewVersionOf ${nameOf(first)}`, `IsVersionOf ${conceptOf(first)}`],
  });
  expect(recordOf(conceptOf(first))).toEqual({
    state: 'findable',
    url: `${origin}/data-set/${first.nr}/newest`,
    version: undefined,
    relations: [`HasVersion ${nameOf(first)}`, `HasVersion ${nameOf(second)}`].sort(),
  });
}

test('a data set with one version has neither a DOI of all versions nor relations to them', async () => {
  const first = await accept();
  await register(first);
  expect(recordOf(nameOf(first))).toMatchObject({ version: undefined, relations: [] });
  expect(recordOf(conceptOf(first))).toBeNull();
  expect(await waits(first)).toBe(false);
});

test('with the second version all three DOIs refer to each other, in whatever order their jobs run', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const first = await accept();
    await register(first);
    const second = await accept(first);
    const both = [first, second];
    for (const at of order) await register(both[at]!);
    expectBoth(first, second);
    // Once more changes nothing.
    const { length } = datacite.calls;
    await register(second);
    await register(first);
    expectBoth(first, second);
    expect(datacite.calls.slice(length).filter((call) => call.includes('.all'))).toEqual([]);
    expect((await findConceptDoi(api.repository.db, first.number))?.doi).toBe(conceptOf(first));
  }
});

test('the version in the middle is the next one of the first and the former one of the last', async () => {
  const first = await accept();
  const second = await accept(first);
  const third = await accept(first, 3);
  for (const one of [third, first, second]) await register(one);
  expect(recordOf(nameOf(second))).toMatchObject({
    version: '2',
    relations: [
      `IsNewVersionOf ${nameOf(first)}`,
      `IsPreviousVersionOf ${nameOf(third)}`,
      `IsVersionOf ${conceptOf(first)}`,
    ],
  });
  expect(recordOf(conceptOf(first))?.relations).toEqual(
    [first, second, third].map((one) => `HasVersion ${nameOf(one)}`).sort(),
  );
});

test('while DataCite is away for the DOI of all versions it waits, and is registered later', async () => {
  const first = await accept();
  await register(first);
  const second = await accept(first);
  datacite.trouble = (call) => (call.includes('.all') ? dataciteError(503, 'Away') : undefined);
  await expect(register(second)).rejects.toThrow('503');
  expect(await waits(second)).toBe(true);
  expect(await findConceptDoi(api.repository.db, first.number)).toBeNull();
  datacite.trouble = () => undefined;
  await register(second);
  await register(first);
  expectBoth(first, second);
  expect([await waits(first), await waits(second)]).toEqual([false, false]);
});

test('a second version that is accepted while the job of the first one runs is told to DataCite by it', async () => {
  const first = await accept();
  await register(first);
  const { number } = await addUploadAt(api, 'described');
  let nr = 0;
  // The call has left with what was known before; in the meantime the version is accepted and all of its jobs end.
  datacite.trouble = async (call) => {
    if (nr > 0 || !call.startsWith('PUT') || !call.includes(nameOf(first))) return undefined;
    nr = -1;
    nr = await makeAccepted(number, first);
    await register({ number, nr });
    await register(first);
    return undefined;
  };
  await register(first);
  expect(nr).toBeGreaterThan(0);
  expectBoth(first, { number, nr });
  expect(await findDoi(api.repository.db, first.number)).toMatchObject({ attributes: { version: '1' } });
});
