import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { emptyProfile } from '@domain/board/profiles';
import { chairRole } from '@domain/roles';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { mainText } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other, expert1, expert2, expert3 } = actors;
const chair: Actor = { subject: 'chair', name: 'Carla Chair', email: 'chair@example.org', roles: [chairRole] };
const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let web: TestWeb;
let clock = Date.parse('2026-03-10T10:00:00Z');
beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  web = await createTestWeb(api);
  for (const one of [expert1, expert2, expert3, chair])
    await recordPerson(api.repository.db, one, api.repository.now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

type Language = 'en' | 'de';
const cookieOf = (actor: Actor | null, language: Language) =>
  actor ? web.signIn(actor, language) : `language=${language.toUpperCase()}-X`;
async function read(actor: Actor | null, path: string, language: Language = 'en') {
  const response = await web.ask(path, { cookie: await cookieOf(actor, language) });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('Location'), html, text: mainText(html) };
}
async function post(actor: Actor | null, path: string, fields: Record<string, string>, language: Language = 'en') {
  const body = new URLSearchParams(fields);
  const response = await web.ask(path, { method: 'POST', cookie: await cookieOf(actor, language), body });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('Location'), html, text: mainText(html) };
}
const panels = (id: string) => `/editorial-board/panels/${id}`;
const invite = (id: string, who: Actor, panel = 1) =>
  ask(api, chair, `/api/editorial/${id}/invitations`, { method: 'POST', body: { panel, email: who.email } });
const seen = { status: 303 };

