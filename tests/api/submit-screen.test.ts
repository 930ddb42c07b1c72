import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { files, problemComments, sourceTables, studies } from '../../services/repository/store/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload, type ReadyUpload } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let cookies: { en: string; de: string };
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookies = { en: await web.signIn(actors.contributor, 'en'), de: await web.signIn(actors.contributor, 'de') };
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const address = ({ id }: ReadyUpload) => `/file-upload/submit/${id}`;
const open = async (upload: ReadyUpload, language: 'en' | 'de' = 'en') =>
  (await web.ask(address(upload), { cookie: cookies[language] })).text();

/** Fields that the form on a page sends, with the given boxes ticked. */
function formOf(html: string, ticked: string[] = []): URLSearchParams {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const hidden = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ...ticked.map((id) => ['also', id]),
  ]);
}
const send = (upload: ReadyUpload, body: URLSearchParams, cookie = cookies.en) =>
  web.ask(address(upload), { method: 'POST', cookie, body });
const press = async (upload: ReadyUpload, ticked: string[] = []) => send(upload, formOf(await open(upload), ticked));
const statusOf = async ({ number }: ReadyUpload) => (await storedUpload(api, number)).upload.status;
const text = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');

async function setTable({ number }: ReadyUpload, change: Partial<typeof sourceTables.$inferInsert>) {
  const { db } = api.repository;
  const [file] = await db.select({ id: files.id }).from(files).where(eq(files.upload, number));
  const [table] = await db
    .update(sourceTables)
    .set(change)
    .where(eq(sourceTables.file, file?.id ?? ''))
    .returning();
  return table?.id ?? 0;
}

interface Study {
  raw: ReadyUpload;
  agg: ReadyUpload;
}

async function addStudy(): Promise<Study> {
  const raw = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  await ask(api, actors.contributor, '/api/metadata', {
    method: 'POST',
    body: { id: [raw.id, agg.id], metadata: completeMetadata(raw.title) },
  });
  return { raw, agg };
}

describe('the submit page', () => {
  test('every section is shown with a link to change it', async () => {
    const upload = await addUploadAt(api, 'described', { problems: 1 });
    const table = await setTable(upload, { position: 0 });
    await api.repository.db
      .insert(problemComments)
      .values({
        table,
        rule: 'R03',
        column: 0,
        cell: 2,
        value: '90',
        comment: 'measured twice',
        writtenAt: new Date(0),
      });
    const html = await open(upload);
    const { id, title, number } = upload;
    const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(
      ([, href = '', name = '']) => `${href} ${text(name).trim()}`,
    );
    for (const [path, what] of [
      [`/file-upload/correct/${id}`, 'File'],
      [`/file-upload/data/${id}?table=adults`, 'Mapping of adults'],
      [`/file-upload/check/${id}`, 'Problems explained in comments'],
      [`/file-upload/meta/${id}`, 'Metadata'],
      [`/file-upload/meta/${id}#f20-0`, 'Licence'],
    ]) {
      expect(links).toContain(`${path} Change ${what}`);
    }
    const words = text(html);
    for (const message of [
      `adults-${number}.csv`,
      'adults (rows: 300, columns: 3)',
      '2 of 3 columns of ‘adults’ are mapped.',
      'measured twice',
      title,
      'Consent (not published)',
      'CC-BY 4.0',
      'Others may use, change and share the data for any purpose if they credit the authors.',
      `10.5072/motothek.${number}`,
    ]) {
      expect(words).toContain(message);
    }
    expect(words).not.toContain('Title (not published)');
  });

  test('it is in German for users who chose German', async () => {
    const words = text(await open(await addUploadAt(api, 'described'), 'de'));
    for (const message of [
      'Angaben noch einmal ansehen',
      'Ändern',
      'Lizenz',
      'So geht es weiter',
      'Keine Probleme gefunden.',
    ]) {
      expect(words).toContain(message);
    }
  });

  test('thousands of comments are counted, not listed', async () => {
    const upload = await addUploadAt(api, 'described', { problems: 1 });
    const table = await setTable(upload, { position: 0 });
    const many = Array.from({ length: 3000 }, (_, row) => ({
      table,
      rule: 'R03',
      column: 0,
      cell: row + 2,
      value: '90',
      comment: `reason ${row}`,
      writtenAt: new Date(0),
    }));
    for (let from = 0; from < many.length; from += 500) {
      await api.repository.db.insert(problemComments).values(many.slice(from, from + 500));
    }
    const html = await open(upload);
    expect(text(html)).toContain('and 2,997 more comments');
    expect(html.length).toBeLessThan(200_000);
  });

  test('drafts that are not saved are named, because they are not submitted', async () => {
    const upload = await addUploadAt(api, 'described');
    expect(text(await open(upload))).not.toContain('not saved');
    const body = new URLSearchParams({ intent: 'draft', 'f2-0': 'Another title' });
    const kept = await web.ask(`/file-upload/meta/${upload.id}`, { method: 'POST', cookie: cookies.en, body });
    expect(kept.status).toBe(303);
    const words = text(await open(upload));
    expect(words).toContain('You have drafts that are not saved. They will not be submitted:');
    expect(words).toContain('Draft of the metadata from ');
    expect(words).not.toContain('Another title');
  });

  test('every step links back here', async () => {
    const upload = await addUploadAt(api, 'described');
    for (const step of ['meta', 'correct']) {
      const html = await (await web.ask(`/file-upload/${step}/${upload.id}`, { cookie: cookies.en })).text();
      expect(html).toMatch(new RegExp(`href="${address(upload)}"[^>]*>Review and submit`));
    }
  });
});

