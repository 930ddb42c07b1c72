import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MadePrivateLink } from '@domain/life/private-links';
import { embargoDay } from '@domain/metadata/embargo';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { race } from '../../../tests/support/race';
import { addUploadAt, ask, type ReadyUpload } from '../../../tests/support/ready-uploads';
import { actors, chair, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import { sqlText } from '../context/table-engine';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { openLinkedUpload } from '../life/linked-upload';
import { dataSets, files, privateLinks, reviewHistory, sourceTables, studies, uploads } from '../store/schema';
import { findStudyOf } from '../store/studies';
import { nextPublicNumber } from '../store/submissions';
import { tellOfEmbargoes } from '../upkeep/embargo-notices';

const { contributor } = actors;
const rounds = 5;
const accepted = new Date('2026-11-26T10:00:00Z');

onPostgresql('embargo and private links on two servers', () => {
  let two: TwoServers;
  let one: TestApi;
  let other: TestApi;
  beforeAll(async () => {
    two = await openTwoServers();
    [one, other] = two.servers;
    at(accepted);
    await ask(one, chair, '/api/editorial');
  });
  afterAll(async () => {
    expect(two.errors()).toEqual([]);
    await two.close();
  });

  const at = (moment: Date) => {
    for (const { repository } of two.servers) repository.now = () => moment;
  };
  let titles = 0;

  /** An accepted upload under an embargo until 30 June 2027. */
  async function embargoed(): Promise<ReadyUpload> {
    titles += 1;
    const upload = await addUploadAt(one, 'described', { metadata: completeMetadata(`Meeting ${titles}`) });
    await one.repository.db.transaction(async (tx) => {
      const nr = await nextPublicNumber(tx);
      const decided = { status: 'Accepted' as const, nr, decidedAt: accepted };
      const [row] = await tx.update(uploads).set(decided).where(eq(uploads.number, upload.number)).returning();
      const metadata = withEntries(completeMetadata(`Meeting ${titles}`), entry(29, ['---2027-6-30']));
      await tx.update(studies).set({ metadata }).where(eq(studies.id, row!.study));
    });
    return upload;
  }

  /** Mails to the contributor that were ever enqueued about an upload. */
  async function mailsAbout(subject: string): Promise<number> {
    const { rows } = await one.repository.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pgboss.job
        where name = 'send-mail' and data ->> 'to' = ${contributor.email} and data ->> 'subject' like ${`%${subject}%`}`,
    );
    return rows[0]?.count ?? 0;
  }

  async function made({ id }: ReadyUpload): Promise<{ number: number; secret: string }> {
    const body = { label: 'Reviewer 2', until: '2027-01-31' };
    const answer = await ask(one, contributor, `/api/fileupload/${id}/private-links`, { method: 'POST', body });
    const { link, address } = (await answer.json()) as MadePrivateLink;
    return { number: link.number, secret: address.split('/').at(-1)! };
  }

  test('a link that is revoked while it is used counts every use that it gave, and gives none afterwards', async () => {
    const upload = await embargoed();
    for (let round = 0; round < rounds; round += 1) {
      const { number, secret } = await made(upload);
      const use = ({ repository }: TestApi) =>
        openLinkedUpload(repository, secret, 'visit').then(
          () => 1,
          () => 0,
        );
      const path = `/api/fileupload/${upload.id}/private-links/${number}`;
      const revoke = async () => ((await ask(other, contributor, path, { method: 'DELETE' })).ok ? 0 : 1000);
      const given = await race([...[one, other, one, other].map((server) => () => use(server)), revoke]);
      const [link] = await one.repository.db.select().from(privateLinks).where(eq(privateLinks.id, number));
      expect(link).toMatchObject({ uses: given.reduce((sum, count) => sum + count, 0), revokedAt: accepted });
      expect(await use(one)).toBe(0);
    }
  });

  test('of two changes that meet, the embargo is that of the last one in the history', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, number } = await embargoed();
      const change = (server: TestApi, side: string, actor: typeof chair, body: object) =>
        ask(server, actor, `/api/${side}/${id}/embargo`, { method: 'POST', body });
      const answers = await race([
        () => change(one, 'fileupload', contributor, { until: '2027-03-01' }),
        () => change(other, 'editorial', chair, { until: '2027-12-01', reason: 'The paper appears later.' }),
        () => change(other, 'fileupload', contributor, { until: '2027-02-01' }),
      ]);
      const acts = await one.repository.db
        .select()
        .from(reviewHistory)
        .where(eq(reviewHistory.upload, number))
        .orderBy(reviewHistory.id);
      expect(acts).toHaveLength(answers.filter(({ ok }) => ok).length);
      const study = await findStudyOf(one.repository.db, number);
      expect(embargoDay(study?.metadata ?? [])).toBe(acts.at(-1)?.content.until);
    }
  });

  test('notice is given once, and the data published once, with one mail', async () => {
    const before = [await mailsAbout('ends soon'), await mailsAbout('is public')];
    await one.repository.db.update(uploads).set({ withdrawnAt: accepted });
    const upload = await embargoed();
    at(new Date('2027-06-20T10:00:00Z'));
    const fail = (error: unknown) => {
      throw error;
    };
    await race(two.servers.flatMap(({ repository }) => [0, 1].map(() => () => tellOfEmbargoes(repository, fail))));
    expect((await mailsAbout('ends soon')) - before[0]!).toBe(1);
    await writeRows(upload);
    // The day was missed.
    at(new Date('2027-07-09T10:00:00Z'));
    const { signal } = new AbortController();
    const publish = ({ repository }: TestApi) => publishUpload(repository, { upload: upload.number }, signal);
    await race([one, other, one, other].map((server) => () => publish(server)));
    expect(await one.repository.db.$count(dataSets, eq(dataSets.upload, upload.number))).toBe(1);
    expect((await mailsAbout('is public')) - before[1]!).toBe(1);
  });

  async function writeRows({ number }: ReadyUpload): Promise<void> {
    const { db, files: store, tables } = one.repository;
    const found = await db
      .select({ key: sourceTables.objectKey })
      .from(sourceTables)
      .innerJoin(files, eq(files.id, sourceTables.file))
      .where(eq(files.upload, number));
    const columns = [0, 1, 2].flatMap((index) => [`'${index}' as c${index}`, `${index}::double as n${index}`]);
    for (const { key } of found) {
      const copy = `copy (select ${columns.join(', ')})`;
      await store.writeLocal(key, (path) => tables.run(`${copy} to ${sqlText(path)} (format parquet)`));
    }
  }
});