describe('the screen of the panels', () => {
  test.each([
    [
      'en',
      'Invite expert 1',
      'Hand over the panel of expert 2',
      'voted',
      'Erika Expert (expert1@example.org), 0 panels',
    ],
    ['de', 'Für Gutachten 1 einladen', 'Gutachten 2 neu vergeben', 'abgestimmt', '0 Gutachten in 90 Tagen'],
  ] as const)('offers the chair what the acts allow, in %s', async (language, ...messages) => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert2, id, { nr: 2, rating: 1 });
    const { status, text, html } = await read(chair, panels(id), language);
    expect(status).toBe(200);
    for (const message of messages) expect(text).toContain(message);
    expect(html).not.toContain(`value="${expert2.email}"`);
    const forExpert = await read(expert1, panels(id), language);
    for (const message of [messages[0], messages[1]]) expect(forExpert.text).not.toContain(message);
  });

  test('invites an expert, who accepts, votes and hands over with a reason', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    const asked = await post(chair, panels(id), { act: 'invite', panel: '1', email: expert1.email });
    expect(asked).toMatchObject({ ...seen, location: panels(id) });
    expect((await read(expert2, panels(id))).text).toContain('invited, no answer yet');
    const invited = await read(expert1, panels(id));
    expect(invited.text).toMatch(/Erika Expert, expert1@example.org \(you\).*Accept your invitation.*Decline/s);
    expect(await post(expert1, panels(id), { act: 'accept' })).toMatchObject(seen);
    await castVote(api, expert1, id, { rating: 2, note: 'Too few.' });
    const refused = await post(expert1, panels(id), { act: 'handOver', panel: '1', reason: 'x' }, 'de');
    expect(refused.status).toBe(400);
    expect(refused.text.match(/Nennen Sie einen Grund mit mindestens 2 Zeichen\./g)).toHaveLength(2);
    expect(refused.html).toMatch(/id="handOver-1-reason"[^>]*>x</);
    expect(await post(expert1, panels(id), { act: 'handOver', panel: '1', reason: 'On leave.' })).toMatchObject(seen);
    const history = await read(expert2, `/editorial-board/history/${id}`);
    expect(history.text).toMatch(/Handed the panel over.*Reason: On leave\./s);
    expect((await storedUpload(api, number)).upload.status).toBe('Submitted');
  });

  test('declines an invitation without a reason, and says when it has been answered', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await invite(id, expert1);
    expect(await post(expert1, panels(id), { act: 'decline', reason: '' })).toMatchObject(seen);
    const again = await post(expert1, panels(id), { act: 'decline', reason: 'On leave.' });
    expect(again.status).toBe(410);
    expect(again.text).toContain('This invitation has been answered or has ended.');
    expect(again.text).toMatch(/You had entered:On leave\./);
  });

  test('lets another expert take over a panel that is overdue', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await invite(id, expert1);
    expect((await read(expert2, panels(id))).text).not.toContain('Take over');
    clock += 31 * dayMs;
    const { text } = await read(expert2, panels(id), 'de');
    expect(text).toMatch(/eingeladen, noch keine Antwort, überfällig.*Gutachten 1 übernehmen/s);
    const taken = await post(expert2, panels(id), { act: 'takeOver', panel: '1', reason: 'It waits.' });
    expect(taken).toMatchObject(seen);
    expect((await read(expert1, panels(id))).text).toContain('Emil Expert, expert2@example.org');
  });

  test('refuses an invitation of nobody, and of an expert who is a party', async () => {
    const metadata = withEntries(completeMetadata('Parties'), entry(3.1, [expert3.email], [0]));
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    expect((await read(chair, panels(id))).html).not.toContain(`value="${expert3.email}"`);
    for (const [email, message] of [
      ['', 'Choose an expert from the list.'],
      [expert3.email, 'This expert contributed the submission, is named in it, or holds its other panel.'],
    ] as const) {
      const refused = await post(chair, panels(id), { act: 'invite', panel: '2', email });
      expect([refused.status >= 400, refused.text]).toEqual([true, expect.stringContaining(message)]);
      expect(refused.html).toContain('href="#invite-2-email"');
    }
    expect((await post(chair, panels(id), { act: 'paint' })).status).toBe(400);
  });

  test('shows both votes of a tie, and decides it with a reason', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    for (const version of [0, 1]) {
      await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Sound.', version });
      await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Too <few>.', version });
    }
    const { text } = await read(chair, panels(id));
    expect(text).toMatch(/Expert 1: acceptSound\.Expert 2: rejectToo &lt;few&gt;\./);
    const refused = await post(chair, panels(id), { act: 'decide', reason: 'Both were heard.' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Choose a decision.')]);
    expect(refused.text).toContain('Both were heard.');
    const decision = { act: 'decide', rating: '2', reason: 'Both were heard.' };
    expect(await post(chair, panels(id), decision)).toMatchObject(seen);
    expect((await storedUpload(api, number)).upload.status).toBe('Rejected');
    const { text: decided } = await read(chair, panels(id));
    expect(decided).toContain('Reopen the submission');
    expect(await post(chair, panels(id), { act: 'reopen', reason: 'A mistake.' })).toMatchObject(seen);
    expect((await storedUpload(api, number)).upload.status).toBe('Submitted');
  });

  test('warns of what experts have in common with the authors', async () => {
    const profile = { ...emptyProfile, institution: 'Karlsruhe Institute of Technology' };
    await ask(api, expert1, '/api/editorial/profile', { method: 'PUT', body: profile });
    const { id } = await addUploadAt(api, 'submitted');
    const before = await read(chair, panels(id));
    expect(before.text).toContain('has something in common with the authors');
    await invite(id, expert1);
    const warning = 'Same institution as an author or the contributor: Karlsruhe Institute of Technology';
    expect((await read(expert1, panels(id))).text).toContain(warning);
    expect((await read(expert2, panels(id))).text).not.toContain(warning);
    await ask(api, expert1, '/api/editorial/profile', { method: 'PUT', body: emptyProfile });
  });

  test('and its neighbours are for those who review the submission', async () => {
    const author: Actor = { ...expert1, subject: 'author', email: 'author@example.org', name: 'Ada Author' };
    const metadata = withEntries(completeMetadata('Neighbours'), entry(3.1, [expert3.email], [0]));
    const { id } = await addUploadAt(api, 'submitted', { owner: author, metadata });
    for (const screen of ['panels', 'history', 'notes', 'history-file']) {
      const path = `/editorial-board/${screen}/${id}`;
      expect(await read(author, path)).toMatchObject({ status: 302, location: `/file-upload/submit/${id}` });
      expect((await read(expert3, path)).status, screen).toBe(403);
      expect((await read(other, path)).status).toBe(403);
      expect((await read(expert2, path)).status).toBe(200);
      expect((await read(expert2, `/editorial-board/${screen}/999999r`)).status).toBe(404);
    }
    const { html } = await read(expert3, `/editorial-board/vote/${id}`);
    expect(html).not.toContain('/editorial-board/history/');
  });
});

