import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { WaitingSchema } from '@domain/api/board-list';
import type { MetadataEntry } from '@domain/api/metadata';
import {
  CorrectionStateSchema,
  CorrectionToJudgeSchema,
  PublicCorrectionSchema,
  WaitingCorrectionSchema,
} from '@domain/api/metadata-corrections';
import { DataSetSchema } from '@domain/api/search';
import { HistoryEntrySchema } from '@domain/board/history';
import { maxCorrectionsADay } from '@domain/limits';
import { fieldIds } from '@domain/metadata/field-ids';
import { chairRole } from '@domain/roles';
import type { UploadKind } from '@domain/upload-id';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { createDataciteServer, dataciteAccount, dataciteError } from '../../../tests/support/datacite-server';
import { castVote } from '../../../tests/support/editorial-calls';
import { expectSameEverywhere } from '../../../tests/support/read-everywhere';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors, bearer, chair, person } from '../../../tests/support/test-api';
import { createTestWeb, siteOf, type TestWeb } from '../../../tests/support/test-web';
import { askHarvest } from '../../../tests/support/ask-harvest';
import { mainText } from '../../../tests/support/main-of-page';
import type { Actor } from '../context/context';
import { FactsMissing } from '../corrections/facts-of-data';
import { createDataciteRegistrar } from '../doi/registrars';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { registerDoi } from '../jobs/handlers/register-doi';
import { recordPerson } from '../store/people';
import { dataSets, reviewHistory, studyMembers, uploads } from '../store/schema';
import { overrideProblems } from '../usecases/checks/comment-problems';
import { listProblems } from '../usecases/checks/list-problems';

const { contributor, other, expert1, expert2, expert3 } = actors;
const named = person('named', 'Nadja Named', [chairRole]);
const origin = 'https://motothek.example';
const registrar = createDataciteRegistrar({ ...dataciteAccount, installation: '3f2a91bc', origin });
const datacite = createDataciteServer();
let source: SourceApi;
let web: TestWeb;
let clock = Date.parse('2026-03-01T10:00:00Z');
let studies = 0;

beforeAll(async () => {
  datacite.listen();
  source = await openSourceApi();
  Object.assign(source.repository, { doi: registrar, now: () => new Date(clock) });
  const { jobs, mail, db, now } = source.repository;
  jobs.handle('register-doi', (data, signal) => registerDoi(source.repository, data, signal));
  jobs.handle('assign-experts', () => Promise.resolve());
  jobs.handle('send-mail', (data) => mail.send(data));
  for (const one of [expert1, expert2, expert3, chair, named]) await recordPerson(db, one, now());
  web = await createTestWeb(source);
});
beforeEach(() => {
  clock += 24 * 60 * 60 * 1000;
  source.mails.length = 0;
});
afterAll(async () => {
  expect(source.serverErrors).toEqual([]);
  expect(web.serverErrors).toEqual([]);
  await source.settle();
  await web.close();
  await source.close();
  datacite.close();
});

const csv = (seed: number) =>
  [
    'id,sex,age,jump',
    ...Array.from({ length: 12 }, (_, row) => `${row},${row % 2 ? 'm' : 'f'},${8 + (row % 3)},${110 + seed + row}`),
  ].join('\n');

