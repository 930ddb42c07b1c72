import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import type { EmbargoView } from '@domain/life/embargo-changes';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import {
  acceptUpload,
  handleLifeJobs,
  type PublishedUpload,
  refusalOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair, person } from '../../../tests/support/test-api';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { countKept } from '../store/kept-of-person';
import { changeOwner } from '../store/members';
import { studies, uploads } from '../store/schema';
import { publishDueUploads } from '../upkeep/due-work';
import { tellOfEmbargoes } from '../upkeep/embargo-notices';

const { contributor, other, expert1 } = actors;
const accepted = new Date('2026-11-26T10:00:00Z');
const reason = 'The journal prints the paper later.';

let api: SourceApi;
let nr = 0;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  api.repository.jobs.handle('publish-upload', (data, signal) => publishUpload(api.repository, data, signal));
  await ask(api, chair, '/api/editorial');
  await ask(api, contributor, '/api/fileupload');
});
beforeEach(async () => {
  await api.settle();
  api.mails.length = 0;
  const { now } = api.repository;
  at(accepted);
  onTestFinished(() => void (api.repository.now = now));
});
afterAll(() => api.close());

const at = (moment: Date | string) => void (api.repository.now = () => new Date(moment));
const accept = (embargo = '---2027-6-30'): Promise<PublishedUpload> => {
  nr += 1;
  return acceptUpload(api, { nr, title: `Strength of arms ${nr}`, metadata: [entry(29, [embargo])] });
};
const shorten = (upload: PublishedUpload, until: string, actor = contributor) =>
  ask(api, actor, `/api/fileupload/${upload.id}/embargo`, { method: 'POST', body: { until } });
const lengthen = (upload: PublishedUpload, until: string, actor = chair, why = reason) =>
  ask(api, actor, `/api/editorial/${upload.id}/embargo`, { method: 'POST', body: { until, reason: why } });
const viewOf = async (answer: Response) => (await answer.json()) as EmbargoView;
const describeSet = async (upload: PublishedUpload) =>
  (await (await ask(api, other, `/api/search/metadata/${upload.nr}`)).json()) as {
    notYet: { until: string } | null;
    acts: object[];
    datacite: { dates: { date: string; dateType: string }[] };
  };
/** Another upload of the study of an accepted one; its id. */
async function joinStudy(upload: PublishedUpload, values: Partial<typeof uploads.$inferInsert>): Promise<string> {
  const { db } = api.repository;
  const [{ study } = { study: 0 }] = await db.select().from(uploads).where(eq(uploads.number, upload.number));
  const { id, number } = await addUploadAt(api, 'checked');
  await db
    .update(uploads)
    .set({ study, ...values })
    .where(eq(uploads.number, number));
  return id;
}
/** Mails to the contributor about a data set. */
const mailsAbout = async (upload: PublishedUpload, subject: string) => {
  await api.settle();
  const isAbout = ({ to, text }: { to: string; text: string }) =>
    to === contributor.email && text.includes(`(Strength of arms ${upload.nr})`);
  return api.mails.filter((mail) => isAbout(mail) && mail.subject.includes(subject));
};

test('what is kept of a contributor tells how much is under embargo, and until when', async () => {
  const owner = person('embargoed', 'Emma Embargoed', []);
  await ask(api, owner, '/api/fileupload');
  for (const end of ['---2027-6-30', '---2027-5-1', '']) {
    const { number } = await accept(end);
    await api.repository.db.transaction((tx) => changeOwner(tx, [number], owner.subject));
  }
  const kept = await countKept(api.repository.db, owner.subject);
  expect(kept).toMatchObject({ published: 1, underEmbargo: 2, embargoUntil: '2027-06-30' });
});

