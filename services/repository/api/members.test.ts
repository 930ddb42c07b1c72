import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { UploadListEntry } from '@domain/api/uploads';
import { type UploadMembers, UploadMembersSchema } from '@domain/life/co-authors';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { accept, handOnTo, invite, linkTo, mailsTo as mailsOf, share } from '../../../tests/support/member-calls';
import { refusalOf } from '../../../tests/support/published-uploads';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, chair, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import { studyMembers } from '../store/schema';

const { contributor, other, expert1 } = actors;
const second = person('second', 'Sina Second', []);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const actor of [contributor, other, second, expert1, chair]) await ask(api, actor, '/api/fileupload/user');
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const json = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body;
const membersOf = async (actor: typeof other, id: string): Promise<UploadMembers> =>
  UploadMembersSchema.parse(await json(ask(api, actor, `/api/fileupload/${id}/members`)));
const listOf = (actor: typeof other) => json<UploadListEntry[]>(ask(api, actor, '/api/fileupload/user'));
const mailsTo = async (email: string, { file, word }: { file?: string; word: string }) =>
  (await mailsOf(api, email)).filter(({ subject, text }) => subject.includes(word) && text.includes(file ?? ''));
const end = (actor: typeof other, id: string, member: number) =>
  ask(api, actor, `/api/fileupload/${id}/members/${member}`, { method: 'DELETE' });
const save = (actor: typeof other, id: string, title: string) =>
  ask(api, actor, '/api/metadata', { method: 'POST', body: { id: [id], metadata: completeMetadata(title) } });

