import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { emptyProfile } from '@domain/board/profiles';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { mainOf } from '../support/main-of-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { votePage, voteScreens } from '../support/vote-screens';

const { contributor, other, expert1, expert2, expert3 } = actors;
const dayMs = 24 * 60 * 60 * 1000;
type Language = 'en' | 'de';

let api: TestApi;
let web: TestWeb;
let read: ReturnType<typeof voteScreens>['read'];
let post: ReturnType<typeof voteScreens>['post'];
let call: ReturnType<typeof voteScreens>['call'];
let clock = Date.parse('2026-03-10T10:00:00Z');
beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  web = await createTestWeb(api);
  ({ read, post, call } = voteScreens(web, api));
  for (const one of [expert1, expert2, expert3, chair])
    await recordPerson(api.repository.db, one, api.repository.now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const panelsPage = (id: string) => `/editorial-board/panels/${id}`;
const invite = (id: string, { email }: Actor, panel = 1) =>
  call(chair, `/api/editorial/${id}/invitations`, { panel, email });

/** A submission on which two experts disagree, so often. */
async function tied(notes: readonly [string, string], times = 1): Promise<string> {
  const { id } = await addUploadAt(api, 'submitted');
  for (let version = 0; version < times; version++) {
    await castVote(api, expert1, id, { nr: 1, rating: 1, note: notes[0], version });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: notes[1], version });
  }
  return id;
}

describe('two votes that disagree', () => {
  test.each([
    ['en', 'save it again with a note that gives your reasons', 'The note of expert 2 is missing.', '9 April 2026'],
    ['de', 'mit einer Notiz, die Ihre Gründe nennt', 'Die Notiz von Expert:in 2 fehlt.', '9. April 2026'],
  ] as const)('are explained to the experts, with what is missing, in %s', async (language, what, missing, day) => {
    const id = await tied(['Sound.', '']);
    const own = await read(expert1, votePage(id), language);
    for (const words of [what, missing, day]) expect(own.text).toContain(words);
    const silent = await read(expert2, votePage(id), language);
    expect(silent.text).toContain(language === 'de' ? 'Ihre eigene Notiz fehlt.' : 'Your own note is missing.');
    expect((await read(expert3, votePage(id), language)).text).not.toContain(missing);
  });

  test.each([
    ['en', 'The chair can now decide.', 'You can now decide.'],
    ['de', 'Die Leitung kann jetzt entscheiden.', 'Sie können jetzt entscheiden.'],
  ] as const)('can be decided after the second round, which all of them read, in %s', async (language, ...words) => {
    const id = await tied(['Sound.', 'Too few.'], 2);
    expect((await read(expert1, votePage(id), language)).text).toContain(words[0]);
    const forChair = await read(chair, votePage(id), language);
    expect(forChair.text).toContain(words[1]);
    expect(forChair.html).toContain(`href="${panelsPage(id)}"`);
  });

  test.each([
    ['en', 'You can decide when both experts have voted twice', 'You have voted on it yourself'],
    ['de', 'Sie können entscheiden, wenn beide zweimal abgestimmt haben', 'Sie haben selbst abgestimmt'],
  ] as const)('the chair reads why there is no form yet, in %s', async (language, waits, holds) => {
    const id = await tied(['Sound.', '']);
    const { text } = await read(chair, panelsPage(id), language);
    expect(text).toContain(waits);
    expect(text).toMatch(/note of expert 2 is missing|Notiz von Expert:in 2 fehlt/);
    const held = await addUploadAt(api, 'submitted');
    await castVote(api, chair, held.id, { nr: 1, rating: 1, note: 'Sound.' });
    await castVote(api, expert2, held.id, { nr: 2, rating: 2, note: 'Too few.' });
    expect((await read(chair, panelsPage(held.id), language)).text).toContain(holds);
  });

  test.each([
    ['en', 'If they keep disagreeing, the chair of the editorial board decides'],
    ['de', 'Bleibt es dabei, entscheidet die Leitung des Gutachtergremiums'],
  ] as const)('are told to the contributor, in %s', async (language, words) => {
    const id = await tied(['Sound.', '']);
    const { text } = await read(contributor, `/file-upload/submit/${id}`, language);
    expect(text).toContain(words);
    expect(text).not.toMatch(/note of expert|Notiz von Expert/);
  });
});