/** A mapped upload with metadata. */
async function described(kind: UploadKind, metadata: MetadataEntry[]): Promise<{ id: string; number: number }> {
  const agg = {
    csv: 'group,n,mean\nm,40,120.5\nf,50,110.5',
    targets: { group: 'g_sex|', n: 'slj.n|1', mean: 'slj.mean|cm' },
  };
  const raw = {
    csv: csv((studies += 1)),
    targets: { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', jump: 'slj|cm' },
  };
  const table = kind === 'raw' ? raw : agg;
  const upload = await source.addUpload({ kind, tables: [{ name: 'data', csv: table.csv }] });
  const mapped = await send(
    contributor,
    `/api/mapping/${kind}/${upload.id}/data`,
    mappingOf(table.targets as Record<string, string>),
  );
  expect(mapped.status).toBe(200);
  const input = { id: upload.id, table: 'data' };
  const { problems } = await listProblems(contributor, source.repository, input, 'en');
  const comments = problems.map(({ id }) => ({ id, comment: 'Made up on purpose.' }));
  await overrideProblems(contributor, source.repository, { ...input, comments }, 'en');
  await expectStatus(send(contributor, '/api/metadata', { id: [upload.id], metadata }), 200);
  return upload;
}
const send = (actor: Actor | null, address: string, body?: unknown, method = 'POST') =>
  ask(source, actor, address, { method, body });
async function expectStatus(answer: Promise<Response>, status: number): Promise<void> {
  const response = await answer;
  expect([response.status, response.status === status ? '' : await response.text()]).toEqual([status, '']);
}
async function decide(id: string): Promise<void> {
  await expectStatus(castVote(source, expert1, id, { nr: 1 }), 200);
  await expectStatus(castVote(source, expert2, id, { nr: 2 }), 200);
}
interface Accepted {
  id: string;
  number: number;
  nr: number;
  title: string;
}
/** A published data set. */
async function published(changed: MetadataEntry[] = [], kind: UploadKind = 'raw'): Promise<Accepted> {
  const title = `Jumps of pupils ${studies}`;
  const upload = await described(kind, withEntries(completeMetadata(title), ...changed));
  await expectStatus(send(contributor, `/api/submit/${upload.id}`), 200);
  await decide(upload.id);
  await source.settle();
  source.mails.length = 0;
  return { ...upload, nr: await nrOf(upload.number), title };
}
async function nrOf(number: number): Promise<number> {
  const [row] = await source.repository.db.select({ nr: uploads.nr }).from(uploads).where(eq(uploads.number, number));
  return row?.nr ?? 0;
}
const everywhere = ({ nr, number }: Accepted) => ({
  ...siteOf(source, web),
  records: datacite.records,
  nr,
  doi: registrar.doiOf(number),
});

const path = ({ id }: { id: string }, rest = '') => `/api/fileupload/${id}/metadata-corrections${rest}`;
async function state(upload: { id: string }) {
  const response = await ask(source, contributor, path(upload));
  return { tag: response.headers.get('ETag') ?? '', ...CorrectionStateSchema.parse(await response.json()) };
}
async function correct(
  upload: { id: string },
  changed: MetadataEntry[],
  { note = 'A slip', actor = contributor, tag }: { note?: string; actor?: Actor; tag?: string } = {},
): Promise<Response> {
  const { metadata } = await state(upload);
  return source.api.request(path(upload), {
    method: 'POST',
    headers: { ...(await bearer(actor)), ...(tag === undefined ? {} : { 'If-Match': tag }) },
    body: JSON.stringify({ metadata: withEntries(metadata, ...changed), note }),
  });
}
async function outcome(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  const body = (await response.json()) as { code?: string };
  return response.status === 200 ? body : [response.status, body.code];
}
const codeOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return response.status === 204 ? 204 : [response.status, ((await response.json()) as { code: string }).code];
};
const judged = async ({ id }: { id: string }, actor: Actor = expert1) => {
  const response = await ask(source, actor, `/api/editorial/${id}/correction`);
  return CorrectionToJudgeSchema.parse(await response.json());
};
const judge = ({ id }: { id: string }, version: number, actor: Actor, reason?: string) =>
  send(actor, `/api/editorial/${id}/correction`, { version, consents: reason === undefined, reason });
const waitingFor = async (actor: Actor) =>
  WaitingCorrectionSchema.array().parse(await (await ask(source, actor, '/api/editorial/corrections')).json());
const countWaiting = async (actor: Actor) =>
  WaitingSchema.parse(await (await ask(source, actor, '/api/editorial/waiting')).json()).count;
const recipients = async () => {
  await source.settle();
  return source.mails.map(({ to, subject }) => [to.replace('@example.org', ''), subject.replace(/.*: | \/ .*/g, '')]);
};
const acts = async ({ id }: { id: string }, actor: Actor = chair) => {
  const board = actor === contributor ? `/api/fileupload/${id}/history` : `/api/editorial/${id}/history`;
  return HistoryEntrySchema.array().parse(await (await ask(source, actor, board)).json());
};
const abstract = (text: string) => entry(fieldIds.abstract, [text]);

