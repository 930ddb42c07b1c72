import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { RevisionSchema } from '@domain/api/reviews';
import type { NewVersionView } from '@domain/api/version-changes';
import { formerSubject } from '@domain/former-person';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { explainProblems } from '../../../tests/support/explain-problems';
import { share } from '../../../tests/support/member-calls';
import { actors, chair } from '../../../tests/support/test-api';
import { uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { gripMapping, gripTable, handlePublication, versionCalls } from '../../../tests/support/version-calls';
import { leaveUpload } from '../persons/erase-upload';
import { hidePerson } from '../store/forget-person';
import { listMemberRecords } from '../store/members';
import { studies, uploads } from '../store/schema';
import { findNewVersion } from '../store/versions';

const api = useUploadApi({ checks: true });
beforeAll(() => handlePublication(api));
beforeEach(() => void (api.repository.settings.board.smallVersions = 'two'));

const { other, expert1, expert2 } = actors;
const { send, json, described, accepted, ask, begin, correct, submit, accept, metadataOf } = versionCalls(api);
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
const rowOf = async (id: string) => {
  const [row] = await api.repository.db
    .select()
    .from(uploads)
    .where(eq(uploads.number, uploadNumber(id)));
  return row!;
};
const withdraw = (id: string, withdrawnAt: Date | null) =>
  api.repository.db
    .update(uploads)
    .set({ withdrawnAt })
    .where(eq(uploads.number, uploadNumber(id)));

test('a new version has file, mapping and metadata of the published one, and the next number', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, first version', content);
  const originals = await api.originals();
  const begun = await begin(first);
  expect(begun).toMatchObject({ isNew: true, titleTaken: false, status: 'Uploaded' });
  // By reference, without copying a byte.
  expect(await api.originals()).toBe(originals);
  expect(await rowOf(begun.id)).toMatchObject({ series: uploadNumber(first), version: 2, revises: null });
  expect((await api.state(begun.id)).flags).toEqual({ mapped: true, checked: true, meta: true, submitted: false });
  expect(await json(`/api/mapping/raw/${begun.id}/study`)).toEqual(gripMapping);
  expect(await metadataOf(begun.id)).toEqual(await metadataOf(first));

  // Saving under the same title is no conflict, neither for this version nor for the next one of the series.
  await json('/api/metadata', 'POST', { id: [begun.id], metadata: completeMetadata('Grip, first version') });
  // The file of the first version may be put back.
  await correct(begun.id, gripTable({ study, grips: [40] }).content);
  await correct(begun.id, content);
  expect((await rowOf(begun.id)).status).toBe('Uploaded');
  // For anybody else title and file are taken.
  const stranger = await api.take({ name: 'study.csv', content: gripTable().content });
  await json(`/api/mapping/raw/${stranger}/study`, 'POST', gripMapping);
  await explainProblems(api, stranger, 'study');
  const titled = { id: [stranger], metadata: completeMetadata('Grip, first version') };
  expect(await codeOf(await send('/api/metadata', 'POST', titled))).toEqual([409, 'title-taken']);
  expect(await codeOf(await api.post(other, [{ name: 'study.csv', content }]))).toEqual([409, 'file-identical']);
});

test('a co-author of an old version alone does not copy the newest one', async () => {
  const first = await accepted('Grip, shared once');
  const begun = await begin(first);
  await correct(begun.id, gripTable({ grips: [39] }).content);
  await submit(begun.id, 'More grips.');
  await accept(begun.id);
  await share(api, { id: first }, other, { right: 'submit' });
  const answer = await api.call(other, `/api/fileupload/${first}/versions`, { method: 'POST' });
  expect(await codeOf(answer)).toEqual([404, 'not-found']);
});

test('a version of what a deleted account has left belongs to the co-author who begins it', async () => {
  const first = await accepted('Grip, left behind');
  await share(api, { id: first }, other, { right: 'submit' });
  const leaving = { subject: actors.contributor.subject, former: formerSubject(first) };
  await api.repository.db.transaction((tx) => hidePerson(tx, leaving, new Date()));
  await leaveUpload(api.repository, uploadNumber(first), leaving);
  const begun = RevisionSchema.parse(await (await ask(first, other)).json());
  const { owner, study } = await rowOf(begun.id);
  expect(owner).toBe(other.subject);
  expect(await listMemberRecords(api.repository.db, [{ number: uploadNumber(begun.id), study }])).toEqual([]);
  expect((await api.call(other, `/api/fileupload/${begun.id}`, { method: 'DELETE' })).status).toBe(204);
});

test('a version takes over an embargo that lasts, but none that has ended, and is no other one by that', async () => {
  const embargoOf = async (id: string) =>
    (await metadataOf(id)).find((one) => one.id === fieldIds.embargo)?.values ?? [];
  const first = await accepted('Grip, once under embargo');
  const { study } = await rowOf(first);
  const setEmbargo = async (value: string) => {
    const metadata = withEntries(await metadataOf(first), entry(fieldIds.embargo, [value]));
    await api.repository.db.update(studies).set({ metadata }).where(eq(studies.id, study));
  };
  await setEmbargo('---2020-1-1');
  const ended = await begin(first);
  expect(await embargoOf(ended.id)).toEqual([]);
  expect(await codeOf(await submit(ended.id, 'Nothing.'))).toEqual([409, 'version-unchanged']);
  await send(`/api/fileupload/${ended.id}`, 'DELETE');
  const end = `---${new Date().getUTCFullYear() + 1}-1-1`;
  await setEmbargo(end);
  expect(await embargoOf((await begin(first)).id)).toEqual([end]);
});