describe('who sees the votes', () => {
  test.each([
    ['en', 'You see this vote after the decision.', 'as soon as you can decide', 'once you have saved your own'],
    ['de', 'Diese Stimme sehen Sie nach der Entscheidung.', 'sobald Sie entscheiden können', 'sobald Ihre eigene'],
  ] as const)('is said as the rule has it, in %s', async (language, decided, deciding, voted) => {
    const id = await tied(['Sound.', '']);
    const third = (await read(expert3, votePage(id), language)).text;
    expect(third).toContain(decided);
    expect(third).not.toContain(voted);
    expect((await read(chair, votePage(id), language)).text).toContain(deciding);
    const once = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, once.id, { rating: 1 });
    expect((await read(expert2, votePage(once.id), language)).text).toContain(voted);
  });

  test.each([
    ['en', 'vote in one of the two panels', 'Your vote is saved.'],
    ['de', 'stimmen Sie dann in einem der beiden Felder ab', 'Ihre Stimme ist gespeichert.'],
  ] as const)('an expert is asked to choose a panel only if both are free, in %s', async (language, either, voted) => {
    const { id } = await addUploadAt(api, 'submitted');
    expect((await read(expert2, votePage(id), language)).text).toContain(either);
    await castVote(api, expert1, id, { rating: 1 });
    expect((await read(expert2, votePage(id), language)).text).not.toContain(either);
    expect((await read(expert1, votePage(id), language)).text).toContain(voted);
  });
});

describe('an invitation', () => {
  async function linkOf(id: string): Promise<string> {
    await invite(id, expert1);
    const { rows } = await api.pool.query<{ text: string }>(
      `select data->>'text' as text from pgboss.job where name = 'send-mail' order by created_on desc, id desc`,
    );
    return /\/editorial-board\/invitation\/([\w-]+)/.exec(rows.map(({ text }) => text).join('\n'))?.[0] ?? '';
  }

  async function open(link: string, language: Language, actor: Actor | null = null) {
    const cookie = actor ? await web.signIn(actor, language) : `language=${language.toUpperCase()}-X`;
    const response = await web.ask(link, { cookie });
    return { status: response.status, html: mainOf(await response.text()) };
  }

  test.each([
    ['en', 'You are invited to review this submission. Your vote is expected by', 'Answer the invitation'],
    ['de', 'Sie sind eingeladen, diese Einreichung zu begutachten. Ihre Stimme wird bis zum', 'Einladung beantworten'],
  ] as const)('is shown on the vote page and offered in the list, in %s', async (language, until, answer) => {
    const { id } = await addUploadAt(api, 'submitted');
    await invite(id, expert1);
    const { text, html } = await read(expert1, votePage(id), language);
    expect(text).toContain(until);
    expect(html).toContain(`href="${panelsPage(id)}"`);
    expect((await read(expert1, '/editorial-board', language)).text).toContain(answer);
    expect((await read(expert2, votePage(id), language)).text).not.toContain(until);
    expect((await read(expert2, '/editorial-board', language)).text).not.toContain(answer);
  });

  test.each([
    ['en', 'This invitation was accepted', 'This invitation has ended'],
    ['de', 'Diese Einladung ist angenommen', 'Diese Einladung ist beendet'],
  ] as const)('that was accepted leads to the vote, in %s', async (language, accepted, ended) => {
    const { id } = await addUploadAt(api, 'submitted');
    const link = await linkOf(id);
    await post(expert1, panelsPage(id), { act: 'accept' });
    const after = await open(link, language);
    expect([after.status, after.html]).toEqual([410, expect.stringContaining(accepted)]);
    expect(after.html).toContain(`href="${votePage(id)}"`);
    // It cannot decline any more.
    const body = new URLSearchParams({ reason: 'Too late.' });
    expect((await web.ask(link, { method: 'POST', body })).status).toBe(410);
    const wrong = await open(`${link}x`, language);
    expect([wrong.status, wrong.html]).toEqual([410, expect.stringContaining(ended)]);
    expect(wrong.html).not.toContain(id);
  });

  test.each([
    ['en', 'To accept, log in.', 'You are logged in as expert2@example.org.'],
    ['de', 'Zum Annehmen melden Sie sich an.', 'Sie sind als expert2@example.org angemeldet.'],
  ] as const)('knows who has opened its link, in %s', async (language, login, another) => {
    const { id } = await addUploadAt(api, 'submitted');
    const link = await linkOf(id);
    const unknown = (await open(link, language)).html;
    expect(unknown).toContain(login);
    expect(unknown).not.toContain('Doe');
    const invited = (await open(link, language, expert1)).html;
    expect(invited).not.toContain(login);
    expect(invited).toContain(contributor.email);
    for (const stranger of [expert2, other]) {
      const { html } = await open(link, language, stranger);
      expect(html).not.toContain(login);
      expect(html).not.toContain(contributor.email);
      expect(html).not.toContain('name="act"');
      if (stranger === expert2) expect(html).toContain(another);
    }
  });
});