describe('a correction', () => {
  test('of what describes a data set is applied at once, and all six places say the same', async () => {
    const one = await published();
    await expectSameEverywhere(everywhere(one), { title: one.title, updated: '', corrections: [] });
    const { metadata } = await state(one);
    const changed = [
      abstract('Jumps of adults, "tested" in <one> county & another.'),
      entry(fieldIds.keyword, ['strength', 'jumping']),
      entry(fieldIds.author, ['Mustermann||Eva', 'Beispiel||Jan']),
    ];
    expect(await outcome(correct(one, changed, { note: 'Names, and what was tested' }))).toEqual({
      applied: [1, 5, 6],
      proposed: [],
    });
    await source.settle();
    const told = await expectSameEverywhere(everywhere(one), {
      abstract: 'Jumps of adults, "tested" in <one> county & another.',
      authors: ['Mustermann, Eva', 'Beispiel, Jan'],
      orcids: ['0000-0002-1825-0097'],
      updated: new Date(clock).toISOString().slice(0, 10),
      corrections: ['Names, and what was tested'],
    });
    expect(told.title).toBe(one.title);
    // The facts of the data stay.
    const [stored] = await source.repository.db.select().from(dataSets).where(eq(dataSets.nr, one.nr));
    expect(stored).toMatchObject({ values: 12, results: { slj: 12 }, row: { count: 12, exercises: ['slj'] } });
    expect(stored?.metadata).not.toContainEqual(expect.objectContaining({ id: fieldIds.contactEmail }));
    expect(await recipients()).toEqual([]);
    expect((await state(one)).metadata).toHaveLength(metadata.length);
  });

  test('is in the pages and formats while DataCite is away, which gets it later', async () => {
    const one = await published();
    datacite.trouble = () => dataciteError(503, 'Away');
    expect(await outcome(correct(one, [abstract('Corrected while DataCite is away.')]))).toMatchObject({
      applied: [5],
    });
    await source.settle();
    const atDatacite = () => JSON.stringify(datacite.records.get(registrar.doiOf(one.number))?.attributes);
    expect(atDatacite()).not.toContain('while DataCite is away');
    const page = await (await web.ask(`/data-set/${one.nr}?now`)).text();
    expect(page).toContain('Corrected while DataCite is away.');
    const xml = await (await source.api.request(`/api/search/metadata/${one.nr}.xml`)).text();
    expect(xml).toContain('Corrected while DataCite is away.');
    datacite.trouble = () => undefined;
    await source.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    await source.settle();
    expect(atDatacite()).toContain('while DataCite is away');
    await expectSameEverywhere(everywhere(one));
  });

  test('is made 30 times a day at most, applied or proposed', async () => {
    const one = await published();
    const status = { statusBefore: 'Accepted', statusAfter: 'Accepted' } as const;
    await source.repository.db
      .insert(reviewHistory)
      .values(
        Array.from({ length: maxCorrectionsADay - 1 }, (_, index) => ({
          ...status,
          upload: one.number,
          actor: contributor.subject,
          at: new Date(clock - index - 1),
          act: index % 2 ? ('corrected' as const) : ('proposed-correction' as const),
          content: {},
        })),
      );
    const both = [abstract('The last one of the day.'), entry(fieldIds.title, [`${one.title}, all`])];
    expect(await outcome(correct(one, both))).toMatchObject({ applied: [5], proposed: [2] });
    clock += 1;
    expect(await outcome(correct(one, [abstract('One more.')]))).toEqual([429, 'too-many-corrections']);
    clock += 24 * 60 * 60 * 1000;
    expect(await outcome(correct(one, [abstract('One more.')]))).toMatchObject({ applied: [5] });
  });

  test('changes tags, and the time of the record for harvesters and feeds', async () => {
    const one = await published();
    const tags = async () =>
      Promise.all(
        [`metadata/${one.nr}`, `metadata/${one.nr}.bib`, `data/${one.nr}/package`, `feed`].map(async (address) => {
          const response = await source.api.request(`/api/search/${address}`);
          await response.arrayBuffer();
          const again = await source.api.request(`/api/search/${address}`);
          await again.arrayBuffer();
          return again.headers.get('ETag');
        }),
      );
    // In milliseconds, of which records show seconds.
    const stamp = async () =>
      (
        await source.pool.query(`select changed_at::text from repository.harvest_entries where nr = $1 limit 1`, [
          one.nr,
        ])
      ).rows;
    const before = [...(await tags()), await stamp()];
    await outcome(correct(one, [entry(fieldIds.author, ['Mustermann||Eva', 'Beispiel||Jan'])]));
    const after = [...(await tags()), await stamp()];
    for (const [index, value] of before.entries()) expect(after[index]).not.toEqual(value);
    const feed = await (await source.api.request('/api/search/feed')).text();
    expect(feed).toContain(`<updated>${new Date(clock).toISOString()}</updated>`);
  });

  test('is refused without a note, without a change, of a fixed field, and with errors', async () => {
    const one = await published();
    const wrong = abstract('Something else');
    expect(await outcome(correct(one, [wrong], { note: ' ' }))).toEqual([400, 'correction-note-missing']);
    expect(await outcome(correct(one, [wrong], { note: 'x'.repeat(501) }))).toEqual([400, 'bad-request']);
    expect(await outcome(correct(one, []))).toEqual([400, 'nothing-corrected']);
    expect(await outcome(correct(one, [wrong, entry(fieldIds.embargo, ['2030-1-1-2031-1-1'])]))).toEqual([
      409,
      'field-fixed',
    ]);
    expect(await outcome(correct(one, [wrong, entry(fieldIds.missingCodes, ['-9'])]))).toEqual([409, 'field-fixed']);
    expect(await outcome(correct(one, [abstract('')]))).toEqual([400, 'metadata-invalid']);
    expect(await outcome(correct(one, [abstract('x'.repeat(1501))]))).toEqual([400, 'metadata-invalid']);
    expect(await outcome(correct(one, [abstract('x'.repeat(10_000_000))]))).toEqual([413, 'too-large-body']);
    expect((await state(one)).metadata).toEqual((await state(one)).metadata);
    expect((await acts(one)).some(({ act }) => act === 'corrected')).toBe(false);
  });

  test('is for the contributor of an accepted data set that is not withdrawn', async () => {
    const one = await published();
    for (const actor of [other, expert1, chair])
      expect(await outcome(correct(one, [abstract('Mine now')], { actor }))).toEqual([404, 'not-found']);
    expect(await codeOf(send(null, path(one), { metadata: [], note: '' }))).toEqual([401, 'unauthenticated']);
    const open = await described('raw', completeMetadata(`Not accepted ${studies}`));
    expect(await codeOf(ask(source, contributor, path(open)))).toEqual([409, 'not-accepted']);
    const set = (values: Partial<typeof uploads.$inferInsert>) =>
      source.repository.db.update(uploads).set(values).where(eq(uploads.number, one.number));
    const { metadata } = await state(one);
    await set({ withdrawnAt: new Date(clock) });
    const body = { metadata: withEntries(metadata, abstract('Too late')), note: 'A slip' };
    expect(await codeOf(send(contributor, path(one), body))).toEqual([410, 'data-set-withdrawn']);
    await set({ withdrawnAt: null, owner: other.subject });
    expect(await codeOf(send(contributor, path(one), body))).toEqual([404, 'not-found']);
    await set({ owner: contributor.subject });
  });

  test('does not overwrite another one', async () => {
    const one = await published();
    const { tag } = await state(one);
    expect(await outcome(correct(one, [abstract('First')], { tag }))).toMatchObject({ applied: [5] });
    expect(await outcome(correct(one, [abstract('Second')], { tag }))).toEqual([412, 'saved-elsewhere']);
    const both = await Promise.all(
      ['A', 'B'].map(async (text) => outcome(correct(one, [abstract(text)], { tag: (await state(one)).tag }))),
    );
    expect(both.filter((answer) => JSON.stringify(answer) === '[412,"saved-elsewhere"]')).toHaveLength(1);
  });
});

