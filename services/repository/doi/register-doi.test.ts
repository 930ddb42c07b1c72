import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { UploadStatus } from '@domain/upload-status';

import { addUploadAt, storedUpload } from '../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { DoiRegistrar } from '../context/doi-registrar';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi } from '../store/dois';
import { uploads } from '../store/schema';
import { createLocalRegistrar } from './registrars';

let api: TestApi;
let calls: string[] = [];
/** Called during a call of the registrar; may throw. */
let meanwhile: () => Promise<void> = () => Promise.resolve();

const registrar: DoiRegistrar = {
  kind: 'datacite',
  doiOf: (upload) => `10.1234/motothek.${upload}`,
  conceptDoiOf: (series) => `10.1234/motothek.${series}.all`,
  saveDraft: (doi) => work('draft', doi),
  publish: (doi) => work('publish', doi),
  hide: (doi) => work('hide', doi),
  removeDraft: (doi) => work('remove', doi),
  address: (doi) => `https://doi.org/${doi}`,
};
async function work(call: string, doi: string): Promise<void> {
  calls.push(`${call} ${doi.split('.').at(-1)}`);
  await meanwhile();
}

beforeAll(async () => {
  api = await createTestApi({ doi: registrar });
});
beforeEach(() => {
  calls = [];
  meanwhile = () => Promise.resolve();
});
afterAll(() => api?.close());

const run = (upload: number) => registerDoi(api.repository, { upload });
const stateOf = async (upload: number) => (await findDoi(api.repository.db, upload))?.state ?? null;
const setStatus = async (number: number, status: UploadStatus, nr?: number) => {
  await api.repository.db
    .update(uploads)
    .set({ status, decidedAt: new Date('2025-03-01T10:00:00Z'), ...(nr === undefined ? {} : { nr }) })
    .where(eq(uploads.number, number));
};

test('a DOI goes from draft to findable, however often the job runs', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  await run(number);
  await run(number);
  expect(await stateOf(number)).toBe('draft');
  await setStatus(number, 'Accepted', 7);
  await run(number);
  await run(number);
  expect(await findDoi(api.repository.db, number)).toMatchObject({
    doi: `10.1234/motothek.${number}`,
    state: 'findable',
    registrar: 'datacite',
    attributes: {
      url: 'https://motothek.example/data-set/7',
      sizes: ['300 persons', '300 rows'],
      subjects: expect.arrayContaining([
        expect.objectContaining({ subject: 'Standing long jump', lang: 'en' }),
        expect.objectContaining({ subject: 'Handkraft (Handdynamometer)', lang: 'de' }),
      ]),
    },
  });
  expect(calls).toEqual([`draft ${number}`, `draft ${number}`, `publish ${number}`, `publish ${number}`]);
});

test('the draft of a rejected upload is deleted, even without a record of it', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  await run(number);
  await setStatus(number, 'Rejected');
  await run(number);
  await run(number);
  expect([await stateOf(number), calls]).toEqual([null, [`draft ${number}`, `remove ${number}`, `remove ${number}`]]);
});

test('a findable DOI is never deleted', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  await setStatus(number, 'Accepted', 8);
  await run(number);
  await setStatus(number, 'Rejected');
  await run(number);
  expect([await stateOf(number), calls]).toEqual(['findable', [`publish ${number}`]]);
});

test('a decision during registration is processed afterwards', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  meanwhile = async () => {
    meanwhile = () => Promise.resolve();
    await setStatus(number, 'Accepted', 9);
  };
  await run(number);
  expect([await stateOf(number), calls]).toEqual(['findable', [`draft ${number}`, `publish ${number}`]]);
});

test('if the registrar fails, the decision is kept and nothing is stored until the next run', async () => {
  const { number } = await addUploadAt(api, 'submitted');
  await setStatus(number, 'Accepted', 10);
  meanwhile = () => Promise.reject(new Error('registrar is away'));
  await expect(run(number)).rejects.toThrow('registrar is away');
  expect([await stateOf(number), (await storedUpload(api, number)).upload.status]).toEqual([null, 'Accepted']);
  meanwhile = () => Promise.resolve();
  await run(number);
  expect(await stateOf(number)).toBe('findable');
});

test('a missing upload gets no DOI', async () => {
  await run(999_999);
  expect([await stateOf(999_999), calls]).toEqual([null, []]);
});

test('the local registrar makes DOIs from the upload number that lead to our own page', async () => {
  const local = createLocalRegistrar({ origin: 'https://motothek.example' });
  expect([local.kind, local.doiOf(12)]).toEqual(['local', '10.5072/motothek.12']);
  expect(local.address('10.5072/motothek.12', 3)).toBe('https://motothek.example/data-set/3');
});