describe('submitting', () => {
  test('what was shown is submitted, and a second press leads to the submitted upload', async () => {
    const upload = await addUploadAt(api, 'described');
    const form = formOf(await open(upload));
    expect(form.get('version')).toMatch(/.{20,}/);
    const answers = [await send(upload, form), await send(upload, form)];
    expect(answers.map(({ status, headers }) => [status, headers.get('Location')])).toEqual([
      [303, address(upload)],
      [303, address(upload)],
    ]);
    const html = await open(upload);
    expect(text(html)).toContain('Your file has been submitted.');
    expect(html).not.toContain('>Change <');
    expect(html).not.toMatch(/<button type="submit">Submit/);
  });

  test('changes from another window are shown before the upload is submitted', async () => {
    const upload = await addUploadAt(api, 'described');
    const form = formOf(await open(upload));
    const { study } = await storedUpload(api, upload.number);
    const changed = withEntries(completeMetadata(upload.title), entry(6, ['written in another window']));
    await api.repository.db.update(studies).set({ metadata: changed }).where(eq(studies.id, study.id));
    const answer = await send(upload, form);
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(text(html)).toContain('This upload has changed since you opened this page.');
    expect(text(html)).toContain('written in another window');
    expect(await statusOf(upload)).toBe('Uploaded');
    expect((await send(upload, formOf(html))).status).toBe(303);
    expect(await statusOf(upload)).toBe('Submitted');
  });

  test('a form without a version, or with nonsense, is refused and causes no server error', async () => {
    const upload = await addUploadAt(api, 'described');
    for (const body of [
      'version=x',
      `version=x&also=${upload.id}`,
      'also=../..&version=',
      'version=' + 'x'.repeat(500),
    ]) {
      const answer = await send(upload, new URLSearchParams(body));
      expect([400, 409]).toContain(answer.status);
    }
    expect(await statusOf(upload)).toBe('Uploaded');
  });
});