describe('title, authors, licence and years', () => {
  test('wait for consent, while the rest is applied, and the first decision counts', async () => {
    const one = await published();
    const changed = [entry(fieldIds.title, [`Leaps ${one.nr}`]), abstract('New words')];
    expect(await outcome(correct(one, changed, { note: 'They leap' }))).toEqual({ applied: [5], proposed: [2] });
    expect((await recipients()).toSorted()).toEqual(
      ['chair', 'expert1', 'expert2', 'named'].map((who) => [who, 'a correction needs your approval']),
    );
    await expectSameEverywhere(everywhere(one), {
      title: one.title,
      abstract: 'New words',
      corrections: ['They leap'],
    });
    const { proposal } = await judged(one);
    expect(proposal).toMatchObject({ note: 'They leap', changes: [{ field: 2, before: [{ values: [one.title] }] }] });
    source.mails.length = 0;
    expect(await codeOf(judge(one, proposal!.version, expert2))).toBe(204);
    expect(await codeOf(judge(one, proposal!.version, expert1, 'No reason'))).toEqual([409, 'no-proposal']);
    expect(await recipients()).toEqual([['contributor', 'your correction was approved']]);
    await expectSameEverywhere(everywhere(one), { title: `Leaps ${one.nr}`, corrections: ['They leap', 'They leap'] });
    const last = (await acts(one)).at(-1);
    expect(last).toMatchObject({ act: 'consented-to-correction', actor: expert2.email });
    expect(JSON.stringify(await acts(one, contributor))).not.toContain(expert2.email);
    const data = await (await source.api.request(`/api/search/metadata/${one.nr}`)).text();
    expect(data).not.toContain(expert2.email);
  });

  test('can be declined with a reason, which the contributor gets', async () => {
    const one = await published();
    await outcome(correct(one, [entry(fieldIds.author, ['Beispiel||Jan', 'Muster||Eva'])]));
    const { version } = (await judged(one)).proposal!;
    expect(await codeOf(judge(one, version, chair, ''))).toEqual([400, 'reason-missing']);
    source.mails.length = 0;
    expect(await codeOf(judge(one, version, chair, 'The order was agreed.'))).toBe(204);
    await source.settle();
    expect(source.mails.map(({ to, text }) => [to, text.includes('> The order was agreed.')])).toEqual([
      [contributor.email, true],
    ]);
    const declined = { proposal: null, declined: { reason: 'The order was agreed.' } };
    expect(await state(one)).toMatchObject(declined);
    // What is applied at once is no answer to it, another proposal is, although it was withdrawn.
    await outcome(correct(one, [abstract('Applied at once')]));
    expect(await state(one)).toMatchObject(declined);
    await outcome(correct(one, [entry(fieldIds.title, [`Proposed again ${one.nr}`])]));
    expect(await codeOf(send(contributor, path(one, '/proposal'), undefined, 'DELETE'))).toBe(204);
    expect(await state(one)).toMatchObject({ proposal: null, declined: null });
    await expectSameEverywhere(everywhere(one), { authors: ['Muster, Eva', 'Beispiel, Jan'] });
  });

  test('that meet a publication again and again are asked for later, and nothing fails', async () => {
    const one = await published();
    await outcome(correct(one, [entry(fieldIds.title, [`Overtaken ${one.nr}`])]));
    const { version } = (await judged(one)).proposal!;
    const overtaken = vi.spyOn(source.repository.db, 'transaction').mockRejectedValue(new FactsMissing());
    onTestFinished(() => overtaken.mockRestore());
    expect(await codeOf(judge(one, version, expert1))).toEqual([503, 'unavailable']);
    expect(source.serverErrors.splice(0)).toMatchObject([{ name: 'Outage' }]);
  });

  test('are one proposal at a time, which the contributor can withdraw', async () => {
    const one = await published();
    const title = (text: string) => entry(fieldIds.title, [`${text} ${one.nr}`]);
    expect(await codeOf(send(contributor, path(one, '/proposal'), undefined, 'DELETE'))).toEqual([409, 'no-proposal']);
    await outcome(correct(one, [title('First')]));
    const first = (await judged(one)).proposal!.version;
    expect(await outcome(correct(one, [title('Second'), abstract('Other')]))).toEqual([409, 'proposal-open']);
    expect(await outcome(correct(one, [entry(fieldIds.translatedTitle, ['Erster'], [0])]))).toEqual([
      409,
      'proposal-open',
    ]);
    expect(await outcome(correct(one, [abstract('Other')]))).toMatchObject({ applied: [5] });
    expect(await codeOf(send(other, path(one, '/proposal'), undefined, 'DELETE'))).toEqual([404, 'not-found']);
    expect(await codeOf(send(contributor, path(one, '/proposal'), undefined, 'DELETE'))).toBe(204);
    await outcome(correct(one, [title('Second')]));
    const second = (await judged(one)).proposal!.version;
    expect(second).not.toBe(first);
    expect(await codeOf(judge(one, first, expert1))).toEqual([409, 'proposal-changed']);
    expect(await codeOf(judge(one, second, expert1))).toBe(204);
    await source.settle();
    await expectSameEverywhere(everywhere(one), { title: `Second ${one.nr}` });
  });

  test('are judged by those who reviewed and the chair, but not by parties', async () => {
    const one = await published();
    const authors = entry(fieldIds.author, ['Muster||Eva', 'Beispiel||Jan', 'Expert||Erika']);
    const affiliations = entry(fieldIds.affiliation, ['One', 'Two', 'Three'], [0, 1, 2]);
    expect(await outcome(correct(one, [authors, affiliations]))).toEqual({ applied: [], proposed: [1] });
    // Who would be named decides neither.
    expect((await recipients()).map(([who]) => who).toSorted()).toEqual(['chair', 'expert2', 'named']);
    const { version } = (await judged(one, expert2)).proposal!;
    expect(await codeOf(judge(one, version, expert1))).toEqual([403, 'vote-named']);
    expect(await codeOf(judge(one, version, expert3))).toEqual([403, 'not-reviewed']);
    expect(await codeOf(judge(one, version, contributor))).toEqual([403, 'forbidden']);
    expect(await codeOf(judge(one, version, { ...contributor, roles: [chairRole] }))).toEqual([403, 'vote-own-upload']);
    expect(await codeOf(judge(one, version, { ...named, name: 'Eva Muster' }))).toEqual([403, 'vote-named']);
    expect(await codeOf(judge({ id: '999999r' }, version, expert2))).toEqual([404, 'not-found']);
    expect(await codeOf(judge(one, version, chair))).toBe(204);
  });

  test('wait above the list of submissions for those who may decide, and are counted', async () => {
    const one = await published();
    const before = { expert2: await countWaiting(expert2), chair: await countWaiting(chair) };
    const authors = entry(fieldIds.author, ['Muster||Eva', 'Beispiel||Jan', 'Expert||Erika']);
    const affiliations = entry(fieldIds.affiliation, ['One', 'Two', 'Three'], [0, 1, 2]);
    await expectStatus(correct(one, [authors, affiliations]), 200);
    for (const who of [expert2, chair]) expect((await waitingFor(who)).map(({ id }) => id)).toContain(one.id);
    // Who would be named, and who did not review.
    for (const who of [expert1, expert3]) expect((await waitingFor(who)).map(({ id }) => id)).not.toContain(one.id);
    expect(await countWaiting(expert2)).toBe(before.expert2 + 1);
    expect(await countWaiting(chair)).toBe(before.chair + 1);
    const page = await web.ask('/editorial-board', { cookie: await web.signIn(expert2, 'de') });
    const html = await page.text();
    expect(html).toContain('Korrekturen der Metadaten: warten auf Ihre Zustimmung');
    expect(html).toContain(`href="/editorial-board/correction/${one.id}"`);
    const { version } = (await judged(one, expert2)).proposal!;
    expect(await codeOf(judge(one, version, chair, 'They are four.'))).toBe(204);
    expect((await waitingFor(expert2)).map(({ id }) => id)).not.toContain(one.id);
    expect(await countWaiting(expert2)).toBe(before.expert2);
  });

  test('cannot take the title of another study meanwhile', async () => {
    const one = await published();
    const title = `Wanted by two ${one.nr}`;
    await outcome(correct(one, [entry(fieldIds.title, [title])]));
    await described('raw', completeMetadata(title));
    const { version } = (await judged(one)).proposal!;
    expect(await codeOf(judge(one, version, expert1))).toEqual([409, 'title-taken']);
    expect((await judged(one)).proposal?.version).toBe(version);
  });

  test('decide what is told of the data: years that it does not have, and facts about few people', async () => {
    const one = await published();
    const row = async () => (await source.repository.db.select().from(dataSets).where(eq(dataSets.nr, one.nr)))[0]!.row;
    expect(await row()).toMatchObject({ pubYears: [{ start: 2018, end: 2019 }], ages: [{ start: 8, end: 10 }] });
    const record = {
      verb: 'GetRecord',
      identifier: `oai:motothek.example:data-set/${one.nr}`,
      metadataPrefix: 'oai_dc',
    };
    await outcome(
      correct(one, [
        entry(fieldIds.collection, ['2020---2021--']),
        entry(fieldIds.licence, ['SUFL 1.0']),
        entry(20.1, ['confirmed'], [0]),
      ]),
    );
    const { version } = (await judged(one)).proposal!;
    expect(await codeOf(judge(one, version, expert1))).toBe(204);
    await source.settle();
    // Four people each are 8, 9 and 10 years old; five must share an age.
    expect(await row()).toMatchObject({
      pubYears: [{ start: 2020, end: 2021 }],
      ages: [{ start: 9, end: 9 }],
      rights: ['SUFL 1.0'],
    });
    expect((await askHarvest(source, record)).xml).toContain('<setSpec>licence:sufl-1.0</setSpec>');
    expect((await askHarvest(source, record)).xml).not.toContain('licence:cc-by');
    const told = { licence: 'SUFL 1.0', collected: '2020/2021' };
    await expectSameEverywhere(everywhere(one), told, ['package']);
  });
});