describe('the contributor shortens the embargo', () => {
  test('to an earlier day, which page, DOI and history tell', async () => {
    const upload = await accept();
    const view = await viewOf(await shorten(upload, '2027-03-31'));
    expect(view).toMatchObject({ until: '2027-03-31', changes: [{ act: 'shorten', until: '2027-03-31' }] });
    await api.settle();
    const { notYet, acts, datacite } = await describeSet(upload);
    expect(notYet).toEqual({ until: '2027-03-31' });
    expect(acts).toEqual([{ act: 'embargo-shortened', date: '2026-11-26', note: '', until: '2027-03-31' }]);
    expect(datacite.dates).toContainEqual({ date: '2027-03-31', dateType: 'Available' });
    const [study] = await api.repository.db
      .select()
      .from(studies)
      .where(eq(studies.title, `Strength of arms ${nr}`));
    expect(study?.savedBy).toBe(contributor.subject);
    const history = await (await ask(api, contributor, `/api/fileupload/${upload.id}/history`)).json();
    expect(history).toMatchObject([{ act: 'shortened-embargo', content: { until: '2027-03-31' } }]);
  });

  test('to today, which publishes the data and tells the contributor', async () => {
    const upload = await accept();
    expect((await shorten(upload, '2026-11-26')).status).toBe(200);
    expect(await mailsAbout(upload, 'public')).toHaveLength(1);
    expect((await describeSet(upload)).notYet).toBeNull();
    expect((await ask(api, other, `/api/search/data/${upload.nr}/rows`)).status).toBe(200);
    expect(await refusalOf(await shorten(upload, '2026-11-26'))).toBe('409 already-published');
    expect(await refusalOf(await lengthen(upload, '2027-12-01'))).toBe('409 already-published');
  });

  test('but not to a later day, nor that of somebody else', async () => {
    const upload = await accept();
    expect(await refusalOf(await shorten(upload, '2027-07-01'))).toBe('400 embargo-not-shorter');
    expect(await refusalOf(await shorten(upload, '2026-11-25'))).toBe('400 embargo-not-shorter');
    for (const actor of [other, expert1, chair]) {
      expect(await refusalOf(await shorten(upload, '2027-01-01', actor))).toBe('404 not-found');
    }
    await withdrawNow(api, upload);
    expect(await refusalOf(await shorten(upload, '2027-01-01'))).toBe('410 data-set-withdrawn');
    expect(await refusalOf(await lengthen(upload, '2027-12-01'))).toBe('410 data-set-withdrawn');
  });
});

describe('the chair lengthens the embargo', () => {
  test('up to 24 months from the acceptance, with a public reason that the contributor gets', async () => {
    const upload = await accept();
    at('2027-03-01T10:00:00Z');
    expect(await refusalOf(await lengthen(upload, '2028-11-27'))).toBe('400 embargo-too-long');
    expect(await refusalOf(await lengthen(upload, '2027-06-30'))).toBe('400 embargo-not-longer');
    expect(await refusalOf(await lengthen(upload, '2028-11-26', chair, ' '))).toBe('400 reason-missing');
    const view = await viewOf(await lengthen(upload, '2028-11-26'));
    expect(view).toMatchObject({ until: '2028-11-26', lengthen: null });
    const { acts, notYet } = await describeSet(upload);
    expect(notYet).toEqual({ until: '2028-11-26' });
    expect(acts).toEqual([{ act: 'embargo-lengthened', date: '2027-03-01', note: reason, until: '2028-11-26' }]);
    expect((await mailsAbout(upload, 'embargo'))[0]?.text).toContain(`> ${reason}`);
  });

  test('of a study with a file under review, whose contributor is not told who it was, and whose experts see it', async () => {
    const upload = await accept();
    const sibling = await joinStudy(upload, { status: 'Submitted', submittedAt: accepted });
    expect((await lengthen(upload, '2027-12-01')).status).toBe(200);
    const own = await (await ask(api, contributor, `/api/fileupload/${sibling}/history`)).text();
    expect(own).toContain('lengthened-embargo');
    expect(own).not.toMatch(new RegExp(`${chair.name}|${chair.email}`));
    const glance = await ask(api, expert1, `/api/editorial/${sibling}/glance`);
    expect(await glance.json()).toMatchObject({ corrections: [{ note: reason, changes: [{ field: 29 }] }] });
  });

  test('up to 24 months from the first acceptance in the study', async () => {
    const upload = await accept();
    await joinStudy(upload, { status: 'Accepted', decidedAt: new Date('2026-10-01T10:00:00Z') });
    expect(await refusalOf(await lengthen(upload, '2028-10-02'))).toBe('400 embargo-too-long');
    const read = await ask(api, chair, `/api/editorial/${upload.id}/embargo`);
    expect(await viewOf(read)).toMatchObject({ lengthen: { to: '2028-10-01' } });
    expect((await lengthen(upload, '2028-10-01')).status).toBe(200);
  });

  test('neither an expert nor a chair who is the contributor may', async () => {
    const upload = await accept();
    expect(await refusalOf(await lengthen(upload, '2027-12-01', expert1))).toBe('403 forbidden');
    expect(await refusalOf(await lengthen(upload, '2027-12-01', contributor))).toBe('403 forbidden');
    const chairing = person(contributor.subject, contributor.name, ['Chair']);
    expect(await refusalOf(await lengthen(upload, '2027-12-01', chairing))).toBe('403 vote-own-upload');
  });
});

