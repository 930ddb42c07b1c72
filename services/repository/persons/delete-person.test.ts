import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { formerSubject } from '@domain/former-person';

import { handOnTo, invite, mailsTo, share } from '../../../tests/support/member-calls';
import { addUploadAt } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { JobData } from '../store/jobs';
import { recordPerson } from '../store/people';
import { correctionProposals, uploads } from '../store/schema';
import { keepWaitingMail } from '../store/waiting-mails';
import { resumeDeletions } from '../upkeep/due-work';
import { beginDeletion, deletePerson } from './delete-person';

let api: TestApi;
beforeAll(async () => void (api = await createTestApi()));
afterAll(() => api.close());

const leaving = { ...actors.contributor, name: 'Clara (C.) Contributor', email: 'clara+lab@example.org' };
const { expert1 } = actors;
const person = {
  ...leaving,
  former: formerSubject('test'),
  otherAddresses: ['clara.new@example.org'],
  language: 'en' as const,
};

async function waiting(): Promise<string[]> {
  const { rows } = await api.pool.query<{ subject: string }>(
    "select data->>'subject' as subject from pgboss.job where name = 'send-mail' order by 1",
  );
  return rows.map(({ subject }) => subject);
}

test('no mail to or about a deleted person waits, also none that is being sent', async () => {
  const { db, jobs } = api.repository;
  for (const one of [leaving, expert1]) await recordPerson(db, one, new Date());
  const mail = (subject: string, to: string, text: string) =>
    db.transaction((tx) => jobs.enqueue(tx, 'send-mail', { to, subject, text }));
  await mail('to them', leaving.email.toUpperCase(), 'Your file has been submitted.');
  await mail('being sent to them', leaving.email, 'Your file has been submitted.');
  await mail('names the address', expert1.email, `Contributor: ${leaving.name}, ${leaving.email}.`);
  await mail('names the person', expert1.email, `${leaving.name} is a co-author now.`);
  await mail('names another address', expert1.email, `Contributor: Otto Other, other.${leaving.email}`);
  await mail('names another person', expert1.email, `${leaving.name}ius is a co-author now.`);
  await api.pool.query("update pgboss.job set state = 'active' where data->>'subject' like 'being sent%'");
  await db.transaction(async (tx) => {
    const daily = { recipient: expert1.subject, at: new Date() };
    await keepWaitingMail(tx, { ...daily, subject: 'daily', text: `Contributor: ${leaving.name}, ${leaving.email}` });
    await keepWaitingMail(tx, { ...daily, subject: 'daily of another', text: 'Contributor: Otto Other' });
  });
  const forgotten: string[] = [];
  api.repository.mail.forget = async (addresses) => void forgotten.push(...addresses);
  await deletePerson(api.repository, person, new AbortController().signal);
  expect(new Set(forgotten)).toEqual(new Set([leaving.email, 'clara.new@example.org']));
  expect(await waiting()).toEqual([
    'Your Motothek account is deleted',
    'names another address',
    'names another person',
  ]);
  const daily = await api.pool.query('select subject from repository.waiting_mails');
  expect(daily.rows).toEqual([{ subject: 'daily of another' }]);
  // The job is run again if it was killed after its last step.
  await deletePerson(api.repository, person, new AbortController().signal);
  expect(await waiting()).toContain('Your Motothek account is deleted');
});

test('somebody who has never opened Motothek leaves no invitation and no mail either', async () => {
  const upload = await addUploadAt(api, 'described');
  const never = { subject: 'never-seen', name: 'Nora Never', email: 'Never@example.org' };
  expect((await invite(api, upload, { email: 'never@example.org' })).status).toBe(200);
  await api.repository.db.transaction((tx) =>
    beginDeletion(tx, api.repository, { ...never, otherAddresses: [], language: null }),
  );
  const { rows } = await api.pool.query<{ data: JobData['delete-person'] }>(
    `delete from pgboss.job where name = 'delete-person' returning data`,
  );
  expect(rows).toHaveLength(1);
  // It is run again if it was killed after its last step.
  for (const { data } of [...rows, ...rows]) await deletePerson(api.repository, data, new AbortController().signal);
  const invited = await api.pool.query(`select from repository.study_members where lower(email) = 'never@example.org'`);
  expect(invited.rowCount).toBe(0);
  const subjects = (await mailsTo(api, never.email)).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringContaining('Your Motothek account is deleted')]);
  expect(await mailsTo(api, 'never@example.org')).toEqual([]);
  const left = await api.pool.query('select from repository.people where subject = $1', [never.subject]);
  expect(left.rowCount).toBe(0);
});

