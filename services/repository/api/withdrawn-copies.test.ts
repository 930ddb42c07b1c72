import { expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { ObjectNotFound } from '../context/file-store';
import { recordPerson } from '../store/people';
import { actors, chair, person } from '../../../tests/support/test-api';
import { uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { gripTable, handlePublication, versionCalls } from '../../../tests/support/version-calls';

const api = useUploadApi({ checks: true });
const calls = versionCalls(api);
const { contributor, expert1 } = actors;
const otherChair = person('second-chair', 'Carla Chair', chair.roles);
const reason = 'The school has taken its consent back.';

async function withdraw(id: string) {
  await recordPerson(api.repository.db, chair, new Date());
  const body = { decision: 'withdraw', reason };
  expect((await calls.send(`/api/editorial/${id}/withdrawal`, 'POST', body, chair)).status).toBe(200);
  await api.settle();
}

/** Every address that tells what is in the file of an upload. */
const pathsOf = (id: string) => [
  `/api/fileupload/${id}/original`,
  `/api/fileupload/${id}/rows?table=study&offset=0&limit=5`,
  `/api/fileupload/${id}/published?table=study`,
  `/api/fileupload/${id}/documents`,
  `/api/mapping/raw/${id}/study`,
];
const statusesOf = (id: string, actor = contributor) =>
  Promise.all(pathsOf(id).map(async (path) => (await calls.send(path, 'GET', undefined, actor)).status));
const gone = pathsOf('').map(() => 410);

test('a new version with the file of a withdrawn one is withdrawn with it, until it gets another file', async () => {
  handlePublication(api);
  const table = gripTable();
  const first = await calls.accepted('Grip, withdrawn while it continues', table.content);
  const { id: second } = await calls.begin(first);
  expect(await statusesOf(second)).not.toContain(410);
  await withdraw(first);
  expect(await statusesOf(second)).toEqual(gone);
  expect((await api.state(second)).tables).toEqual([]);
  await calls.correct(second, gripTable({ study: table.study, grips: [31.5] }).content);
  expect(await statusesOf(second)).not.toContain(410);
});

test('neither a private link nor an expert reads it while it is reviewed', async () => {
  handlePublication(api);
  const first = await calls.accepted('Grip, withdrawn while it is reviewed', gripTable().content);
  const { id: second } = await calls.begin(first);
  const metadata = withEntries(await calls.metadataOf(second), entry(fieldIds.abstract, ['Other words.']));
  await calls.json('/api/metadata', 'POST', { id: [second], metadata });
  expect((await calls.submit(second, 'Other words.')).status).toBe(200);
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const links = `/api/fileupload/${second}/private-links`;
  const { address } = await calls.json<{ address: string }>(links, 'POST', { label: 'Reviewer', until });
  const linked = `/api/private-links/${new URL(address).pathname.split('/').at(-1)}/files/data.csv`;
  const askLink = async () => (await api.api.request(linked)).status;
  const before = await askLink();
  await withdraw(first);
  expect([before, await askLink()]).toEqual([200, 410]);
  expect(await statusesOf(second, expert1)).toEqual(gone);
});

test('what is removed for good is removed with the new version, too', async () => {
  handlePublication(api);
  const table = gripTable();
  const first = await calls.accepted('Grip, removed while it continues', table.content);
  const { id: second } = await calls.begin(first);
  await withdraw(first);
  const stored = await api.repository.db.query.files.findMany();
  const keys = stored.flatMap(({ upload, objectKey }) =>
    [first, second].map(uploadNumber).includes(upload) ? [objectKey] : [],
  );
  const removal = `/api/editorial/${first}/removal`;
  expect((await calls.send(removal, 'POST', { reason }, chair)).status).toBe(200);
  expect((await calls.send(`${removal}/confirmation`, 'POST', {}, otherChair)).status).toBe(200);
  await api.settle();
  for (const key of keys) await expect(api.repository.files.size(key)).rejects.toThrow(ObjectNotFound);
  await calls.correct(second, gripTable({ study: table.study, grips: [32.5] }).content);
  expect(await statusesOf(second)).not.toContain(410);
});