describe('what is missing', () => {
  test('everything is listed by step, each line with a link to the place to change', async () => {
    const upload = await addUploadAt(api, 'described', { problems: 1 });
    const { study } = await storedUpload(api, upload.number);
    const metadata = withEntries(completeMetadata(upload.title), entry(9, ['2019-2-29---']));
    await api.repository.db.update(studies).set({ metadata }).where(eq(studies.id, study.id));
    const html = await open(upload);
    expect(html).toContain(`href="/file-upload/check/${upload.id}?table=adults&amp;severity=open"`);
    expect(html).toMatch(new RegExp(`href="/file-upload/meta/${upload.id}#f9-0[^"]*"`));
    expect(text(html)).toContain('comment on problems (1 to go).');
    expect(html).not.toMatch(/<button type="submit">Submit/);
    const answer = await send(upload, new URLSearchParams({ version: 'of the page before' }));
    expect(answer.status).toBe(409);
    expect(text(await answer.text())).toContain('comment on problems (1 to go).');
  });

  test('a table without a mapping is named, and besides that only the metadata is required', async () => {
    const words = text(await open(await addUploadAt(api, 'read')));
    expect(words).toContain('Table ‘adults’: no column is mapped.');
    expect(words).toContain('The metadata has not been saved yet.');
    expect(words).not.toContain('Refresh');
  });

  test('while a check is running the page offers to refresh', async () => {
    const upload = await addUploadAt(api, 'described');
    await setTable(upload, { checkState: 'running' });
    const html = await open(upload);
    expect(text(html)).toContain('the check is still running.');
    expect(html).toMatch(/<form method="get"[^>]*>[\s\S]*Refresh<\/button>/);
  });
});

describe('several files of a study', () => {
  test('a ticked one is submitted too, and one left out is named afterwards', async () => {
    const { raw, agg } = await addStudy();
    expect(await open(raw)).toContain('Submit other files of this study');
    expect((await press(raw, [agg.id])).status).toBe(303);
    expect([await statusOf(raw), await statusOf(agg)]).toEqual(['Submitted', 'Submitted']);

    const second = await addStudy();
    expect((await press(second.raw)).status).toBe(303);
    expect(await statusOf(second.agg)).toBe('Uploaded');
    const html = await open(second.raw);
    expect(text(html)).toContain('These files of the same study have not been submitted yet:');
    expect(html).toContain(`href="${address(second.agg)}"`);
  });

  test('an incomplete upload cannot be ticked and shows what is missing', async () => {
    const { raw, agg } = await addStudy();
    await setTable(agg, { checkState: 'running' });
    const html = await open(raw);
    expect(html).not.toContain(`value="${agg.id}"`);
    expect(text(html)).toContain(`adults-${agg.number}.csv shares the metadata but is not complete.`);
  });

  test('an upload that was submitted, deleted or detached in the meantime stops the submission of all, with a message', async () => {
    const outdated = 'This upload has changed since you opened this page.';
    const asContributor = (path: string, method: string, body?: unknown) =>
      ask(api, actors.contributor, path, { method, body });
    const changes = [
      ({ agg }: Study) => asContributor(`/api/submit/${agg.id}`, 'POST'),
      ({ agg }: Study) => asContributor(`/api/fileupload/${agg.id}`, 'DELETE'),
      ({ raw, agg }: Study) =>
        asContributor('/api/metadata', 'POST', {
          id: [raw.id],
          detach: [agg.id],
          metadata: completeMetadata(raw.title),
        }),
    ];
    for (const change of changes) {
      const study = await addStudy();
      const form = formOf(await open(study.raw), [study.agg.id]);
      expect((await change(study)).ok).toBe(true);
      const answer = await send(study.raw, form);
      expect([answer.status, await statusOf(study.raw)]).toEqual([409, 'Uploaded']);
      expect(text(await answer.text())).toContain(outdated);
      // The refused page shows the current state, which can be submitted.
      expect((await press(study.raw)).status).toBe(303);
      expect(await statusOf(study.raw)).toBe('Submitted');
    }
  });

  test('ticks are kept when the page is shown again', async () => {
    const { raw, agg } = await addStudy();
    const form = formOf(await open(raw), [agg.id]);
    await setTable(agg, { name: 'grown-ups', mappingRevision: 7 });
    form.set('version', 'of the page before');
    const answer = await send(raw, form);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(new RegExp(`<input(?=[^>]*value="${agg.id}")(?=[^>]*checked)[^>]*>`));
  });
});