test('suggested values and the digest of the rows follow', async () => {
  const word = `Zirkeltraining ${studies}`;
  const one = await published();
  const suggested = async () => {
    // Values are kept for five minutes.
    clock += 6 * 60 * 1000;
    return (await ask(source, contributor, '/api/metadata/values/6?q=zirkel')).text();
  };
  const tagOf = async () => {
    const response = await source.api.request(`/api/search/data/${one.nr}`);
    await response.arrayBuffer();
    return response.headers.get('ETag');
  };
  const [tag] = [await tagOf(), await suggested()];
  expect(await tagOf()).toBe(tag);
  await outcome(correct(one, [entry(fieldIds.keyword, [word])]));
  expect(await suggested()).toContain(word);
  await outcome(correct(one, [entry(fieldIds.licence, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0])]));
  expect(await codeOf(judge(one, (await judged(one)).proposal!.version, expert1))).toBe(204);
  const closed = await tagOf();
  await outcome(correct(one, [entry(fieldIds.title, [`Renamed again ${one.nr}`])]));
  expect(await codeOf(judge(one, (await judged(one)).proposal!.version, expert1))).toBe(204);
  expect(await tagOf()).not.toBe(closed);
});

test('a link to a package that was made before the title changed still leads to it', async () => {
  const one = await published();
  const body = [one.nr];
  const started = await send(other, '/api/search/download', body);
  const session = (started.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  const files = (await (await ask(source, other, `/api/search/downloads/${session}`)).json()) as {
    files: { fileName: string }[];
  };
  const address = `/api/search/mydownload/${session}/${one.nr}/${files.files[0]!.fileName}`;
  expect((await ask(source, other, address)).status).toBe(200);
  await outcome(correct(one, [entry(fieldIds.title, [`Renamed ${one.nr}`])]));
  expect(await codeOf(judge(one, (await judged(one)).proposal!.version, expert1))).toBe(204);
  const again = await ask(source, other, address);
  expect([again.status, again.headers.get('Content-Disposition')]).toEqual([
    200,
    expect.stringContaining(`motothek-${one.nr}-renamed-${one.nr}.zip`),
  ]);
});

test('what was changed after a request for changes is told without later corrections', async () => {
  const title = `Requested ${(studies += 1)}`;
  const one = await described('raw', completeMetadata(title));
  await expectStatus(send(contributor, `/api/submit/${one.id}`), 200);
  const request = { panel: 1, points: ['Name the device.'], isImpartial: true };
  await expectStatus(send(expert1, `/api/editorial/${one.id}/changes`, request), 200);
  await expectStatus(send(contributor, `/api/fileupload/${one.id}/answers`, { answers: ['Done.'] }, 'PUT'), 204);
  await expectStatus(send(contributor, `/api/submit/${one.id}`), 200);
  await decide(one.id);
  const rounds = async () => {
    const glance = await ask(source, expert1, `/api/editorial/${one.id}/glance`);
    return ((await glance.json()) as { rounds: unknown }).rounds;
  };
  const before = await rounds();
  expect(before).toEqual([{ content: null, metadata: [] }]);
  await outcome(correct(one, [abstract('Corrected after the decision'), entry(fieldIds.funder, ['A funder'])]));
  expect(await rounds()).toEqual(before);
});

describe('several uploads of a study', () => {
  test('are corrected together, and those who review another one see it', async () => {
    const metadata = completeMetadata(`One study ${(studies += 1)}`);
    const raw = await described('raw', metadata);
    const agg = await described('agg', withEntries(metadata, entry(fieldIds.title, [`Other ${studies}`])));
    await expectStatus(send(contributor, '/api/metadata', { id: [raw.id, agg.id], metadata }), 200);
    await expectStatus(send(contributor, `/api/submit/${raw.id}`, { withUploads: [{ id: agg.id }] }), 200);
    await decide(raw.id);
    await expectStatus(castVote(source, expert3, agg.id, { nr: 1 }), 200);
    await source.settle();
    source.mails.length = 0;
    expect((await state(raw)).reviewed.map(({ id }) => id)).toEqual([agg.id]);
    await outcome(correct(raw, [abstract('For both')]));
    expect(await recipients()).toEqual([['expert3', 'the metadata of a submission has changed']]);
    expect((await acts(agg, expert3)).at(-1)).toMatchObject({ act: 'corrected', content: { changes: [{ field: 5 }] } });
    await expectStatus(castVote(source, expert2, agg.id, { nr: 2 }), 200);
    await source.settle();
    const both = [raw, agg];
    const accepted = await Promise.all(both.map(async (one) => ({ ...one, nr: await nrOf(one.number), title: '' })));
    // Its page tells what was corrected since it was accepted.
    await expectSameEverywhere(everywhere(accepted[1]!), { abstract: 'For both', corrections: [], updated: '' });
    await outcome(correct(agg, [abstract('For both again')]));
    await source.settle();
    for (const one of accepted) await expectSameEverywhere(everywhere(one), { abstract: 'For both again' });

    // A withdrawn one is corrected with the others, and may come back.
    const setWithdrawn = (withdrawnAt: Date | null) =>
      source.repository.db.update(uploads).set({ withdrawnAt }).where(eq(uploads.number, agg.number));
    await setWithdrawn(new Date(clock));
    const stricter = [entry(fieldIds.licence, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0])];
    expect(await outcome(correct(raw, stricter))).toMatchObject({ proposed: [20] });
    expect(await codeOf(judge(raw, (await judged(raw, chair)).proposal!.version, chair))).toBe(204);
    await setWithdrawn(null);
    for (const { nr } of accepted) {
      const [row] = await source.repository.db.select().from(dataSets).where(eq(dataSets.nr, nr));
      expect(row?.row.rights).toEqual(['SUFL 1.0']);
    }
  });

  test('of which one is withdrawn are corrected by consent, and by none when all are withdrawn', async () => {
    const metadata = completeMetadata(`Withdrawn with a proposal ${(studies += 1)}`);
    const raw = await described('raw', metadata);
    const agg = await described('agg', withEntries(metadata, entry(fieldIds.title, [`Apart ${studies}`])));
    await expectStatus(send(contributor, '/api/metadata', { id: [raw.id, agg.id], metadata }), 200);
    await expectStatus(send(contributor, `/api/submit/${raw.id}`, { withUploads: [{ id: agg.id }] }), 200);
    await decide(raw.id);
    await decide(agg.id);
    const withdraw = ({ id }: { id: string }) =>
      send(chair, `/api/editorial/${id}/withdrawal`, { decision: 'withdraw', reason: 'A wrong file.' });
    await outcome(correct(raw, [entry(fieldIds.title, [`Consented after all ${studies}`])]));
    await expectStatus(withdraw(raw), 200);
    expect(await codeOf(judge(agg, (await judged(agg)).proposal!.version, expert2))).toBe(204);
    const shared = { upload: agg.number, email: other.email, person: other.subject, right: 'submit' as const };
    const at = { invitedAt: new Date(clock), expiresAt: new Date(clock), acceptedAt: new Date(clock) };
    await recordPerson(source.repository.db, other, new Date(clock));
    const members = [shared, { ...shared, upload: raw.number }];
    await source.repository.db
      .insert(studyMembers)
      .values(members.map((member) => ({ ...member, ...at, invitedBy: contributor.subject })));
    await outcome(correct(agg, [entry(fieldIds.title, [`Never consented ${studies}`])], { actor: other }));
    await recipients();
    source.mails.length = 0;
    await expectStatus(withdraw(agg), 200);
    const told = (await recipients()).filter(([, subject]) => subject === 'your correction was closed');
    expect(told.map(([who]) => who).toSorted()).toEqual(['contributor', 'other']);
    expect((await judged(agg)).proposal).toBeNull();
    expect((await acts(agg)).some(({ act, person: by }) => act === 'withdrew-correction' && by === undefined)).toBe(
      true,
    );
  });

  test('that a co-author proposed is decided with a mail to both', async () => {
    const one = await published();
    const place = { upload: one.number, email: other.email, person: other.subject, right: 'submit' as const };
    const at = { invitedAt: new Date(clock), expiresAt: new Date(clock), acceptedAt: new Date(clock) };
    await recordPerson(source.repository.db, other, new Date(clock));
    await source.repository.db.insert(studyMembers).values({ ...place, ...at, invitedBy: contributor.subject });
    await outcome(correct(one, [entry(fieldIds.title, [`Proposed by another ${one.nr}`])], { actor: other }));
    const { version } = (await judged(one)).proposal!;
    await recipients();
    source.mails.length = 0;
    expect(await codeOf(judge(one, version, expert2))).toBe(204);
    expect((await recipients()).map(([who]) => who).toSorted()).toEqual(['contributor', 'other']);
  });

  test('do not tell the contributor by the one under review which expert consented', async () => {
    const metadata = completeMetadata(`Consent for two ${(studies += 1)}`);
    const raw = await described('raw', metadata);
    const agg = await described('agg', withEntries(metadata, entry(fieldIds.title, [`Else ${studies}`])));
    await expectStatus(send(contributor, '/api/metadata', { id: [raw.id, agg.id], metadata }), 200);
    await expectStatus(send(contributor, `/api/submit/${raw.id}`, { withUploads: [{ id: agg.id }] }), 200);
    await decide(raw.id);
    await outcome(correct(raw, [entry(fieldIds.title, [`Consented for two ${studies}`])]));
    expect(await codeOf(judge(raw, (await judged(raw)).proposal!.version, expert2))).toBe(204);
    const own = await acts(agg, contributor);
    expect(own.at(-1)).toMatchObject({ act: 'consented-to-correction', content: { changes: [{ field: 2 }] } });
    expect(JSON.stringify(own)).not.toMatch(new RegExp(`${expert2.name}|${expert2.email}`));
    const glance = await ask(source, expert3, `/api/editorial/${agg.id}/glance`);
    expect(await glance.json()).toMatchObject({ corrections: [{ note: 'A slip', changes: [{ field: 2 }] }] });
  });

  test('keep what is typed for one that is not submitted, which is refused if it is older', async () => {
    const metadata = completeMetadata(`Open sibling ${(studies += 1)}`);
    const raw = await described('raw', metadata);
    const agg = await described('agg', withEntries(metadata, entry(fieldIds.title, [`Alone ${studies}`])));
    await expectStatus(send(contributor, '/api/metadata', { id: [raw.id, agg.id], metadata }), 200);
    await expectStatus(send(contributor, `/api/submit/${raw.id}`), 200);
    await decide(raw.id);
    await source.settle();
    const seen = (await ask(source, contributor, `/api/metadata/${agg.id}`)).headers.get('ETag') ?? '';
    const save = async (tag: string) =>
      source.api.request('/api/metadata', {
        method: 'POST',
        headers: { ...(await bearer(contributor)), 'If-Match': tag },
        body: JSON.stringify({
          id: [agg.id],
          detach: [agg.id],
          metadata: withEntries(metadata, entry(2, [`Alone ${studies}`])),
        }),
      });
    await outcome(correct(raw, [abstract('Corrected meanwhile')]));
    expect(await codeOf(save(seen))).toEqual([412, 'saved-elsewhere']);
    const now = (await ask(source, contributor, `/api/metadata/${agg.id}`)).headers.get('ETag') ?? '';
    expect((await save(now)).status).toBe(200);
    expect((await state(raw)).metadata).toContainEqual(expect.objectContaining({ values: ['Corrected meanwhile'] }));
  });
});