describe('an invitation', () => {
  test('is accepted with any account, and the owner sees which one', async () => {
    const upload = await addUploadAt(api, 'described');
    await invite(api, upload, { email: 'somebody@school.example', right: 'read' });
    const link = await linkTo(api, 'somebody@school.example');
    expect(await json(ask(api, null, `/api/members/${link}`))).toMatchObject({
      id: upload.id,
      right: 'read',
      from: contributor.name,
    });
    expect((await accept(api, null, link)).status).toBe(401);
    expect(await json(accept(api, other, link))).toEqual({ id: upload.id, right: 'read' });
    const { members } = await membersOf(contributor, upload.id);
    expect(members).toMatchObject([{ email: 'somebody@school.example', person: { email: other.email } }]);
    expect(await mailsTo(contributor.email, { file: `/${upload.id}`, word: 'accepted' })).toHaveLength(1);
  });

  test('names the study in both languages before it is accepted', async () => {
    const upload = await addUploadAt(api, 'described');
    const translated = entry(fieldIds.translatedTitle, ['Ausdauer in der Schule'], [0]);
    const metadata = [...completeMetadata(upload.title), translated];
    const saved = await ask(api, contributor, '/api/metadata', { method: 'POST', body: { id: [upload.id], metadata } });
    expect(saved.status).toBe(200);
    await invite(api, upload, { email: 'titles@school.example' });
    const link = await linkTo(api, 'titles@school.example');
    expect(await json(ask(api, null, `/api/members/${link}`))).toMatchObject({
      ...{ title: upload.title, titleLanguage: 'en', translatedTitle: 'Ausdauer in der Schule' },
    });
  });

  test('is accepted once: again by the same account changes nothing, another account is refused', async () => {
    const upload = await addUploadAt(api, 'read');
    await invite(api, upload, { email: 'once@school.example' });
    const link = await linkTo(api, 'once@school.example');
    expect((await accept(api, other, link)).status).toBe(200);
    expect((await accept(api, other, link)).status).toBe(200);
    expect(await refusalOf(await accept(api, second, link))).toBe('410 membership-ended');
    expect((await membersOf(contributor, upload.id)).members).toHaveLength(1);
  });

  test('is declined without a login, which the owner is told', async () => {
    const upload = await addUploadAt(api, 'read');
    await invite(api, upload, { email: 'no@school.example' });
    const link = await linkTo(api, 'no@school.example');
    expect((await ask(api, null, `/api/members/${link}`, { method: 'DELETE' })).status).toBe(204);
    expect(await refusalOf(await accept(api, other, link))).toBe('410 membership-ended');
    expect((await membersOf(contributor, upload.id)).members).toEqual([]);
    expect(await mailsTo(contributor.email, { file: `/${upload.id}`, word: 'declined' })).toHaveLength(1);
  });

  test('ends after some days, and another one can be sent then', async () => {
    const upload = await addUploadAt(api, 'read');
    await invite(api, upload, { email: 'late@school.example' });
    const link = await linkTo(api, 'late@school.example');
    const past = new Date(Date.now() - 1000);
    await api.repository.db
      .update(studyMembers)
      .set({ expiresAt: past })
      .where(eq(studyMembers.email, 'late@school.example'));
    expect(await refusalOf(await accept(api, other, link))).toBe('410 membership-ended');
    expect((await membersOf(contributor, upload.id)).members).toMatchObject([{ isExpired: true }]);
    expect((await invite(api, upload, { email: 'late@school.example' })).status).toBe(200);
    expect((await membersOf(contributor, upload.id)).members).toMatchObject([{ isExpired: false }]);
  });

  test('goes neither to oneself nor twice to one address, and by the owner only', async () => {
    const upload = await addUploadAt(api, 'read');
    expect(await refusalOf(await invite(api, upload, { email: contributor.email.toUpperCase() }))).toBe(
      '409 invites-self',
    );
    await share(api, upload, other, { right: 'submit' });
    expect(await refusalOf(await invite(api, upload, { email: other.email }))).toBe('409 already-member');
    expect(await refusalOf(await invite(api, upload, { email: 'x@school.example' }, other))).toBe('403 right-missing');
    expect(await refusalOf(await invite(api, upload, { email: 'x@school.example' }, second))).toBe('404 not-found');
  });

  test('is limited to 30 in a day', async () => {
    const owner = person('busy', 'Bea Busy', []);
    await ask(api, owner, '/api/fileupload/user');
    const [first, next] = [await addUploadAt(api, 'read', { owner }), await addUploadAt(api, 'read', { owner })];
    for (let number = 1; number <= 20; number += 1) {
      expect((await invite(api, first, { email: `${number}@school.example` }, owner)).status).toBe(200);
    }
    expect(await refusalOf(await invite(api, first, { email: '21@school.example' }, owner))).toBe(
      '409 too-many-members',
    );
    for (let number = 1; number <= 10; number += 1) await invite(api, next, { email: `${number}@b.example` }, owner);
    expect(await refusalOf(await invite(api, next, { email: '11@b.example' }, owner))).toBe('429 too-many-invitations');
  });

  test('counts once, however many versions have the co-author, and an upload taken over does not count', async () => {
    const owner = person('steady', 'Sonja Steady', []);
    await ask(api, owner, '/api/fileupload/user');
    const donor = person('donor', 'Dora Donor', []);
    await ask(api, donor, '/api/fileupload/user');
    const taken = await addUploadAt(api, 'read', { owner: donor });
    await handOnTo(api, taken, owner, donor);
    const [first, next] = [await addUploadAt(api, 'described', { owner }), await addUploadAt(api, 'read', { owner })];
    for (let number = 1; number <= 10; number += 1) {
      const friend = person(`friend${number}`, `Friend ${number}`, []);
      await invite(api, first, { email: friend.email }, owner);
      expect((await accept(api, friend, await linkTo(api, friend.email))).status).toBe(200);
    }
    const accepted = `update repository.uploads set status = 'Accepted', nr = 500 + number, decided_at = now() where number = $1`;
    await api.pool.query(accepted, [first.number]);
    expect((await ask(api, owner, `/api/fileupload/${first.id}/versions`, { method: 'POST' })).status).toBe(201);
    for (let number = 1; number <= 20; number += 1) {
      expect((await invite(api, next, { email: `${number}@c.example` }, owner)).status).toBe(200);
    }
    expect(await refusalOf(await invite(api, taken, { email: '1@d.example' }, owner))).toBe('429 too-many-invitations');
  });
});