test('co-authors are told what went and what stays, once each', async () => {
  const draft = await addUploadAt(api, 'described');
  const accepted = await addUploadAt(api, 'described');
  const alone = await addUploadAt(api, 'described');
  for (const one of [draft, accepted]) await share(api, one, actors.expert2);
  await api.repository.db
    .update(uploads)
    .set({ status: 'Accepted', nr: 77 })
    .where(eq(uploads.number, accepted.number));
  const owner = { ...actors.contributor, former: formerSubject('owner'), otherAddresses: [], language: null };
  await deletePerson(api.repository, owner, new AbortController().signal);
  const told = (await mailsTo(api, actors.expert2.email)).map(({ text }) => text);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain(`this upload: adults-${draft.number}.csv (${draft.title})`);
  expect(told[1]).toContain('Nobody owns it any more');
  expect(told[1]).toContain(`/file-upload/co-authors/${accepted.id}`);
  expect(told.join()).not.toContain(alone.title);
});

test('a version that a co-author began of what is left is handed on without the versions before it', async () => {
  const first = await addUploadAt(api, 'described');
  await share(api, first, actors.expert2);
  await api.repository.db.update(uploads).set({ status: 'Accepted', nr: 78 }).where(eq(uploads.number, first.number));
  const owner = { ...actors.contributor, former: formerSubject('first'), otherAddresses: [], language: null };
  await deletePerson(api.repository, owner, new AbortController().signal);
  const second = await addUploadAt(api, 'described', { owner: actors.expert2 });
  const version = { series: first.number, version: 2 };
  await api.repository.db.update(uploads).set(version).where(eq(uploads.number, second.number));
  await handOnTo(api, second, actors.other, actors.expert2);
  const { rows } = await api.pool.query('select owner from repository.uploads where number = any($1) order by number', [
    [first.number, second.number],
  ]);
  expect(rows).toEqual([{ owner: owner.former }, { owner: actors.other.subject }]);
});

test('a correction that a co-author has proposed is withdrawn, and the history says so without them', async () => {
  const { db } = api.repository;
  const { number } = await addUploadAt(api, 'described', { owner: actors.other });
  const [shared] = await db
    .update(uploads)
    .set({ status: 'Accepted', nr: 79 })
    .where(eq(uploads.number, number))
    .returning();
  await recordPerson(db, actors.expert3, new Date());
  const proposer = actors.expert3.subject;
  const about = { study: shared!.study, upload: number, proposer };
  await db.insert(correctionProposals).values({ ...about, note: 'A slip.', changes: [], proposedAt: new Date() });
  const leaver = { ...actors.expert3, former: formerSubject('proposer'), otherAddresses: [], language: null };
  await deletePerson(api.repository, leaver, new AbortController().signal);
  expect((await api.pool.query('select from repository.correction_proposals')).rowCount).toBe(0);
  const { rows } = await api.pool.query('select act, actor from repository.review_history where upload = $1', [number]);
  expect(rows).toEqual([{ act: 'withdrew-correction', actor: leaver.former }]);
});

test('a deletion that has failed for good begins again with the same subject in their place', async () => {
  const { db, jobs } = api.repository;
  const lost = { ...person, subject: 'lost', former: formerSubject('lost') };
  const states = async () => {
    const { rows } = await api.pool.query<{ state: string; data: unknown }>(
      "select state, data from pgboss.job where name = 'delete-person'",
    );
    return rows;
  };
  await db.transaction((tx) => jobs.enqueue(tx, 'delete-person', lost));
  await api.pool.query("update pgboss.job set state = 'failed', completed_on = now() where name = 'delete-person'");
  await resumeDeletions(api.repository);
  expect(await states()).toEqual([{ state: 'created', data: lost }]);
  await api.pool.query(`
    with gone as (delete from pgboss.job where name = 'delete-person' returning *)
    insert into pgboss.archive select *, now() from gone`);
  await api.pool.query("update pgboss.archive set state = 'failed' where name = 'delete-person'");
  await resumeDeletions(api.repository);
  expect(await states()).toEqual([{ state: 'created', data: lost }]);
});