describe('beside the declaration', () => {
  test.each([
    ['en', 'Authors', 'Same institution as an author or the contributor: Karlsruhe Institute of Technology'],
    ['de', 'Autor:innen', 'Dieselbe Institution wie Autor:innen oder Beitragende: Karlsruhe Institute of Technology'],
  ] as const)('stands whom the submission is from, and what they share with the expert, in %s', async (...expected) => {
    const [language, authors, warning] = expected;
    const profile = { ...emptyProfile, institution: 'Karlsruhe Institute of Technology' };
    await ask(api, expert1, '/api/editorial/profile', { method: 'PUT', body: profile });
    const metadata = withEntries(completeMetadata(`Parties ${language}`), entry(3, ['Contact||Cora']));
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    const { html, text } = await read(expert1, votePage(id), language);
    const form = html.slice(html.indexOf('id="vote-1"'));
    expect(form).toMatch(new RegExp(`<dt>${authors}</dt>`));
    expect(form).not.toContain('||');
    for (const name of ['Contact, Cora', contributor.email]) expect(form).toContain(name);
    expect(text).toContain(warning);
    expect((await read(expert2, votePage(id), language)).text).not.toContain(warning);
    await ask(api, expert1, '/api/editorial/profile', { method: 'PUT', body: emptyProfile });
  });
});

describe('at a glance', () => {
  test.each([
    ['en', 'Note from the contributor to the editorial board', 'has confirmed that both numbers are right'],
    ['de', 'Hinweis der Beitragenden an das Gutachtergremium', 'haben bestätigt, dass beide Zahlen richtig sind'],
  ] as const)(
    'has the contributor’s note, and that the numbers were confirmed, in %s',
    async (language, note, confirmed) => {
      const metadata = withEntries(
        completeMetadata(`Glance ${language}`),
        entry(14, ['350']),
        entry(32, ['Please look at row 7.']),
      );
      const { id } = await addUploadAt(api, 'described', { metadata });
      await call(contributor, `/api/submit/${id}`, { personsConfirmed: true });
      const { text } = await read(expert1, votePage(id), language);
      for (const words of [note, 'Please look at row 7.', confirmed]) expect(text).toContain(words);
      const unconfirmed = await addUploadAt(api, 'described', {
        metadata: withEntries(completeMetadata(`Unconfirmed ${language}`), entry(14, ['350'])),
      });
      await call(contributor, `/api/submit/${unconfirmed.id}`);
      expect((await read(expert1, votePage(unconfirmed.id), language)).text).not.toContain(confirmed);
    },
  );
});