describe('a co-author', () => {
  test('finds the upload in the own list, with whose it is and the right', async () => {
    const upload = await addUploadAt(api, 'described');
    await share(api, upload, other, { right: 'edit' });
    const entry = (await listOf(other)).find(({ id }) => id === upload.id);
    expect(entry).toMatchObject({ right: 'edit', owner: contributor.name });
    expect((await listOf(contributor)).find(({ id }) => id === upload.id)).toMatchObject({ right: 'own', owner: null });
    expect(await json(ask(api, other, `/api/fileupload/${upload.id}/state`))).toMatchObject({
      own: true,
      right: 'edit',
      owner: contributor.name,
    });
  });

  test('does what the right includes, and the owner can change it', async () => {
    const upload = await addUploadAt(api, 'described');
    await share(api, upload, other, { right: 'read' });
    expect(await refusalOf(await save(other, upload.id, upload.title))).toBe('403 right-missing');
    const [member] = (await membersOf(contributor, upload.id)).members;
    const change = (right: string, actor = contributor) =>
      ask(api, actor, `/api/fileupload/${upload.id}/members/${member!.id}`, { method: 'PUT', body: { right } });
    expect(await refusalOf(await change('submit', other))).toBe('403 right-missing');
    expect((await change('edit')).status).toBe(200);
    expect((await save(other, upload.id, `${upload.title}, again`)).status).toBe(200);
    expect(await refusalOf(await ask(api, other, `/api/submit/${upload.id}`, { method: 'POST' }))).toBe(
      '403 right-missing',
    );
    await change('submit');
    expect((await ask(api, other, `/api/submit/${upload.id}`, { method: 'POST' })).status).toBe(200);
    expect(await refusalOf(await ask(api, other, `/api/submit/${upload.id}`, { method: 'DELETE' }))).toBe(
      '403 right-missing',
    );
    expect(await json(ask(api, contributor, `/api/fileupload/${upload.id}/history`))).toMatchObject([
      { act: 'co-author-joined', person: other.name },
      { act: 'submitted', person: other.name, actor: null },
    ]);
  });

  test('of one upload sees no other upload of the study, and cannot bring uploads of two people together', async () => {
    const [shared, hidden] = [await addUploadAt(api, 'described'), await addUploadAt(api, 'checked')];
    const both = { id: [shared.id, hidden.id], metadata: completeMetadata(shared.title) };
    expect((await ask(api, contributor, '/api/metadata', { method: 'POST', body: both })).status).toBe(200);
    await share(api, shared, other, { right: 'submit', scope: 'upload' });
    expect(await refusalOf(await ask(api, other, `/api/fileupload/${hidden.id}/state`))).toBe('404 not-found');
    const state = await json<{ study: string[] }>(ask(api, other, `/api/fileupload/${shared.id}/state`));
    expect(state.study).toEqual([shared.id]);
    const review = await json<{ others: unknown[] }>(ask(api, other, `/api/submit/${shared.id}`));
    expect(review.others).toEqual([]);
    const offered = await json<{ id: string }[]>(ask(api, other, `/api/metadata/${shared.id}/uploads`));
    expect(offered.map(({ id }) => id)).not.toContain(hidden.id);
    const own = await addUploadAt(api, 'checked', { owner: other });
    const mixed = { id: [shared.id, own.id], metadata: completeMetadata(shared.title) };
    expect(await refusalOf(await ask(api, other, '/api/metadata', { method: 'POST', body: mixed }))).toBe(
      '400 not-same-owner',
    );
  });

  test('of a study shares uploads that join it, and keeps one that leaves it', async () => {
    const [first, joining] = [await addUploadAt(api, 'described'), await addUploadAt(api, 'checked')];
    await share(api, first, other, { right: 'edit', scope: 'study' });
    const both = { id: [first.id, joining.id], metadata: completeMetadata(first.title) };
    await ask(api, contributor, '/api/metadata', { method: 'POST', body: both });
    expect((await ask(api, other, `/api/fileupload/${joining.id}/state`)).status).toBe(200);
    const alone = { id: [first.id], detach: [joining.id], metadata: completeMetadata(first.title) };
    await ask(api, contributor, '/api/metadata', { method: 'POST', body: alone });
    expect((await ask(api, other, `/api/fileupload/${joining.id}/state`)).status).toBe(200);
  });

  test('who submitted gets the request for changes and the decision, but not after the membership ended', async () => {
    const upload = await addUploadAt(api, 'described');
    await share(api, upload, other, { right: 'submit' });
    await ask(api, other, `/api/submit/${upload.id}`, { method: 'POST' });
    const told = async (actor: typeof other, word: string) =>
      (await mailsTo(actor.email, { file: upload.title, word })).length;
    const body = { panel: 1, points: ['Name the device.'], isImpartial: true };
    expect((await ask(api, expert1, `/api/editorial/${upload.id}/changes`, { method: 'POST', body })).status).toBe(200);
    expect([await told(contributor, 'changes'), await told(other, 'changes')]).toEqual([1, 1]);
    const answers = { answers: ['Done.'] };
    await ask(api, contributor, `/api/fileupload/${upload.id}/answers`, { method: 'PUT', body: answers });
    expect((await ask(api, other, `/api/submit/${upload.id}`, { method: 'POST' })).status).toBe(200);
    const [member] = (await membersOf(contributor, upload.id)).members;
    await end(contributor, upload.id, member!.id);
    await castVote(api, expert1, upload.id, { rating: 2 });
    await castVote(api, actors.expert2, upload.id, { rating: 2, nr: 2 });
    expect([await told(contributor, 'rejected'), await told(other, 'rejected')]).toEqual([1, 0]);
  });

  test('leaves, or is ended, and has no access from then on', async () => {
    const upload = await addUploadAt(api, 'read');
    await share(api, upload, other);
    await share(api, upload, second);
    const { members } = await membersOf(contributor, upload.id);
    const idOf = (actor: typeof other) => members.find((one) => one.person?.email === actor.email)!.id;
    expect(await refusalOf(await end(other, upload.id, idOf(second)))).toBe('403 right-missing');
    expect((await end(other, upload.id, idOf(other))).status).toBe(204);
    expect(await refusalOf(await ask(api, other, `/api/fileupload/${upload.id}/state`))).toBe('404 not-found');
    expect(await mailsTo(contributor.email, { file: `/${upload.id}`, word: 'has left' })).toHaveLength(1);
    expect((await end(contributor, upload.id, idOf(second))).status).toBe(204);
    expect(await mailsTo(second.email, { word: 'no longer a co-author' })).toHaveLength(1);
    expect((await listOf(second)).find(({ id }) => id === upload.id)).toBeUndefined();
  });

  test('keeps the right in a revision', async () => {
    const upload = await addUploadAt(api, 'submitted');
    await share(api, upload, other, { right: 'submit' });
    await castVote(api, expert1, upload.id, { rating: 2 });
    await castVote(api, actors.expert2, upload.id, { rating: 2, nr: 2 });
    const made = await json<{ id: string }>(
      ask(api, other, `/api/fileupload/${upload.id}/revision`, { method: 'POST' }),
    );
    expect((await listOf(contributor)).find(({ id }) => id === made.id)).toMatchObject({ right: 'own' });
    expect((await listOf(other)).find(({ id }) => id === made.id)).toMatchObject({ right: 'submit' });
  });
});