test('a correction of the metadata is no way around', async () => {
  const upload = await accept();
  const metadata = withEntries(completeMetadata(`Strength of arms ${nr}`), entry(20, ['CC-BY 4.0']), entry(29, []));
  const path = `/api/fileupload/${upload.id}/metadata-corrections`;
  for (const embargo of ['---2026-1-1', '---2035-1-1']) {
    const body = { metadata: withEntries(metadata, entry(29, [embargo])), note: 'Another end.' };
    expect(await refusalOf(await ask(api, contributor, path, { method: 'POST', body }))).toBe('409 field-fixed');
  }
});

test('metadata with an embargo of more than 24 months is neither saved nor submitted', async () => {
  const metadata = withEntries(completeMetadata('Much too late'), entry(29, ['---2028-11-27']));
  const { id } = await addUploadAt(api, 'described', { metadata: completeMetadata('Much too late') });
  const saved = await ask(api, contributor, '/api/metadata', { method: 'POST', body: { id: [id], metadata } });
  expect(await saved.json()).toMatchObject({ errors: [{ field: 29, code: 'embargo-too-long' }] });
  const inTime = withEntries(metadata, entry(29, ['---2028-11-26']));
  const body = { id: [id], metadata: inTime };
  expect((await ask(api, contributor, '/api/metadata', { method: 'POST', body })).status).toBe(200);
  // As if it had been saved before there was a limit.
  at('2026-11-25T10:00:00Z');
  const refused = await ask(api, contributor, `/api/submit/${id}`, { method: 'POST', body: {} });
  expect(await refused.json()).toMatchObject({
    code: 'metadata-invalid',
    errors: [{ error: { field: 29, code: 'embargo-too-long' } }],
  });
});

describe('when an embargo ends', () => {
  test('the contributor gets one notice of it, from two servers that meet and after a restart', async () => {
    const upload = await accept();
    at('2027-06-15T10:00:00Z');
    await tellOfEmbargoes(api.repository, fail);
    expect(await mailsAbout(upload, 'ends soon')).toEqual([]);
    at('2027-06-16T00:30:00+02:00');
    await Promise.all([tellOfEmbargoes(api.repository, fail), tellOfEmbargoes(api.repository, fail)]);
    await tellOfEmbargoes(api.repository, fail);
    expect(await mailsAbout(upload, 'ends soon')).toHaveLength(1);
    // Another end is another notice.
    expect((await lengthen(upload, '2027-08-31')).status).toBe(200);
    at('2027-08-20T10:00:00Z');
    await tellOfEmbargoes(api.repository, fail);
    expect(await mailsAbout(upload, 'ends soon')).toHaveLength(2);
    await shorten(upload, '2027-08-20');
  });

  test('none is sent for a withdrawn data set', async () => {
    const upload = await accept();
    await withdrawNow(api, upload);
    at('2027-06-20T10:00:00Z');
    await tellOfEmbargoes(api.repository, fail);
    expect(await mailsAbout(upload, 'ends soon')).toEqual([]);
  });

  test('the data is published from the first minute of the day on, in the time zone of the installation', async () => {
    const upload = await accept();
    at('2027-06-29T23:59:00+02:00');
    await publishDueUploads(api.repository);
    await api.settle();
    expect((await describeSet(upload)).notYet).toEqual({ until: '2027-06-30' });
    at('2027-06-30T00:01:00+02:00');
    await publishDueUploads(api.repository);
    await api.settle();
    expect((await describeSet(upload)).notYet).toBeNull();
    expect(await mailsAbout(upload, 'public')).toHaveLength(1);
  });

  test('it is published once by two servers, also if the day was missed', async () => {
    const upload = await accept();
    at('2027-07-09T10:00:00Z');
    await Promise.all([publishDueUploads(api.repository), publishDueUploads(api.repository)]);
    const { signal } = new AbortController();
    const again = () => publishUpload(api.repository, { upload: upload.number }, signal);
    await Promise.all([again(), again(), api.settle()]);
    await publishDueUploads(api.repository);
    expect((await ask(api, other, `/api/search/data/${upload.nr}/rows`)).status).toBe(200);
    expect(await mailsAbout(upload, 'public')).toHaveLength(1);
  });
});

function fail(error: unknown): void {
  throw error;
}
