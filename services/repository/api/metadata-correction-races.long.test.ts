import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { CorrectionToJudgeSchema } from '@domain/api/metadata-corrections';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, bearer, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import type { Actor } from '../context/context';
import { correctionProposals, reviewHistory } from '../store/schema';

const { contributor, expert1, expert2 } = actors;
const rounds = 12;

onPostgresql('corrections of metadata that meet on two servers', () => {
  let both: TwoServers;
  let one: TestApi;
  let two: TestApi;
  beforeAll(async () => {
    both = await openTwoServers();
    [one, two] = both.servers;
  });
  afterAll(async () => {
    expect(both.errors()).toEqual([]);
    await both.close();
  });

  let titles = 0;
  const titleOf = () => `Races of corrections ${(titles += 1)}`;
  async function accepted(): Promise<ReadyUpload> {
    const upload = await addUploadAt(one, 'submitted', { metadata: completeMetadata(titleOf()) });
    for (const [index, expert] of [expert1, expert2].entries()) {
      expect((await castVote(one, expert, upload.id, { nr: index === 0 ? 1 : 2 })).status).toBe(200);
    }
    return upload;
  }
  const path = ({ id }: ReadyUpload) => `/api/fileupload/${id}/metadata-corrections`;
  /** Sends a correction of the metadata as it was seen. */
  async function prepare(upload: ReadyUpload, changed: Parameters<typeof withEntries>[1]) {
    const seen = await ask(one, contributor, path(upload));
    const { metadata } = (await seen.json()) as { metadata: Parameters<typeof withEntries>[0] };
    const headers = { ...(await bearer(contributor)), 'If-Match': seen.headers.get('ETag') ?? '' };
    const body = JSON.stringify({ metadata: withEntries(metadata, changed), note: 'A slip' });
    return (server: TestApi) => server.api.request(path(upload), { method: 'POST', headers, body });
  }
  const versionOf = async ({ id }: ReadyUpload) => {
    const answer = await ask(one, expert1, `/api/editorial/${id}/correction`);
    return CorrectionToJudgeSchema.parse(await answer.json()).proposal!.version;
  };
  const judge = (server: TestApi, actor: Actor, { id }: ReadyUpload, version: number, consents: boolean) =>
    ask(server, actor, `/api/editorial/${id}/correction`, {
      method: 'POST',
      body: { version, consents, reason: 'No.' },
    });
  const actsOf = async (
    { number }: ReadyUpload,
    act: 'corrected' | 'consented-to-correction' | 'declined-correction',
  ) => one.repository.db.$count(reviewHistory, and(eq(reviewHistory.upload, number), eq(reviewHistory.act, act)));
  const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

  test('of two at once one is applied, and the other is told', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accepted();
      const first = await prepare(upload, entry(fieldIds.abstract, ['First']));
      const second = await prepare(upload, entry(fieldIds.abstract, ['Second']));
      expect(statuses(await Promise.all([first(one), second(two)]))).toEqual([200, 412]);
      expect(await actsOf(upload, 'corrected')).toBe(1);
    }
  });

  test('one person consents while another declines: one of them decides', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accepted();
      const former = (await storedUpload(one, upload.number)).study.title;
      await (
        await prepare(upload, entry(fieldIds.title, [titleOf()]))
      )(one);
      const version = await versionOf(upload);
      const answers = await Promise.all([
        judge(one, expert1, upload, version, true),
        judge(two, expert2, upload, version, false),
      ]);
      expect(statuses(answers)).toEqual([204, 409]);
      const decided = [await actsOf(upload, 'consented-to-correction'), await actsOf(upload, 'declined-correction')];
      expect(decided.toSorted()).toEqual([0, 1]);
      const { study } = await storedUpload(one, upload.number);
      expect(study.title === former).toBe(decided[0] === 0);
    }
  });

  test('it is withdrawn while somebody consents: either, but not both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const upload = await accepted();
      await (
        await prepare(upload, entry(fieldIds.title, [titleOf()]))
      )(one);
      const version = await versionOf(upload);
      const answers = await Promise.all([
        judge(one, expert1, upload, version, true),
        ask(two, contributor, `${path(upload)}/proposal`, { method: 'DELETE' }),
      ]);
      expect(statuses(answers)).toEqual([204, 409]);
      const left = await one.repository.db.$count(correctionProposals, eq(correctionProposals.upload, upload.number));
      expect(left).toBe(0);
    }
  });

  test('two studies that want one title: one gets it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [mine, theirs] = [await accepted(), await accepted()];
      const title = titleOf();
      const versions: number[] = [];
      for (const upload of [mine, theirs]) {
        await (
          await prepare(upload, entry(fieldIds.title, [title]))
        )(one);
        versions.push(await versionOf(upload));
      }
      const answers = await Promise.all([
        judge(one, expert1, mine, versions[0]!, true),
        judge(two, expert2, theirs, versions[1]!, true),
      ]);
      expect(statuses(answers)).toEqual([204, 409]);
    }
  });

  test('a sibling is accepted while the metadata is corrected: both have the corrected one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const metadata = completeMetadata(titleOf());
      const raw = await addUploadAt(one, 'described', { metadata });
      const agg = await addUploadAt(one, 'described', { kind: 'agg', metadata: completeMetadata(titleOf()) });
      const post = (address: string, body: unknown, actor: Actor = contributor) =>
        ask(one, actor, address, { method: 'POST', body });
      expect((await post('/api/metadata', { id: [raw.id, agg.id], metadata })).status).toBe(200);
      expect((await post(`/api/submit/${raw.id}`, { withUploads: [{ id: agg.id }] })).status).toBe(200);
      for (const nr of [1, 2] as const) await castVote(one, nr === 1 ? expert1 : expert2, raw.id, { nr });
      await castVote(one, expert1, agg.id, { nr: 1 });
      const correct = await prepare(raw, entry(fieldIds.abstract, ['Corrected meanwhile']));
      const answers = await Promise.all([correct(one), castVote(two, expert2, agg.id, { nr: 2 })]);
      expect(statuses(answers)).toEqual([200, 200]);
      const { upload, study } = await storedUpload(one, agg.number);
      expect([upload.status, JSON.stringify(study.metadata).includes('Corrected meanwhile')]).toEqual([
        'Accepted',
        true,
      ]);
    }
  });
});