describe('an expert', () => {
  test('who was a co-author is a party for good', async () => {
    const upload = await addUploadAt(api, 'submitted');
    await share(api, upload, expert1, { right: 'read' });
    const [member] = (await membersOf(contributor, upload.id)).members;
    await end(contributor, upload.id, member!.id);
    for (const path of ['glance', 'notes', 'history']) {
      expect(await refusalOf(await ask(api, expert1, `/api/editorial/${upload.id}/${path}`))).toBe('403 vote-member');
    }
    const vote = { nr: 1, email: expert1.email, rating: 1, note: '', version: 0 };
    expect(
      await refusalOf(await ask(api, expert1, `/api/editorial/${upload.id}`, { method: 'POST', body: vote })),
    ).toBe('403 vote-member');
    const list = await json<{ id: string; standing: string }[]>(ask(api, expert1, '/api/editorial'));
    expect(list.find(({ id }) => id === upload.id)).toMatchObject({ standing: 'member' });
  });

  test('who reviews the submission cannot accept', async () => {
    const upload = await addUploadAt(api, 'submitted');
    const vote = { nr: 1, email: expert1.email, rating: 1, note: '', version: 0 };
    expect((await ask(api, expert1, `/api/editorial/${upload.id}`, { method: 'POST', body: vote })).status).toBe(200);
    await invite(api, upload, { email: expert1.email });
    const link = await linkTo(api, expert1.email);
    expect(await refusalOf(await accept(api, expert1, link))).toBe('409 reviewing-it');
  });
});