test('a data set that is published while its metadata is corrected has the corrected one', async () => {
  const one = await described('raw', completeMetadata(`Published meanwhile ${(studies += 1)}`));
  await expectStatus(send(contributor, `/api/submit/${one.id}`), 200);
  source.repository.jobs.handle('publish-upload', () => Promise.resolve());
  await decide(one.id);
  await source.settle();
  const { db } = source.repository;
  let corrected: unknown = null;
  // After the tables were described, and before they are stored.
  const transaction: typeof db.transaction = async (work, config) => {
    corrected ??= await outcome(correct(one, [abstract('Corrected while it is published')]));
    return db.transaction(work, config);
  };
  const slow = { ...source.repository, db: Object.assign(Object.create(db) as typeof db, { transaction }) };
  await publishUpload(slow, { upload: one.number }, new AbortController().signal);
  expect(corrected).toMatchObject({ applied: [5] });
  source.repository.jobs.handle('publish-upload', (data, signal) => publishUpload(source.repository, data, signal));
  await source.settle();
  const accepted = { ...one, nr: await nrOf(one.number), title: '' };
  await expectSameEverywhere(everywhere(accepted), { abstract: 'Corrected while it is published' });
});

test('a corrected ORCID iD or affiliation is told with the name of the author', async () => {
  const one = await published();
  const orcids = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  await outcome(correct(one, [entry(fieldIds.orcid, orcids, [0, 1])]));
  await source.settle();
  const response = await source.api.request(`/api/search/corrections/${one.nr}`);
  const [correction] = PublicCorrectionSchema.array().parse(await response.json());
  expect(correction?.fields).toMatchObject([
    {
      id: fieldIds.orcid,
      before: orcids.slice(0, 1),
      after: orcids,
      owners: { before: ['Muster, Eva'], after: ['Muster, Eva', 'Beispiel, Jan'] },
    },
  ]);
  const page = await (await web.ask(`/data-set/${one.nr}`)).text();
  expect(mainText(page)).toContain(`Beispiel, Jan: ${orcids[1]}`);
  await expectSameEverywhere(everywhere(one));
});

