import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxInvitationsADay } from '@domain/life/co-authors';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { accept, invite, linkTo, share } from '../../../tests/support/member-calls';
import { race } from '../../../tests/support/race';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, person, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import { studyMembers, uploads } from '../store/schema';

const { contributor, other, expert1 } = actors;
const second = person('second', 'Sina Second', []);
const rounds = 5;

onPostgresql('co-authors on two servers', () => {
  let two: TwoServers;
  let one: TestApi;
  let another: TestApi;
  beforeAll(async () => {
    two = await openTwoServers();
    [one, another] = two.servers;
    for (const actor of [contributor, other, second, expert1]) await ask(one, actor, '/api/fileupload/user');
  });
  afterAll(async () => {
    expect(two.errors()).toEqual([]);
    await two.close();
  });
  const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();
  const ownerOf = async (number: number) =>
    (await one.repository.db.select().from(uploads).where(eq(uploads.number, number)))[0]?.owner;

  test('of two who accept the same link, one becomes a co-author', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await addUploadAt(one, 'read');
      await invite(one, upload, { email: `race-${round}@school.example` });
      const link = await linkTo(one, `race-${round}@school.example`);
      const answers = await race([() => accept(one, other, link), () => accept(another, second, link)]);
      expect(statuses(answers)).toEqual([200, 410]);
      const rows = await one.repository.db.select().from(studyMembers).where(eq(studyMembers.upload, upload.number));
      expect(rows).toMatchObject([{ endedAt: null }]);
    }
  });

  test('a membership that ends while the co-author saves either lets the save through or refuses it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await addUploadAt(one, 'described');
      await share(one, upload, other, { right: 'edit' });
      const [row] = await one.repository.db.select().from(studyMembers).where(eq(studyMembers.upload, upload.number));
      const body = { id: [upload.id], metadata: completeMetadata(`${upload.title}, saved`) };
      const [saved, ended] = await race([
        () => ask(one, other, '/api/metadata', { method: 'POST', body }),
        () => ask(another, contributor, `/api/fileupload/${upload.id}/members/${row!.id}`, { method: 'DELETE' }),
      ]);
      expect(ended?.status).toBe(204);
      expect([200, 404]).toContain(saved?.status);
    }
  });

  test('an upload that is handed on while a co-author submits is submitted once and has one owner', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await addUploadAt(one, 'described');
      await share(one, upload, other, { right: 'submit' });
      const offered = { method: 'POST', body: { email: second.email } };
      await ask(one, contributor, `/api/fileupload/${upload.id}/owner`, offered);
      const link = await linkTo(one, second.email);
      const answers = await race([
        () => ask(one, other, `/api/submit/${upload.id}`, { method: 'POST' }),
        () => accept(another, second, link),
      ]);
      expect(statuses(answers)).toEqual([200, 200]);
      expect(await ownerOf(upload.number)).toBe(second.subject);
    }
  });

  test('the last invitation of a day is sent once, whatever it is about', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = person(`busy-${round}`, 'Bea Busy', []);
      await ask(one, owner, '/api/fileupload/user');
      const [first, next] = [await addUploadAt(one, 'read', { owner }), await addUploadAt(one, 'read', { owner })];
      const sent = await addUploadAt(one, 'read', { owner });
      await one.repository.db
        .insert(studyMembers)
        .values(
          Array.from({ length: maxInvitationsADay - 1 }, (_, number) => ({
            upload: sent.number,
            email: `${number}@school.example`,
            linkHash: `${owner.subject} ${number}`,
            right: 'read' as const,
            invitedBy: owner.subject,
            invitedAt: new Date(),
            expiresAt: new Date(),
          })),
        );
      const answers = await race([
        () => invite(one, first, { email: 'last@school.example' }, owner),
        () => invite(another, next, { email: 'last@school.example' }, owner),
      ]);
      expect(statuses(answers)).toEqual([200, 429]);
    }
  });

  test('an expert either takes a panel or becomes a co-author', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await addUploadAt(one, 'submitted');
      await invite(one, upload, { email: expert1.email });
      const link = await linkTo(one, expert1.email);
      const vote = { nr: 1, email: expert1.email, rating: 1, note: '', version: 0 };
      const answers = await race([
        () => ask(one, expert1, `/api/editorial/${upload.id}`, { method: 'POST', body: vote }),
        () => accept(another, expert1, link),
      ]);
      const [voted, joined] = answers.map(({ status }) => status);
      expect([
        [200, 409],
        [403, 200],
      ]).toContainEqual([voted, joined]);
    }
  });
});
