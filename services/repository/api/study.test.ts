import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { MetadataTemplatesSchema, StudyMetadataSchema, StudyUploadSchema } from '@domain/api/metadata';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload, type ReadyUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other } = actors;

const save = (body: { id: string[]; detach?: string[]; metadata: unknown }, actor = contributor) =>
  ask(api, actor, '/api/metadata', { method: 'POST', body });
const read = async (id: string) =>
  StudyMetadataSchema.parse(await (await ask(api, contributor, `/api/metadata/${id}`)).json());
const siblings = async (id: string, actor = contributor) =>
  z.array(StudyUploadSchema).parse(await (await ask(api, actor, `/api/metadata/${id}/uploads`)).json());
const studyOf = async ({ number }: ReadyUpload) => (await storedUpload(api, number)).study;
const templates = async () =>
  MetadataTemplatesSchema.parse(await (await ask(api, contributor, '/api/metadata/templates')).json());

/** A raw and an aggregated upload that share their metadata. */
async function addStudy() {
  const raw = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  expect((await save({ id: [raw.id, agg.id], metadata: completeMetadata(raw.title) })).status).toBe(200);
  return { raw, agg };
}

describe('an upload that leaves its study', () => {
  test('it keeps the entries except the title, not yet saved; the others keep all', async () => {
    const { raw, agg } = await addStudy();
    const { metadata } = await read(raw.id);
    const answer = await save({ id: [raw.id], detach: [agg.id], metadata });
    expect(answer.status).toBe(200);
    expect(await read(raw.id)).toEqual({ id: [raw.id], metadata });
    const left = await read(agg.id);
    expect(left.id).toEqual([agg.id]);
    expect(left.metadata).toEqual(metadata.filter(({ id }) => id !== fieldIds.title));
    expect((await studyOf(agg)).savedAt).toBeNull();
  });

  test('it keeps the entries saved before, not those of the others now', async () => {
    const { raw, agg } = await addStudy();
    const changed = completeMetadata(raw.title).map((entry) =>
      entry.id === fieldIds.keyword ? { ...entry, values: ['of the others'] } : entry,
    );
    expect((await save({ id: [raw.id], detach: [agg.id], metadata: changed })).status).toBe(200);
    expect(JSON.stringify(await read(agg.id))).not.toContain('of the others');
  });

  test('it stays if the save of the others is refused', async () => {
    const { raw, agg } = await addStudy();
    expect((await save({ id: [raw.id], detach: [agg.id], metadata: [] })).status).toBe(400);
    expect((await read(agg.id)).id).toEqual([raw.id, agg.id]);
  });

  test('it is unchanged if it was alone in its study', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'described', { kind: 'agg' });
    const answer = await save({ id: [raw.id], detach: [agg.id], metadata: completeMetadata(raw.title) });
    expect(answer.status).toBe(200);
    expect((await studyOf(agg)).title).toBe(agg.title);
  });

  test('with its own metadata it may leave a submitted study', async () => {
    const { raw, agg } = await addStudy();
    expect((await ask(api, contributor, `/api/submit/${raw.id}`, { method: 'POST' })).status).toBe(200);
    const same = await save({ id: [agg.id], detach: [agg.id], metadata: completeMetadata(raw.title) });
    expect([same.status, await same.json()]).toMatchObject([409, { code: 'title-taken' }]);
    const own = `${raw.title}, aggregated`;
    expect((await save({ id: [agg.id], detach: [agg.id], metadata: completeMetadata(own) })).status).toBe(200);
    expect([(await studyOf(raw)).title, (await studyOf(agg)).title]).toEqual([raw.title, own]);
  });

  test('uploads of others and submitted ones cannot be detached', async () => {
    const { raw } = await addStudy();
    const theirs = await addUploadAt(api, 'described', { owner: other });
    const submitted = await addUploadAt(api, 'submitted');
    const metadata = completeMetadata(raw.title);
    const refusals = [theirs, submitted].map(async ({ id }) => {
      const answer = await save({ id: [raw.id], detach: [id], metadata });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(await Promise.all(refusals)).toEqual([
      [400, 'not-same-owner'],
      [409, 'upload-submitted'],
    ]);
  });
});

test('metadata replaced because its upload joins another study becomes a template, and none is lost', async () => {
  const raw = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, 'described', { kind: 'agg' });
  const before = (await read(agg.id)).metadata;
  await ask(api, contributor, '/api/metadata/templates', {
    method: 'PUT',
    body: [{ name: agg.title, entries: before }],
  });
  expect((await save({ id: [raw.id, agg.id], metadata: completeMetadata(raw.title) })).status).toBe(200);
  const kept = (await templates()).filter(({ name }) => name.startsWith(agg.title));
  expect(kept.map(({ name }) => name)).toEqual([agg.title, `${agg.title} (2)`]);
  expect(kept[1]?.entries).toEqual(before.filter(({ id }) => id !== fieldIds.title));
});

describe('the uploads that may share metadata', () => {
  const someone = { ...actors.expert3, subject: 'lister', email: 'lister@example.org' };

  test('those of the study come first, then those not submitted, each with its progress', async () => {
    const add = (station: 'read' | 'mapped' | 'checked' | 'described' | 'submitted') =>
      addUploadAt(api, station, { owner: someone });
    const own = await add('described');
    const shared = await add('checked');
    await save({ id: [own.id, shared.id], metadata: completeMetadata(own.title) }, someone);
    const [unread, mapped, checked, described, submitted] = [
      await add('read'),
      await add('mapped'),
      await add('checked'),
      await add('described'),
      await add('submitted'),
    ];
    const listed = await siblings(own.id, someone);
    expect(listed.map(({ id, shares, blocker, title }) => [id, shares, blocker, title])).toEqual([
      [shared.id, true, null, null],
      [described.id, false, null, described.title],
      [checked.id, false, null, null],
      [mapped.id, false, 'not-checked', null],
      [unread.id, false, 'not-mapped', null],
    ]);
    expect(listed.map(({ id }) => id)).not.toContain(submitted.id);
    expect(listed[0]).toMatchObject({ kind: 'raw', fileName: `adults-${shared.number}.csv`, isSubmitted: false });
  });

  test('a submitted sibling is listed; a submitted upload has no choices', async () => {
    const { raw, agg } = await addStudy();
    await ask(api, contributor, `/api/submit/${raw.id}`, { method: 'POST' });
    expect((await siblings(agg.id))[0]).toMatchObject({ id: raw.id, shares: true, isSubmitted: true });
    expect((await ask(api, contributor, `/api/metadata/${raw.id}/uploads`)).status).toBe(409);
  });
});
