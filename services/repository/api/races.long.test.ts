import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { MappingTemplatesSchema } from '@domain/api/mapping';

import { pairsOf, race, raceRounds } from '../../../tests/support/race';
import { about, replace, saveMetadata, saveOver, sendFile } from '../../../tests/support/race-calls';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { expectSerialOutcomes, type Field, type Move } from '../../../tests/support/serial-outcomes';
import { oneStudy, studies, titles, twoStudies, twoTitles } from '../../../tests/support/study-moves';
import { actors, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import {
  changes,
  claim,
  claimed,
  oneUpload,
  reviewed,
  revise,
  submit,
  submitted,
  vote,
  withdraw,
} from '../../../tests/support/upload-moves';
import type { Actor } from '../context/context';
import { lockSourceTable } from '../store/locks';
import { recordPerson } from '../store/people';
import { removeComments } from '../store/problems';
import { files, problemComments } from '../store/schema';
import { findUploadProgress } from '../store/upload-progress';

const { contributor, other, expert1, expert2 } = actors;

let both: TwoServers;
let one: TestApi;
let two: TestApi;

const upload = (server: TestApi, content: string, actor?: Actor) =>
  sendFile(server, '/api/fileupload/raw', { name: `${randomUUID()}.csv`, content, actor });

async function told(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code?: string };
  return code ? `${response.status} ${code}` : String(response.status);
}

/** Runs the named calls concurrently on one field. */
function expectTurns<F extends Field, Name extends string>(
  createField: (server: TestApi) => Promise<F>,
  moves: Record<Name, Move<F>>,
  names: readonly Name[],
): Promise<void> {
  const meeting = names.map((name) => moves[name]);
  return expectSerialOutcomes(both, () => createField(one), meeting);
}
const pairsIn = <Name extends string>(moves: Record<Name, unknown>) => pairsOf(Object.keys(moves) as Name[]);

