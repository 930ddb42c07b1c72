import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { setsOf } from '../../services/repository/harvest/sets';
import { insertKeptFile } from '../../services/repository/store/kept-files';
import { updateSearch } from '../../services/repository/search/found-data-sets';
import { addRecords, findEntry } from '../../services/repository/store/harvest';
import { lockVersions } from '../../services/repository/store/locks';
import { dataSets, keptFiles, searchDocuments, uploads, withdrawals } from '../../services/repository/store/schema';
import { removeDueData } from '../../services/repository/upkeep/due-work';
import { castVote } from '../support/editorial-calls';
import { actOn, type PublishedUpload } from '../support/published-uploads';
import { race, raceRounds } from '../support/race';
import { addUploadAt, ask, storedUpload } from '../support/ready-uploads';
import { actors, chair, person } from '../support/test-api';
import { onPostgresql } from '../support/test-database';
import { throwError } from '../support/throw-error';
import { openTwoServers, type TwoServers } from '../support/two-servers';

const rounds = raceRounds * 8;
const second = person('second-chair', 'Selma Second', ['Chair']);
const { expert1, expert2 } = actors;
const withdrawal = { decision: 'withdraw', reason: 'A wrong file.' } as const;

/** Acts on the withdrawal of one data set at the same moment, each on a server of its own. */
onPostgresql('withdrawals on two servers', () => {
  let two: TwoServers;
  beforeAll(async () => {
    two = await openTwoServers();
  });
  afterAll(async () => {
    expect(two.errors()).toEqual([]);
    await two.close();
  });

  /** An accepted data set that is found and harvested. */
  async function accept(): Promise<PublishedUpload> {
    const [api] = two.servers;
    const { id, number } = await addUploadAt(api, 'submitted');
    for (const [at, expert] of [expert1, expert2].entries()) {
      expect((await castVote(api, expert, id, { nr: at === 0 ? 1 : 2 })).status).toBe(200);
    }
    const { upload, study } = await storedUpload(api, number);
    const nr = upload.nr!;
    const row = {
      ...{ nr, doi: '', doiUrl: '', doiIsTest: true, pubYears: [], authors: [], titles: [study.title ?? ''] },
      ...{ types: ['RAW'], count: 1, genders: [], ages: [], rights: [], exercises: [] },
    };
    await api.repository.db.transaction(async (tx) => {
      await lockVersions(tx, number);
      await tx
        .insert(dataSets)
        .values({ nr, upload: number, publishedAt: new Date(), row, metadata: study.metadata, values: 1 });
      await updateSearch(tx, number);
      await addRecords(tx, [{ nr, sets: setsOf(row) }]);
    });
    return { id, number, nr };
  }

  /** A new version of a data set, as far as it is under review. */
  async function beginVersion(first: PublishedUpload): Promise<{ id: string; number: number }> {
    const [api] = two.servers;
    const answer = await ask(api, actors.contributor, `/api/fileupload/${first.id}/versions`, { method: 'POST' });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const number = Number.parseInt(id, 10);
    const { db } = api.repository;
    await db.update(uploads).set({ status: 'Submitted', submittedAt: new Date() }).where(eq(uploads.number, number));
    return { id, number };
  }

  /** What the two servers and all that is derived say about a data set. */
  async function stateOf({ number, nr }: PublishedUpload) {
    const { db } = two.servers[1].repository;
    const { upload } = await storedUpload(two.servers[1], number);
    const [record] = await db.select().from(withdrawals).where(eq(withdrawals.upload, number));
    const [entry] = await findEntry(db, nr);
    return {
      isWithdrawn: upload.withdrawnAt !== null,
      isRemoved: Boolean(record?.removedAt),
      isFound: (await db.$count(searchDocuments, eq(searchDocuments.nr, nr))) > 0,
      isDeleted: entry?.isDeleted,
    };
  }
  const gone = { isWithdrawn: true, isFound: false, isDeleted: true };
  const shown = { isWithdrawn: false, isRemoved: false, isFound: true, isDeleted: false };

  test('two members of the chair withdraw: one of them is told that it is done', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accept();
      const answers = await race([
        () => actOn(two.servers[0], chair, upload, 'withdrawal', withdrawal),
        () => actOn(two.servers[1], second, upload, 'withdrawal', withdrawal),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stateOf(upload)).toEqual({ ...gone, isRemoved: false });
    }
  });

  test('a restoration and the removal when the time is over: either all comes back, or nothing', async () => {
    const ends = { restored: 0, removed: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accept();
      await actOn(two.servers[0], chair, upload, 'withdrawal', withdrawal);
      const late = { ...two.servers[1].repository, now: () => new Date(Date.now() + 400 * 24 * 60 * 60 * 1000) };
      const [restored] = await race<unknown>([
        () => actOn(two.servers[0], chair, upload, 'restoration', { reason: 'A mistake.' }),
        () => removeDueData(late, throwError),
      ]);
      const isRestored = (restored as Response).status === 200;
      expect((restored as Response).status).toBe(isRestored ? 200 : 409);
      expect(await stateOf(upload)).toEqual(isRestored ? shown : { ...gone, isRemoved: true });
      ends[isRestored ? 'restored' : 'removed'] += 1;
    }
    process.stdout.write(`${JSON.stringify(ends)}\n`);
  });

  test('two people confirm a removal, and it is done once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accept();
      await actOn(two.servers[0], chair, upload, 'withdrawal', withdrawal);
      await actOn(two.servers[0], chair, upload, 'removal', { reason: 'A court asks for it.' });
      const answers = await race([
        () => actOn(two.servers[0], actors.contributor, upload, 'removal/confirmation'),
        () => actOn(two.servers[1], second, upload, 'removal/confirmation'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stateOf(upload)).toEqual({ ...gone, isRemoved: true });
    }
  });

  test('a data set is withdrawn while its next version gets its last vote: the later one sees the earlier one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const first = await accept();
      const next = await beginVersion(first);
      await castVote(two.servers[0], expert1, next.id, { nr: 1 });
      const answers = await race([
        () => actOn(two.servers[0], chair, first, 'withdrawal', withdrawal),
        () => castVote(two.servers[1], expert2, next.id, { nr: 2 }),
      ]);
      const [withdrawn, voted] = answers.map(({ status }) => status);
      expect(withdrawn).toBe(200);
      expect([200, 409]).toContain(voted);
      expect(await stateOf(first)).toEqual({ ...gone, isRemoved: false });
      const { status } = (await storedUpload(two.servers[0], next.number)).upload;
      expect(status).toBe(voted === 200 ? 'Accepted' : 'Submitted');
    }
  });

  test('a package that is complete at the moment of the withdrawal is not kept', async () => {
    const { db } = two.servers[1].repository;
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accept();
      const file = { contentKey: `package-${upload.nr}`, objectKey: `kept/${upload.nr}`, bytes: 1, sha256: 'ab' };
      const kept = { ...file, numbers: [upload.nr], usedAt: new Date() };
      await race<unknown>([
        () => actOn(two.servers[0], chair, upload, 'withdrawal', withdrawal),
        () => db.transaction((tx) => insertKeptFile(tx, kept)),
      ]);
      expect(await db.$count(keptFiles, eq(keptFiles.contentKey, file.contentKey))).toBe(0);
    }
  });
});
