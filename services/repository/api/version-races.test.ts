import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { RevisionSchema } from '@domain/api/reviews';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { race } from '../../../tests/support/race';
import { addUploadAt, ask, type ReadyUpload } from '../../../tests/support/ready-uploads';
import { actors, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import { sqlText } from '../context/table-engine';
import { lockVersions } from '../store/locks';
import { files, newVersions, sourceTables, uploads } from '../store/schema';
import { nextPublicNumber } from '../store/submissions';

const { contributor } = actors;
const rounds = 5;

onPostgresql('versions on two servers', () => {
  let two: TwoServers;
  let one: TestApi;
  let other: TestApi;
  beforeAll(async () => {
    two = await openTwoServers();
    [one, other] = two.servers;
  });
  afterAll(async () => {
    expect(two.errors()).toEqual([]);
    await two.close();
  });

  async function accepted(): Promise<ReadyUpload> {
    const upload = await addUploadAt(one, 'described');
    await one.repository.db.transaction(async (tx) => {
      const nr = await nextPublicNumber(tx);
      await tx.update(uploads).set({ status: 'Accepted', nr }).where(eq(uploads.number, upload.number));
    });
    return upload;
  }
  const begin = (server: TestApi, { id }: ReadyUpload) =>
    ask(server, contributor, `/api/fileupload/${id}/versions`, { method: 'POST' });
  const bodyOf = async (response: Response) => RevisionSchema.parse(await response.json());
  const versionsOf = ({ number }: ReadyUpload) =>
    one.repository.db.select().from(uploads).where(eq(uploads.series, number));

  test('a version that is begun in two windows at once is one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const first = await accepted();
      const answers = await race([one, other, one, other].map((server) => () => begin(server, first)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      const ids = await Promise.all(answers.map(async (answer) => (await bodyOf(answer)).id));
      expect(new Set(ids).size).toBe(1);
      expect(await versionsOf(first)).toHaveLength(1);
    }
  });

  test('a version that is begun and deleted at once leaves room for one', async () => {
    const first = await accepted();
    const { id } = await bodyOf(await begin(one, first));
    const remove = () => ask(other, contributor, `/api/fileupload/${id}`, { method: 'DELETE' });
    const [begun, removed] = await race([() => begin(one, first), remove]);
    expect([begun?.status, removed?.ok]).toEqual([expect.any(Number), true]);
    expect((await begin(one, first)).ok).toBe(true);
    expect((await versionsOf(first)).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1);
  });

  /** A new version with another abstract, whose rows exist and are checked, so that it can be submitted. */
  async function ready(first: ReadyUpload): Promise<string> {
    const { id } = await bodyOf(await begin(one, first));
    const { db } = one.repository;
    const [version] = await versionsOf(first);
    const ofVersion = eq(files.upload, version?.number ?? 0);
    const [file] = await db.select().from(files).where(ofVersion);
    const [table] = await db
      .update(sourceTables)
      .set({ checkState: 'ready', n: 300 })
      .where(eq(sourceTables.file, file?.id ?? ''))
      .returning();
    await writeRows(table?.objectKey ?? '');
    const metadata = withEntries(completeMetadata(first.title), entry(5, ['Fitness of adults, described anew.']));
    const saved = await ask(one, contributor, '/api/metadata', { method: 'POST', body: { id: [id], metadata } });
    expect(saved.status).toBe(200);
    return id;
  }
  async function writeRows(key: string): Promise<void> {
    const { files: store, tables } = one.repository;
    const columns = [0, 1, 2].flatMap((at) => [`'${at}' as c${at}`, `${at}::double as n${at}`]);
    const copy = `copy (select ${columns.join(', ')})`;
    await store.writeLocal(key, (path) => tables.run(`${copy} to ${sqlText(path)} (format parquet)`));
  }

  test('of a submission and a withdrawal of the former version at once, the submission never comes after', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const first = await accepted();
      const id = await ready(first);
      const series = first.number;
      const number = Number.parseInt(id, 10);
      const withdraw = () =>
        other.repository.db.transaction(async (tx) => {
          await lockVersions(tx, series);
          const [version] = await tx.select().from(uploads).where(eq(uploads.number, number));
          await tx.update(uploads).set({ withdrawnAt: new Date() }).where(eq(uploads.number, series));
          return version?.status ?? '';
        });
      const submit = async () => {
        const path = `/api/submit/${id}`;
        const answer = await ask(one, contributor, path, { method: 'POST', body: { news: 'New.' } });
        return ((await answer.json()) as { code?: string; status?: string }).code ?? 'Submitted';
      };
      const [before, code] = await race<string>([withdraw, submit]);
      // Whoever came first decides.
      expect([before, code]).toEqual(
        before === 'Submitted' ? ['Submitted', 'Submitted'] : ['Uploaded', 'former-withdrawn'],
      );
      const [kept] = await one.repository.db
        .select()
        .from(newVersions)
        .where(and(eq(newVersions.upload, number)));
      expect(kept?.difference === null).toBe(code !== 'Submitted');
    }
  });
});