test('the newest corrections are told with the data set, and all of them in pages', async () => {
  const one = await published();
  const acted = { upload: one.number, at: new Date(clock), statusBefore: 'Accepted', statusAfter: 'Accepted' } as const;
  const rows = Array.from({ length: 45 }, (_, index) => ({
    ...{ ...acted, act: 'corrected' as const, content: { note: `Note ${index + 1}`, changes: [] } },
  }));
  const hidden = [
    { ...acted, act: 'declined-correction' as const, content: { note: 'Declined' } },
    { ...acted, act: 'corrected' as const, statusBefore: 'Submitted' as const, content: { note: 'Before' } },
  ];
  await source.repository.db.insert(reviewHistory).values([...rows, ...hidden]);
  const notes = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Note ${from - index}`);
  const described = DataSetSchema.parse(await (await ask(source, null, `/api/search/metadata/${one.nr}`)).json());
  expect([described.correctionCount, described.corrections.map(({ note }) => note)]).toEqual([45, notes(45, 26)]);
  const pages: [number, string[]][] = [
    [1, notes(45, 26)],
    [2, notes(25, 6)],
    [3, notes(5, 1)],
    [9, notes(5, 1)],
  ];
  for (const [page, told] of pages) {
    const answer = await ask(source, null, `/api/search/corrections/${one.nr}?page=${page}`);
    expect(answer.headers.get('X-Total-Count')).toBe('45');
    expect(
      PublicCorrectionSchema.array()
        .parse(await answer.json())
        .map(({ note }) => note),
    ).toEqual(told);
    const html = await (await web.ask(`/data-set/${one.nr}?corrections=${page}`)).text();
    expect([...html.matchAll(/>(Note \d+)</g)].map(([, note]) => note)).toEqual(told);
    expect(html).toContain('45 corrections, newest first.');
    expect(html).toContain(`href="/data-set/${one.nr}?corrections=2#corrections"`);
  }
  expect((await ask(source, null, '/api/search/corrections/99999')).status).toBe(404);
});