describe('the link of an invitation', () => {
  async function linkOf(id: string): Promise<string> {
    await invite(id, expert1);
    const { rows } = await api.pool.query<{ text: string }>(
      `select data->>'text' as text from pgboss.job where name = 'send-mail' order by created_on desc, id desc`,
    );
    return /\/editorial-board\/invitation\/([\w-]+)/.exec(rows.map(({ text }) => text).join('\n'))?.[0] ?? '';
  }

  test.each([
    ['en', 'Invitation to a review', 'You have declined the invitation.', 'This invitation has ended'],
    ['de', 'Einladung zu einer Begutachtung', 'Sie haben die Einladung abgelehnt.', 'Diese Einladung ist beendet'],
  ] as const)(
    'changes nothing when it is opened, and declines once without a login, in %s',
    async (language, heading, done, ended) => {
      const { id, title } = await addUploadAt(api, 'submitted');
      const link = await linkOf(id);
      for (let times = 0; times < 2; times++) {
        const shown = await read(null, link, language);
        expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(heading)]);
        expect(shown.text).toContain(title);
        expect(shown.html).toContain(`href="${panels(id)}"`);
      }
      const declined = await web.ask(link, {
        method: 'POST',
        cookie: await cookieOf(null, language),
        body: new URLSearchParams({ reason: 'On leave.' }),
      });
      expect([declined.status, declined.headers.get('Location')]).toEqual([303, '/']);
      const cookie = declined.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
      expect(
        await (await web.ask('/', { cookie: `${cookie}; language=${language.toUpperCase()}-X` })).text(),
      ).toContain(done);
      const again = await read(null, link, language);
      expect([again.status, again.text]).toEqual([410, expect.stringContaining(ended)]);
      expect((await post(null, link, { reason: '' })).status).toBe(410);
      expect((await read(expert2, `/editorial-board/history/${id}`)).text).toContain('Declined the invitation');
    },
  );

  test('leads through sign-in to the screen where the expert accepts', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await linkOf(id);
    const { status, location } = await read(null, panels(id));
    const page = encodeURIComponent(panels(id));
    expect([status, location]).toEqual([302, `/authentication/login?returnUrl=${page}`]);
    expect((await read(expert1, panels(id))).text).toContain('Accept your invitation');
  });

  test('ends when the expert has accepted, and is no use to other sites', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const link = await linkOf(id);
    const shown = await web.ask(link);
    expect(shown.headers.get('Cache-Control')).toMatch(/no-store|no-cache/);
    expect(shown.headers.get('Referrer-Policy')).toBe('same-origin');
    const headers = { Origin: 'https://elsewhere.example' };
    expect((await web.ask(link, { method: 'POST', headers, cookie: await web.signIn(other) })).status).toBe(403);
    await post(expert1, panels(id), { act: 'accept' });
    expect((await read(null, link)).status).toBe(410);
    expect((await read(null, '/editorial-board/invitation/unknown')).status).toBe(410);
  });
});