test('pressing the button twice makes one version, and deleting it makes room for another one', async () => {
  const first = await accepted('Grip, pressed twice');
  const begun = await begin(first);
  expect(await begin(first)).toMatchObject({ id: begun.id, isNew: false });
  expect((await send(`/api/fileupload/${begun.id}`, 'DELETE')).ok).toBe(true);
  const again = await begin(first);
  expect(again).toMatchObject({ isNew: true });
  expect(again.id).not.toBe(begun.id);
  expect((await rowOf(again.id)).version).toBe(2);
  expect((await send(`/api/fileupload/${first}/original`)).ok).toBe(true);
});

test('only the owner of an accepted data set that is not withdrawn begins a version', async () => {
  const first = await accepted('Grip, for its owner');
  for (const actor of [other, expert1, chair])
    expect(await codeOf(await ask(first, actor))).toEqual([404, 'not-found']);
  const open = await described('Grip, not accepted', gripTable().content);
  expect(await codeOf(await ask(open))).toEqual([409, 'not-accepted']);
  await withdraw(first, new Date());
  expect(await codeOf(await ask(first))).toEqual([410, 'data-set-withdrawn']);
});

test('a version with the same data and metadata is refused, however its numbers are written', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, unchanged', content);
  const { id } = await begin(first);
  expect(await codeOf(await submit(id, 'Nothing.'))).toEqual([409, 'version-unchanged']);
  await correct(id, content.replace(';35\n', ';35.0\n'));
  expect(await codeOf(await submit(id, 'Nothing.'))).toEqual([409, 'version-unchanged']);
  await correct(id, gripTable({ study, grips: [36] }).content);
  expect(await codeOf(await submit(id))).toEqual([400, 'news-missing']);
  expect(await codeOf(await submit(id, ' \n '))).toEqual([400, 'news-missing']);
  expect(await codeOf(await submit(id, 'x'.repeat(1001)))).toEqual([400, 'news-too-long']);
  expect((await submit(id, 'One value was typed wrong.')).status).toBe(200);
  const version = await findNewVersion(api.repository.db, uploadNumber(id));
  expect(version).toMatchObject({
    news: 'One value was typed wrong.',
    difference: {
      rows: [
        { rowsBefore: 200, rowsAfter: 200, added: 0, removed: 0, changed: 1, columns: [{ column: 'grip', cells: 1 }] },
      ],
      fields: [],
      mapping: [],
    },
  });
});

test('changed metadata are reason enough for a version', async () => {
  const first = await accepted('Grip, described anew');
  const { id } = await begin(first);
  const metadata = (await metadataOf(first)).map((one) =>
    one.id === fieldIds.abstract ? { ...one, values: ['Now with all that was left out before.'] } : one,
  );
  await json('/api/metadata', 'POST', { id: [id], metadata });
  expect((await submit(id, 'The abstract says more.')).status).toBe(200);
  const version = await findNewVersion(api.repository.db, uploadNumber(id));
  expect(version?.difference?.fields).toEqual([fieldIds.abstract]);
});

test('a version is not submitted once the former one is withdrawn', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, withdrawn meanwhile', content);
  const { id } = await begin(first);
  await correct(id, gripTable({ study, grips: [36] }).content);
  await withdraw(first, new Date());
  expect(await codeOf(await submit(id, 'New.'))).toEqual([409, 'former-withdrawn']);
  await withdraw(first, null);
  expect((await submit(id, 'New.')).status).toBe(200);
});

test('what a version changes is not told while the former one is withdrawn, and after its restoration again', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, not compared', content);
  const { id } = await begin(first);
  await correct(id, gripTable({ study, grips: [36] }).content);
  const read = async () => (await json<{ newVersion: NewVersionView }>(`/api/submit/${id}`)).newVersion;
  const told = await read();
  expect(told).toMatchObject({ isFormerWithdrawn: false, rows: [{ name: 'study', changed: 1 }] });
  await withdraw(first, new Date());
  const changes = { content: null, metadata: [] };
  expect(await read()).toEqual({ ...told, isFormerWithdrawn: true, changes, rows: null, votesNeeded: null });
  await withdraw(first, null);
  expect(await read()).toEqual(told);
});

test('the withdrawal of one version names the others that stay', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, one of two withdrawn', content);
  const { id } = await begin(first);
  await correct(id, gripTable({ study, grips: [36] }).content);
  await submit(id, 'One value.');
  const read = (of: string) => json(`/api/fileupload/${of}/withdrawal`);
  expect(await read(first)).toMatchObject({ version: 1, otherVersions: [] });
  await accept(id);
  const nr = (await rowOf(id)).nr;
  expect(await read(first)).toMatchObject({ otherVersions: [{ id, nr, version: 2, isPublic: true }] });
  await withdraw(first, new Date());
  expect(await read(first)).toMatchObject({ otherVersions: [{ id, version: 2 }] });
  expect(await read(id)).toMatchObject({ version: 2, otherVersions: [] });
});

