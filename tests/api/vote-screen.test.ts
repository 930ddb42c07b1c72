import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { criteria } from '@domain/board/criteria';
import { files, problemComments, problemGroups, sourceTables } from '../../services/repository/store/schema';
import { castVote } from '../support/editorial-calls';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { mainOf } from '../support/main-of-page';
import { areaOf, isChecked, voteFields, votePage, voteScreens } from '../support/vote-screens';

let api: TestApi;
let web: TestWeb;
let read: ReturnType<typeof voteScreens>['read'];
let post: ReturnType<typeof voteScreens>['post'];
let call: ReturnType<typeof voteScreens>['call'];
/** The path of an API call that fails, as if the repository were away. */
let away = '';
beforeAll(async () => {
  api = await createTestApi();
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  web = await createTestWeb(api, async (request) =>
    away !== '' && new URL(request.url).pathname.endsWith(away)
      ? new Response(null, { status: 503 })
      : api.api.fetch(request),
  );
  ({ read, post, call } = voteScreens(web, api));
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const { contributor, expert1, expert2, expert3 } = actors;
const languages = ['en', 'de'] as const;

/** Six unusual values in the first column, with one comment on all of them. */
async function explainCells(upload: number): Promise<void> {
  const { db } = api.repository;
  const [row] = await db
    .select({ table: sourceTables.id })
    .from(sourceTables)
    .innerJoin(files, eq(files.id, sourceTables.file))
    .where(eq(files.upload, upload));
  const group = { table: row!.table, rule: 'R03', column: 0 };
  const cells = [{ row: 2, value: '90', parameters: {} }];
  await db.insert(problemGroups).values({ ...group, canOverride: true, count: 6, parameters: {}, cells });
  await db.insert(problemComments).values({ ...group, cell: -2, comment: 'Rowers.', writtenAt: new Date() });
}

describe('a submission at a glance', () => {
  test.each([
    {
      language: 'en',
      heading: 'At a glance',
      words: ['Not mapped', 'What the check found', '300 people in 300 rows'],
      back: 'Back to the vote',
    },
    {
      language: 'de',
      heading: 'Auf einen Blick',
      words: ['Nicht zugeordnet', 'Was die Prüfung gefunden hat', '300 Personen in 300 Zeilen'],
      back: 'Zurück zur Abstimmung',
    },
  ] as const)('begins the vote screen with links that lead back to it, in $language', async (expected) => {
    const { language, heading, words, back } = expected;
    const { id, title } = await addUploadAt(api, 'submitted');
    const shown = await read(expert1, votePage(id), language);
    expect(shown.html.indexOf(heading)).toBeGreaterThan(0);
    expect(shown.html.indexOf(heading)).toBeLessThan(shown.html.indexOf('vote-panel'));
    for (const word of [title, contributor.email, 'class', ...words]) expect(shown.text).toContain(word);
    for (const part of ['data', 'rows', 'check', 'preview']) {
      const address = `/editorial-board/${part}/${id}?table=adults`;
      expect(shown.html).toContain(`href="${address}"`);
    }
    expect(shown.html).toContain(`href="/editorial-board/original/${id}"`);
    expect(shown.html).toContain('#distributions"');
    const metadata = await read(expert1, `/editorial-board/meta/${id}`, language);
    expect(metadata.html).toContain(`href="${votePage(id)}">${back}`);
    expect(shown.html).not.toContain(`>${back}`);
  });

  test.each([
    ['en', 'No problems found.', 'Rowers.', '6 of 300 rows, 2%', '6 cells, explained in comments'],
    ['de', 'Keine Probleme gefunden.', 'Rowers.', '6 von 300 Zeilen, 2 %', '6 Zellen, in Kommentaren erklärt'],
  ] as const)(
    'explained cells are shown with reasons and their share of the rows, in %s',
    async (language, none, ...words) => {
      const { id } = await addUploadAt(api, 'submitted');
      expect((await read(expert1, votePage(id), language)).text).toContain(none);
      const explained = await addUploadAt(api, 'described');
      await explainCells(explained.number);
      await call(contributor, `/api/submit/${explained.id}`);
      const { text } = await read(expert1, votePage(explained.id), language);
      for (const word of words) expect(text).toContain(word);
    },
  );

  test.each([
    ['en', 'The summary of this submission cannot be shown at the moment.'],
    ['de', 'Die Übersicht dieser Einreichung lässt sich gerade nicht anzeigen.'],
  ] as const)('the vote is possible without it, in %s', async (language, message) => {
    const { id } = await addUploadAt(api, 'submitted');
    away = '/glance';
    const shown = await read(expert1, votePage(id), language);
    away = '';
    expect(shown.text).toContain(message);
    expect(shown.html).toContain('id="vote-1-rating"');
  });
});

describe('the form of a vote', () => {
  test.each([
    ['en', 'I have no conflict of interest', 'Confirm that you have no conflict of interest'],
    ['de', 'Ich habe keinen Interessenkonflikt', 'Bestätigen Sie, dass Sie keinen Interessenkonflikt haben.'],
  ] as const)(
    'needs the declaration and keeps everything that was entered, in %s',
    async (language, label, refusal) => {
      const { id } = await addUploadAt(api, 'submitted');
      const open = await read(expert1, votePage(id), language);
      expect(open.text).toContain(label);
      expect(open.html).toMatch(/<option value="expert1@example.org" selected="">/);
      const typed = voteFields(expert1, { 'criteria.design': 'no', 'criteria.licence': 'unclear', isImpartial: '' });
      const refused = await post(expert1, `${votePage(id)}?panel=1`, typed, language);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('href="#vote-1-isImpartial"');
      expect(refused.text).toContain(refusal);
      expect(isChecked(refused.html, 'vote-1-design-no')).toBe(true);
      expect(isChecked(refused.html, 'vote-1-licence-unclear')).toBe(true);
      expect(isChecked(refused.html, 'vote-1-rating')).toBe(true);
      expect(areaOf(refused.html, 'vote-1-note')).toBe('Fine.');
      // The draft has it, too.
      const again = await read(expert1, votePage(id), language);
      expect(isChecked(again.html, 'vote-1-design-no')).toBe(true);
      expect(isChecked(again.html, 'vote-1-isImpartial')).toBe(false);
    },
  );

  test.each([
    ['en', 'Does each column have the right target and unit? No', 'declared that there is none'],
    ['de', 'Hat jede Spalte das richtige Ziel und die richtige Einheit? Nein', 'nach eigener Erklärung keiner'],
  ] as const)(
    'the other expert sees criteria and declaration once they have voted, in %s',
    async (language, answer, none) => {
      const { id } = await addUploadAt(api, 'submitted');
      const typed = voteFields(expert1, { 'criteria.mapping': 'no' });
      expect((await post(expert1, `${votePage(id)}?panel=1`, typed, language)).status).toBe(303);
      const own = await read(expert1, votePage(id), language);
      expect(isChecked(own.html, 'vote-1-mapping-no')).toBe(true);
      expect(isChecked(own.html, 'vote-1-isImpartial')).toBe(true);
      expect((await read(expert2, votePage(id), language)).text).not.toContain(none);
      await post(expert2, `${votePage(id)}?panel=2`, voteFields(expert2, { rating: '2' }));
      const seen = await read(expert2, votePage(id), language);
      expect(seen.text).toContain(answer);
      expect(seen.text).toContain(none);
    },
  );

  test('has every criterion, in both languages', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const language of languages) {
      const { html } = await read(expert1, votePage(id), language);
      const named = criteria.filter((name) => html.includes(`id="vote-1-${name}"`));
      expect(named).toEqual([...criteria]);
      expect(html).not.toMatch(/criteria\.\w+</);
    }
  });
});