describe('the conversation', () => {
  test.each([
    ['en', 'Conversation about', 'An expert', 'Its author and the experts of the two panels can read it.'],
    ['de', 'Gespräch zu', 'Von einer Expertin oder einem Experten', 'Lesen kann sie nur, wer sie geschrieben'],
  ] as const)('shows who can read each note, in %s', async (language, ...messages) => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id);
    await castVote(api, expert2, id, { nr: 2, rating: 2 });
    const page = `/editorial-board/notes/${id}`;
    const note = { intent: 'save', readers: 'expert', text: 'Look at row <7>.' };
    expect(await post(expert1, page, note)).toMatchObject({ ...seen, location: page });
    const { text } = await read(expert2, page, language);
    for (const message of [...messages, 'Look at row &lt;7&gt;.']) expect(text).toContain(message);
    expect((await read(expert3, page, language)).text).not.toContain('Look at row');
  });

  test('keeps a note that is refused', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const page = `/editorial-board/notes/${id}`;
    const refused = await post(expert1, page, { intent: 'save', text: 'To nobody.' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Choose who can read the note.')]);
    expect(refused.text).toContain('To nobody.');
    const unread = await post(expert1, page, { intent: 'save', readers: 'expert', text: 'To nobody.' });
    expect([unread.status, unread.text]).toEqual([409, expect.stringContaining('nobody yet who could read this note')]);
    expect(unread.html).toMatch(/<input(?=[^>]*value="expert")[^>]*checked/);
  });
});

describe('the history', () => {
  test('has the acts in words with former votes, and is saved as a file', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating: 2, note: 'First thought.' });
    await castVote(api, expert1, id, { rating: 1, note: 'Second thought.', version: 1 });
    const { text, html } = await read(expert1, `/editorial-board/history/${id}`, 'de');
    expect(text).toMatch(
      /Eingereichtdie beitragende Person.*Bewertung: ablehnen.*First thought\..*Bewertung: annehmen.*Second/s,
    );
    expect(html).toContain(`/editorial-board/history-file/${id}?format=csv`);
    const blind = await read(expert2, `/editorial-board/history/${id}`);
    expect(blind.text).toContain('Shown once you have voted, or after the decision.');
    expect(blind.text).not.toContain('thought');
    const file = await web.ask(`/editorial-board/history-file/${id}?format=csv`, {
      cookie: await cookieOf(expert1, 'en'),
    });
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    expect(await file.text()).toContain('First thought.');
  });
});

describe('the profile', () => {
  test.each([
    ['en', expert1, 'My profile'],
    ['de', expert3, 'Mein Profil'],
  ] as const)('is reached from the start of the board and saved, in %s', async (language, expert, link) => {
    expect((await read(expert, '/editorial-board', language)).text).toContain(link);
    const body = new URLSearchParams([
      ['intent', 'save'],
      ['institution', 'An institute'],
      ['tests', 'handgrip'],
      ['tests', 'slj'],
      ['words', 'Endurance\r\n\r\nSchool '],
      ['awayFrom', '2026-04-01'],
      ['awayUntil', ''],
      ['mails', 'daily'],
    ]);
    const cookie = await cookieOf(expert, language);
    const saved = await web.ask('/editorial-board/profile', { method: 'POST', cookie, body });
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/editorial-board/profile']);
    expect(await (await ask(api, expert, '/api/editorial/profile')).json()).toEqual({
      institution: 'An institute',
      topics: ['handgrip', 'slj', 'Endurance', 'School'],
      awayFrom: '2026-04-01',
      awayUntil: null,
      mails: 'daily',
    });
    const { html } = await read(expert, '/editorial-board/profile', language);
    expect(html).toMatch(/<input(?=[^>]*value="handgrip")[^>]*checked/);
    expect(html).toContain('value="2026-04-01"');
    expect(html).toContain('>Endurance\nSchool</textarea>');
    expect(html).not.toContain('{{');
  });

  test('that is refused is shown as it was typed', async () => {
    const fields = {
      intent: 'save',
      institution: 'Typed',
      tests: 'dstep',
      awayFrom: '2026-05-02',
      awayUntil: '2026-05-01',
    };
    const refused = await post(expert2, '/editorial-board/profile', { ...fields, mails: 'each' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('The absence ends before it begins.'),
    ]);
    expect(refused.html).toContain('value="Typed"');
    expect(refused.html).toMatch(/<input(?=[^>]*value="dstep")[^>]*checked/);
    const invalid = await post(expert2, '/editorial-board/profile', { ...fields, awayFrom: 'May', mails: 'each' });
    expect([invalid.status, invalid.text]).toEqual([400, expect.stringContaining('Enter a date')]);
    expect((await read(contributor, '/editorial-board/profile')).status).toBe(403);
  });
});