test('a version is not accepted while the former one is withdrawn; votes stay, and it can be rejected', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, withdrawn under review', content);
  const { id } = await begin(first);
  await correct(id, gripTable({ study, grips: [36] }).content);
  expect((await submit(id, 'One value.')).status).toBe(200);
  expect((await castVote(api, expert1, id)).status).toBe(200);
  await withdraw(first, new Date());
  const refused = await castVote(api, expert2, id, { nr: 2 });
  expect(await codeOf(refused)).toEqual([409, 'former-withdrawn']);
  expect((await rowOf(id)).status).toBe('Submitted');
  expect((await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'No.' })).status).toBe(200);
  expect((await rowOf(id)).status).toBe('Pending');
  await withdraw(first, null);
  expect((await castVote(api, expert2, id, { nr: 2, version: 1 })).status).toBe(200);
  expect((await rowOf(id)).status).toBe('Accepted');
  await api.settle();
});

test('a rejected version is revised within its series, and two are never open', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, rejected version', content);
  const second = await begin(first);
  await correct(second.id, gripTable({ study, grips: [36] }).content);
  expect((await submit(second.id, 'One value.')).status).toBe(200);
  await castVote(api, expert1, second.id, { rating: 2, note: 'No.' });
  await castVote(api, expert2, second.id, { nr: 2, rating: 2, note: 'No.' });
  const revision = RevisionSchema.parse(await json(`/api/fileupload/${second.id}/revision`, 'POST'));
  expect(await rowOf(revision.id)).toMatchObject({
    series: uploadNumber(first),
    version: 2,
    revises: uploadNumber(second.id),
  });
  expect(revision.titleTaken).toBe(false);
  // The button of the published version leads to it.
  expect(await begin(first)).toMatchObject({ id: revision.id, isNew: false });
  // The chair cannot reopen the rejected one beside it.
  const reopened = await send(`/api/editorial/${second.id}/reopening`, 'POST', { reason: 'Again.' }, chair);
  expect(await codeOf(reopened)).toEqual([409, 'already-revised']);
  expect((await send(`/api/fileupload/${revision.id}`, 'DELETE')).ok).toBe(true);
  const anew = await begin(first);
  expect(anew.isNew).toBe(true);
  expect(RevisionSchema.parse(await json(`/api/fileupload/${second.id}/revision`, 'POST'))).toMatchObject({
    id: anew.id,
    isNew: false,
  });
  const other = await send(`/api/editorial/${second.id}/reopening`, 'POST', { reason: 'Again.' }, chair);
  expect(await codeOf(other)).toEqual([409, 'version-open']);
});

test('a small version is decided by one acceptance where the setting allows it', async () => {
  const { study, content } = gripTable();
  const first = await accepted('Grip, small version', content);
  const small = await begin(first);
  await correct(small.id, gripTable({ study, grips: [36] }).content);
  await submit(small.id, 'One value.');
  expect((await castVote(api, expert1, small.id)).status).toBe(200);
  expect((await rowOf(small.id)).status).toBe('Submitted');
  api.repository.settings.board.smallVersions = 'one';
  const invitation = { panel: 2, email: expert2.email };
  expect((await send(`/api/editorial/${small.id}/invitations`, 'POST', invitation, chair)).ok).toBe(true);
  await castVote(api, expert1, small.id, { version: 1 });
  expect(await rowOf(small.id)).toMatchObject({ status: 'Accepted', version: 2 });
  await api.settle();
  // Whoever was invited as well is told.
  const told = api.mails.filter(
    ({ to, subject }) => to === expert2.email && subject.includes('a submission was accepted'),
  );
  expect(told).not.toEqual([]);
  const large = await begin(first);
  expect(await rowOf(large.id)).toMatchObject({ version: 3 });
  await correct(large.id, gripTable({ study, grips: [37, 37, 37, 37, 37, 37, 37, 37, 37], count: 150 }).content);
  await submit(large.id, 'Fewer people.');
  await castVote(api, expert1, large.id);
  expect((await rowOf(large.id)).status).toBe('Submitted');
  await castVote(api, expert2, large.id, { nr: 2 });
  expect((await rowOf(large.id)).status).toBe('Accepted');
  await api.settle();
});

test('whoever rejects a small version does not decide alone', async () => {
  api.repository.settings.board.smallVersions = 'one';
  const { study, content } = gripTable();
  const first = await accepted('Grip, small and rejected', content);
  const { id } = await begin(first);
  await correct(id, gripTable({ study, grips: [36] }).content);
  await submit(id, 'One value.');
  await castVote(api, expert1, id, { rating: 2, note: 'No.' });
  expect((await rowOf(id)).status).toBe('Submitted');
  await castVote(api, expert2, id, { nr: 2 });
  expect((await rowOf(id)).status).toBe('Pending');
});
