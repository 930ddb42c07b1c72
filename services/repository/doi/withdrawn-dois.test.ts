import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { createDataciteServer, dataciteAccount, dataciteError } from '../../../tests/support/datacite-server';
import {
  acceptUpload,
  actOn,
  handleLifeJobs,
  type PublishedUpload,
  viewOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { chair } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi, listWaitingDois, removeDoi } from '../store/dois';
import { createDataciteRegistrar } from './registrars';

const origin = 'https://motothek.example';
const installation = '3f2a91bc-0000-4000-8000-000000000000';
const registrar = createDataciteRegistrar({ ...dataciteAccount, installation, origin });
const datacite = createDataciteServer();
let api: SourceApi;
let nr = 0;

beforeAll(async () => {
  datacite.listen();
  api = await openSourceApi();
  api.repository.doi = registrar;
  handleLifeJobs(api);
});
beforeEach(async () => {
  await api.settle();
  datacite.reset();
  api.jobLog.length = 0;
});
afterAll(async () => {
  await api.close();
  datacite.close();
});

const accept = (): Promise<PublishedUpload> => {
  nr += 1;
  return acceptUpload(api, { nr, title: `Balance ${nr}` });
};
const atDatacite = ({ number }: PublishedUpload) => datacite.records.get(registrar.doiOf(number));
const stored = async ({ number }: PublishedUpload) => (await findDoi(api.repository.db, number))?.state;
const isWaiting = async ({ number }: PublishedUpload) =>
  (await listWaitingDois(api.repository.db, { hidesWithdrawn: true })).some(({ upload }) => upload === number);
const restore = (upload: PublishedUpload) =>
  actOn(api, chair, upload, 'restoration', { reason: 'A mistake.' }).then(viewOf);
const passTime = async () => {
  await api.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await api.settle();
};
const marks = {
  dates: expect.arrayContaining([{ date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), dateType: 'Withdrawn' }]),
  descriptions: expect.arrayContaining([{ description: 'Withdrawn: A wrong file.', descriptionType: 'Other' }]),
  sizes: [],
  formats: [],
};

test('a withdrawal hides the DOI, which still leads to its page, and a restoration shows it as before', async () => {
  const upload = await accept();
  const before = structuredClone(atDatacite(upload));
  await withdrawNow(api, upload);
  await api.settle();
  expect(atDatacite(upload)).toMatchObject({
    state: 'registered',
    attributes: { ...marks, url: `${origin}/data-set/${upload.nr}` },
  });
  expect([await stored(upload), await isWaiting(upload)]).toEqual(['registered', false]);
  const page = await api.api.request(`/api/search/metadata/${upload.nr}`);
  expect(await page.json()).toMatchObject({
    row: { doi: registrar.doiOf(upload.number), doiUrl: `https://doi.org/${registrar.doiOf(upload.number)}` },
  });
  const versions = await api.api.request(`/api/search/versions/${upload.nr}`);
  expect(await versions.json()).toMatchObject({ versions: [{ doi: registrar.doiOf(upload.number) }] });
  await restore(upload);
  await api.settle();
  expect(atDatacite(upload)).toEqual(before);
  expect([await stored(upload), await isWaiting(upload)]).toEqual(['findable', false]);
});

test('the DOI stays findable where it is set so, with the mark', async () => {
  const { withdrawal } = api.repository.settings;
  withdrawal.isDoiFindable = true;
  onTestFinished(() => void (withdrawal.isDoiFindable = false));
  const upload = await accept();
  await withdrawNow(api, upload);
  await api.settle();
  expect(atDatacite(upload)).toMatchObject({ state: 'findable', attributes: marks });
});

test('while DataCite is away, the withdrawal stands, and the DOI follows later', async () => {
  const upload = await accept();
  datacite.trouble = () => dataciteError(503, 'away');
  await withdrawNow(api, upload);
  await api.settle();
  expect([atDatacite(upload)?.state, await isWaiting(upload)]).toEqual(['findable', true]);
  datacite.trouble = () => undefined;
  await passTime();
  expect([atDatacite(upload)?.state, await isWaiting(upload)]).toEqual(['registered', false]);
});

test('a DOI that was never found is registered at once, from a draft or from nothing', async () => {
  const [draft, missing] = [await accept(), await accept()];
  for (const { number } of [draft, missing]) await removeDoi(api.repository.db, number);
  const { attributes } = atDatacite(draft)!;
  datacite.records.set(registrar.doiOf(draft.number), { state: 'draft', attributes });
  datacite.records.delete(registrar.doiOf(missing.number));
  for (const upload of [draft, missing]) await withdrawNow(api, upload);
  await api.settle();
  expect([atDatacite(draft)?.state, atDatacite(missing)?.state]).toEqual(['registered', 'registered']);
});

test('jobs that run late, twice or during a restoration end in the state that is asked for', async () => {
  const upload = await accept();
  await withdrawNow(api, upload);
  await api.settle();
  await registerDoi(api.repository, { upload: upload.number });
  expect(atDatacite(upload)?.state).toBe('registered');
  await restore(upload);
  await api.settle();
  await withdrawNow(api, upload);
  let isRestored = false;
  datacite.trouble = async (call) => {
    if (!call.endsWith('hide') || isRestored) return undefined;
    isRestored = true;
    await restore(upload);
    return undefined;
  };
  await api.settle();
  expect([isRestored, atDatacite(upload)?.state, await stored(upload)]).toEqual([true, 'findable', 'findable']);
});