onPostgresql('two servers of one repository', () => {
  beforeAll(async () => {
    both = await openTwoServers();
    [one, two] = both.servers;
    const { db, now } = one.repository;
    // Their first call would change the language of their mails.
    for (const actor of Object.values(actors)) await recordPerson(db, { ...actor, language: 'en' }, now());
  });
  afterAll(() => both?.close());
  afterAll(() => expect(both.errors()).toEqual([]));

  test.each(pairsIn(changes))('%s x %s', (...names) => expectTurns(oneUpload, changes, names));
  test.each([
    ['submit', 'save metadata', 'withdraw a comment'],
    ['submit', 'save mapping', 'correct the file'],
    ['submit what was seen', 'save metadata', 'delete'],
  ] as const)('%s x %s x %s', (...names) => expectTurns(oneUpload, changes, names));

  test.each(pairsIn(reviewed))('submitted: %s x %s', (...names) => expectTurns(submitted, reviewed, names));
  test('submitted: a withdrawal, a new submission and both votes', () =>
    expectSerialOutcomes(both, () => submitted(one), [withdraw, submit, vote(expert1, 1, 2), vote(expert2, 2, 2)]));
  test('the rejecting vote, a revision, and another user who wants the title', () =>
    expectSerialOutcomes(both, () => claimed(one, [vote(expert1, 1, 2)]), [vote(expert2, 2, 2), revise, claim]));
  test('two revisions of a rejected upload, and another user who wants the title', () =>
    expectSerialOutcomes(both, () => claimed(one, [vote(expert1, 1, 2), vote(expert2, 2, 2)]), [
      revise,
      revise,
      claim,
    ]));

  test.each(pairsIn(titles))('titles: %s x %s', (...names) => expectTurns(twoTitles, titles, names));
  test.each(pairsIn(studies))('two studies: %s x %s', (...names) => expectTurns(twoStudies, studies, names));
  test.each(pairsIn(studies))('one study: %s x %s', (...names) => expectTurns(oneStudy, studies, names));
  test.each([
    ['join', 'part', 'submit raw'],
    ['join the other way', 'save raw', 'submit both'],
  ] as const)('one study: %s x %s x %s', (...names) => expectTurns(oneStudy, studies, names));

  test('of three programs that save metadata with the same tag, through any upload of the study, one succeeds', async () => {
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const raw = await addUploadAt(one, 'described');
      const agg = await addUploadAt(one, 'checked', { kind: 'agg' });
      expect((await saveMetadata(one, [raw.id, agg.id], about(raw.title))).status).toBe(200);
      const tag = (await ask(one, contributor, `/api/metadata/${agg.id}`)).headers.get('ETag') ?? '';
      const keywords = ['speed', 'balance', 'jumping'];
      const answers = await race([
        () => saveOver(one, raw.id, about(raw.title, 'speed'), tag),
        () => saveOver(two, agg.id, about(raw.title, 'balance'), tag),
        () => saveOver(two, raw.id, about(raw.title, 'jumping'), tag),
      ]);
      const first = answers.findIndex(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const { study } = await storedUpload(one, raw.number);
      expect(study.metadata).toContainEqual(expect.objectContaining({ id: 6, values: [keywords[first]] }));
    }
  });

  test('the same file from two users and two windows becomes one upload', async () => {
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const content = `grip,jump\n${randomUUID()},1\n`;
      const answers = await race([
        () => upload(one, content),
        () => upload(two, content),
        () => upload(two, content, other),
      ]);
      const outcomes = await Promise.all(answers.map(told));
      const [mine, again, theirs] = outcomes;
      if (theirs === '201') expect([mine, again]).toEqual(['409 file-identical', '409 file-identical']);
      else {
        expect([mine, again].sort()).toEqual(['201', '409 file-identical-own']);
        expect(theirs).toBe('409 file-identical');
      }
    }
  });

  test('a file sent as a new upload and as a corrected one becomes one of them', async () => {
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const { id, number } = await addUploadAt(one, 'described');
      const content = `grip,jump\n${randomUUID()},1\n`;
      const correct = () => sendFile(two, `/api/fileupload/${id}/correction`, { name: 'corrected.csv', content });
      const [added, corrected] = await race([() => upload(one, content), correct]);
      const statuses = [added?.status, corrected?.status];
      expect([
        [201, 409],
        [409, 202],
      ]).toContainEqual(statuses);
      const versions = await one.repository.db.select().from(files).where(eq(files.upload, number));
      expect(versions).toHaveLength(corrected?.status === 202 ? 2 : 1);
    }
  });

  test('comments saved while a check ends and drops some of them wait for it', async () => {
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const { id, number } = await addUploadAt(one, 'described', { problems: 1 });
      const comment = (text: string, position: string) => ({ id: `R03-0-${position}`, comment: text });
      const override = (server: TestApi, ...body: unknown[]) =>
        ask(server, contributor, `/api/mapping/override/${id}/adults`, { method: 'POST', body });
      await override(one, comment('measured twice', '2'));
      const { db } = two.repository;
      const table = (await findUploadProgress(db, number))?.tables[0]?.id ?? 0;
      const [before] = await db.select().from(problemComments).where(eq(problemComments.table, table));
      const endCheck = () =>
        db.transaction(async (tx) => {
          await lockSourceTable(tx, table);
          await tx.select().from(problemComments).where(eq(problemComments.table, table));
          await removeComments(tx, [before?.id ?? 0]);
          return null;
        });
      const [saved] = await race([
        () => override(one, comment('measured again', '2'), comment('all of them', 'all')),
        endCheck,
      ]);
      expect(saved?.status).toBe(200);
      const left = await db.select().from(problemComments).where(eq(problemComments.table, table));
      expect(left.map((row) => row.comment)).toContain('all of them');
    }
  });

  test('two programs that add one template each to the same list do not overwrite each other', async () => {
    const put = (server: TestApi, name: string, tag: string) => {
      const entries = [{ source: 'grip', target: { key: 'handgrip', unit: 'kg' } }];
      return replace(server, 'PUT', '/api/mapping/templates', { body: [{ name, entries }], tag });
    };
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const before = await ask(one, contributor, '/api/mapping/templates');
      const tag = before.headers.get('ETag') ?? '';
      const names = [`one ${round}`, `two ${round}`];
      const answers = await race([() => put(one, names[0] ?? '', tag), () => put(two, names[1] ?? '', tag)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const after = await ask(two, contributor, '/api/mapping/templates');
      const first = answers.findIndex(({ status }) => status === 200);
      expect(MappingTemplatesSchema.parse(await after.json()).map(({ name }) => name)).toEqual([names[first]]);
    }
  });
});