test('a right that is changed or ended is changed or ended on the new version, too', async () => {
  const upload = await addUploadAt(api, 'described');
  await share(api, upload, other, { right: 'submit' });
  const accepted = `update repository.uploads set status = 'Accepted', nr = 500 + number, decided_at = now() where number = $1`;
  await api.pool.query(accepted, [upload.number]);
  const begun = await ask(api, other, `/api/fileupload/${upload.id}/versions`, { method: 'POST' });
  const { id } = await json<{ id: string }>(begun);
  const [member] = (await membersOf(contributor, upload.id)).members;
  const body = { right: 'read' };
  await ask(api, contributor, `/api/fileupload/${upload.id}/members/${member?.id}`, { method: 'PUT', body });
  expect((await membersOf(contributor, id)).members).toMatchObject([{ right: 'read' }]);
  expect((await end(contributor, upload.id, member?.id ?? 0)).status).toBe(204);
  expect((await ask(api, other, `/api/fileupload/${id}`)).status).toBe(404);
});

describe('handing an upload on', () => {
  test('needs the acceptance, can be taken back until then, and moves study and versions', async () => {
    const [first, sibling] = [await addUploadAt(api, 'described'), await addUploadAt(api, 'checked')];
    const both = { id: [first.id, sibling.id], metadata: completeMetadata(first.title) };
    await ask(api, contributor, '/api/metadata', { method: 'POST', body: both });
    const offer = () =>
      ask(api, contributor, `/api/fileupload/${first.id}/owner`, { method: 'POST', body: { email: second.email } });
    expect(await json(offer())).toMatchObject({ offer: { email: second.email } });
    expect(await refusalOf(await offer())).toBe('409 offer-open');
    const link = await linkTo(api, second.email);
    await ask(api, contributor, `/api/fileupload/${sibling.id}/owner`, { method: 'DELETE' });
    expect(await refusalOf(await accept(api, second, link))).toBe('410 membership-ended');
    await handOnTo(api, first, second);
    const ids = (await listOf(second)).filter(({ right }) => right === 'own').map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.id, sibling.id]));
    expect((await listOf(contributor)).find(({ id }) => id === sibling.id)).toMatchObject({
      right: 'read',
      owner: second.name,
    });
    expect(await json(ask(api, second, `/api/metadata/${first.id}`))).toMatchObject({
      metadata: expect.arrayContaining([expect.objectContaining({ values: [first.title] })]) as unknown,
    });
    expect(await mailsTo(contributor.email, { word: 'handed on' })).toHaveLength(1);
  });

  test('ends private links and invitations of the former owner', async () => {
    const upload = await addUploadAt(api, 'submitted');
    const until = new Date(Date.now() + 9 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const links = `/api/fileupload/${upload.id}/private-links`;
    await ask(api, contributor, links, { method: 'POST', body: { label: 'Mine', until } });
    await invite(api, upload, { email: 'my-other-address@example.org', right: 'submit' });
    const invitation = await linkTo(api, 'my-other-address@example.org');
    await handOnTo(api, upload, second);
    expect(await json(ask(api, second, links))).toMatchObject({ links: [{ state: 'revoked' }] });
    expect(await refusalOf(await accept(api, other, invitation))).toBe('410 membership-ended');
  });

  test('makes an expert who takes it over a party, and keeps the former owner one', async () => {
    const upload = await addUploadAt(api, 'submitted');
    await handOnTo(api, upload, expert1);
    expect(await refusalOf(await ask(api, expert1, `/api/editorial/${upload.id}/glance`))).toBe('403 vote-own-upload');
    const records = await api.repository.db.select().from(studyMembers).where(eq(studyMembers.person, 'contributor'));
    expect(records.some(({ right, endedAt }) => right === 'read' && endedAt === null)).toBe(true);
  });

  test('is offered by the chair with a reason to an account, which alone can accept', async () => {
    const upload = await addUploadAt(api, 'submitted');
    const path = `/api/editorial/${upload.id}/owner`;
    const offer = (email: string, reason = 'The account ends.', actor = chair) =>
      ask(api, actor, path, { method: 'POST', body: { email, reason } });
    expect(await refusalOf(await offer(second.email, ' '))).toBe('400 reason-missing');
    expect(await refusalOf(await offer('nobody@school.example'))).toBe('409 account-unknown');
    expect(await refusalOf(await offer(contributor.email))).toBe('409 already-theirs');
    expect(await refusalOf(await offer(second.email, 'It ends.', expert1))).toBe('403 forbidden');
    expect(await json(offer(second.email))).toMatchObject({ offer: { email: second.email, isByChair: true } });
    expect(await mailsTo(contributor.email, { file: `/${upload.id}`, word: 'offered to somebody else' })).toHaveLength(
      1,
    );
    const link = await linkTo(api, second.email);
    expect(await refusalOf(await accept(api, other, link))).toBe('403 other-account');
    expect((await accept(api, second, link)).status).toBe(200);
    expect(await json(ask(api, chair, path))).toMatchObject({ owner: { email: second.email }, offer: null });
    expect((await listOf(contributor)).find(({ id }) => id === upload.id)).toBeUndefined();
  });

  test('is declined, which the present owner is told, and the chair who made the offer', async () => {
    const upload = await addUploadAt(api, 'submitted');
    await handOnTo(api, upload, other);
    await invite(api, upload, { email: 'before@school.example' }, other);
    const link = await linkTo(api, 'before@school.example');
    await ask(api, null, `/api/members/${link}`, { method: 'DELETE' });
    expect(await mailsTo(other.email, { file: `/${upload.id}`, word: 'declined' })).toHaveLength(1);
    expect(await mailsTo(contributor.email, { file: `/${upload.id}`, word: 'declined' })).toEqual([]);
    const body = { email: second.email, reason: 'The account ends.' };
    await ask(api, chair, `/api/editorial/${upload.id}/owner`, { method: 'POST', body });
    await ask(api, null, `/api/members/${await linkTo(api, second.email)}`, { method: 'DELETE' });
    const chairs = await mailsTo(chair.email, { file: `/editorial-board/owner/${upload.id}`, word: 'declined' });
    expect(chairs).toHaveLength(1);
    expect(await mailsTo(other.email, { file: `/file-upload/co-authors/${upload.id}`, word: 'offer' })).toHaveLength(2);
  });

  test('is not offered by a chair who is a party', async () => {
    const upload = await addUploadAt(api, 'submitted');
    await share(api, upload, chair, { right: 'read' });
    const body = { email: second.email, reason: 'The account ends.' };
    expect(await refusalOf(await ask(api, chair, `/api/editorial/${upload.id}/owner`, { method: 'POST', body }))).toBe(
      '403 vote-member',
    );
  });
});