describe('a form that was sent when nobody was logged in any more', () => {
  async function lost(path: string, fields: Record<string, string>, language: Language): Promise<string> {
    const body = new URLSearchParams(fields);
    const response = await web.ask(path, { method: 'POST', cookie: `language=${language.toUpperCase()}-X`, body });
    expect(response.status).toBe(401);
    return mainOf(await response.text());
  }

  const terms = (html: string) => [...html.matchAll(/<dt>([^<]*)<\/dt><dd lang="">([^<]*)/g)].map(([, a, b]) => [a, b]);

  test.each([
    [
      'en',
      { readers: 'Who can read it', text: 'Note', chair: 'The chair' },
      ['What', 'Hand over the panel of expert 1', 'Reason'],
      'Institution',
      'E-mails of the editorial board',
      'One e-mail a day with all events',
      ['Your note', 'Letter', 'Answer to point 2'],
    ],
    [
      'de',
      { readers: 'Wer sie lesen kann', text: 'Notiz', chair: 'Die Leitung' },
      ['Was', 'Gutachten 1 neu vergeben', 'Grund'],
      'Institution',
      'E-Mails des Gutachtergremiums',
      'Eine E-Mail am Tag mit allen Ereignissen',
      ['Ihre Notiz', 'Schreiben', 'Antwort auf Punkt 2'],
    ],
  ] as const)('is shown in words, in %s', async (language, note, panel, institution, mails, daily, texts) => {
    const { id } = await addUploadAt(api, 'submitted');
    const typed = { intent: 'save', readers: 'chair', text: 'A thought.' };
    expect(terms(await lost(`/editorial-board/notes/${id}`, typed, language))).toEqual([
      [note.readers, note.chair],
      [note.text, 'A thought.'],
    ]);
    const handOver = { act: 'handOver', panel: '1', reason: 'On leave.' };
    expect(terms(await lost(panelsPage(id), handOver, language))).toEqual([
      [panel[0], panel[1]],
      [panel[2], 'On leave.'],
    ]);
    const profile = { intent: 'save', institution: 'An institute', mails: 'daily' };
    expect(terms(await lost('/editorial-board/profile', profile, language))).toEqual([
      [institution, 'An institute'],
      [mails, daily],
    ]);
    const text = { intent: 'save', text: 'A thought.' };
    const conversation = `/file-upload/conversation/${id}`;
    expect(terms(await lost(conversation, text, language))).toEqual([[texts[0], 'A thought.']]);
    expect(terms(await lost(`/editorial-board/letter/${id}`, text, language))).toEqual([[texts[1], 'A thought.']]);
    const body = new URLSearchParams([
      ['answer', ''],
      ['answer', 'Done.'],
    ]);
    const cookie = `language=${language.toUpperCase()}-X`;
    const response = await web.ask(`/file-upload/submit/${id}?round=1`, { method: 'POST', cookie, body });
    expect(terms(mainOf(await response.text()))).toEqual([[texts[2], 'Done.']]);
  });
});

test('the chair sees which panel wrote to the chair, and nobody else does', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id);
  await castVote(api, expert2, id, { nr: 2, rating: 2 });
  const page = `/editorial-board/notes/${id}`;
  await post(expert2, page, { intent: 'save', readers: 'chair', text: 'To the chair.' });
  await post(expert2, page, { intent: 'save', readers: 'contributor', text: 'To the contributor.' });
  const { text } = await read(chair, page);
  expect(text).toMatch(/Expert 2 , [^.]*\. Its author and the chair can read it\. To the chair\./);
  expect(text).toMatch(
    /An expert , [^.]*\. The contributor and the editorial board can read it\. To the contributor\./,
  );
  const notes = await (await ask(api, contributor, `/api/fileupload/${id}/notes`)).text();
  expect(notes).not.toMatch(/"panel":[12]/);
  expect((await read(expert1, page)).text).not.toContain('Expert 2');
});

test('no vote is due while the contributor works on requested changes', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert2, id, { nr: 2, rating: 2 });
  await call(expert1, `/api/editorial/${id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true });
  clock += 40 * dayMs;
  const { text, html } = await read(chair, panelsPage(id));
  expect(html).not.toContain('<time');
  expect(text).not.toContain('overdue');
});

test('the reason for reopening is read by the contributor, as its field says', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id, { rating: 2 });
  await castVote(api, expert2, id, { nr: 2, rating: 2 });
  expect((await read(chair, panelsPage(id))).text).toContain('The contributor reads it in the history');
  await post(chair, panelsPage(id), { act: 'reopen', reason: 'A mistake of ours.' });
  expect((await read(contributor, `/file-upload/conversation/${id}`)).text).toContain('A mistake of ours.');
});

test('after the decision the page says so, and prints notes once', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id, { rating: 2, note: 'Too few people.' });
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'No units.' });
  const { text, html } = await read(contributor, `/file-upload/submit/${id}`);
  expect(text).toContain('Your file has been reviewed.');
  expect(text).not.toContain('Your file has been submitted.');
  expect(html.replace(/<details>.*?<\/details>/gs, '').match(/Too few people\./g)).toHaveLength(1);
});

test('the profile says the own load', async () => {
  const { text } = await read(expert1, '/editorial-board/profile');
  expect(text).toMatch(/Your panels of the last 90 days, which the chair sees, too: \d+/);
});

test.each([
  ['/editorial-board/vote/', expert1],
  ['/editorial-board/notes/', expert1],
] as const)('%s says how to keep a draft without script', async (page, who) => {
  const { id } = await addUploadAt(api, 'submitted');
  expect((await read(who, `${page}${id}`)).html).toMatch(/<noscript>.*Without JavaScript, press ‘Save draft’/s);
});