describe('those who cannot vote', () => {
  test.each([
    ['en', 'Both panels are taken by other experts'],
    ['de', 'Beide Gutachten sind an andere Expert:innen vergeben'],
  ] as const)(
    'a third expert is told so, and sees the submission without the votes, in %s',
    async (language, message) => {
      const { id } = await addUploadAt(api, 'submitted');
      await castVote(api, expert1, id, { rating: 1, note: 'Mine.' });
      await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Mine.' });
      const { html, text } = await read(expert3, votePage(id), language);
      expect(text).toContain(message);
      expect(html).toContain(`href="/editorial-board/data/${id}?table=adults"`);
      expect(text).not.toContain('Mine.');
      expect(text).not.toMatch(/then vote|stimmen Sie dann/);
    },
  );

  test.each([
    ['en', 1, 'The submission is accepted.', 'Go to the page of the data set'],
    ['de', 1, 'Die Einreichung ist angenommen.', 'Zur Seite des Datensatzes'],
    ['en', 2, 'The submission is rejected.', null],
    ['de', 2, 'Die Einreichung ist abgelehnt.', null],
  ] as const)('after the decision nobody is asked to vote, in %s (%i)', async (language, rating, message, link) => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating });
    await castVote(api, expert2, id, { nr: 2, rating });
    const { html, text } = await read(expert3, votePage(id), language);
    expect(text).toContain(message);
    expect(text).not.toMatch(/then vote|stimmen Sie dann/);
    expect(html).not.toContain(`href="/editorial-board/data/${id}`);
    if (link) expect(html).toMatch(new RegExp(`href="/data-set/\\d+"[^>]*>${link}`));
    else expect(html).not.toContain('/data-set/');
  });
});

test.each([
  ['en', 'Reject', 'Rating', 'Does each column have the right target and unit?'],
  ['de', 'Ablehnen', 'Bewertung', 'Hat jede Spalte das richtige Ziel und die richtige Einheit?'],
] as const)(
  'a vote typed when the session was ended in another window is shown in words, in %s',
  async (language, rating, name, criterion) => {
    const { id } = await addUploadAt(api, 'submitted');
    const fields = voteFields(expert1, { rating: '2', 'criteria.mapping': 'no', note: 'A whole thought.' });
    const cookie = `language=${language.toUpperCase()}-X`;
    const body = new URLSearchParams(fields);
    const response = await web.ask(`${votePage(id)}?panel=1`, { method: 'POST', cookie, body });
    const html = mainOf(await response.text());
    expect(response.status).toBe(401);
    expect(html).toContain(`<dt>${name}</dt><dd lang="">${rating}</dd>`);
    expect(html).toContain(`<dt>${criterion}</dt>`);
    expect(html).toContain('A whole thought.');
    expect(html).not.toMatch(/<dt>(rating|criteria|isImpartial)/);
  },
);
