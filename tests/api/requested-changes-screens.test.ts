import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { ReviewNoteSchema } from '@domain/board/notes';
import { UploadReviewSchema } from '@domain/api/reviews';
import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { uploads } from '../../services/repository/store/schema';
import { mainText } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other, expert1, expert2 } = actors;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  for (const one of [expert1, expert2, chair]) await recordPerson(api.repository.db, one, new Date());
});
beforeEach(() => void (api.repository.settings.board.letterByChair = false));
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

type Language = 'en' | 'de';
const submitPage = (id: string) => `/file-upload/submit/${id}`;
const conversation = (id: string) => `/file-upload/conversation/${id}`;
const letterPage = (id: string) => `/editorial-board/letter/${id}`;

/** A page as one browser shows it. */
async function open(actor: Actor, path: string, language: Language = 'en') {
  const response = await web.ask(path, { cookie: await web.signIn(actor, language) });
  const html = await response.text();
  return { status: response.status, html, text: mainText(html) };
}
async function send(actor: Actor, path: string, fields: [string, string][], language: Language = 'en') {
  const cookie = await web.signIn(actor, language);
  const response = await web.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('Location'), html, text: mainText(html) };
}
/** Hidden fields of the form with this id. */
function hiddenFields(html: string, form: string): [string, string][] {
  const inside = new RegExp(`<form[^>]*id="${form}"[^]*?</form>`).exec(html)?.[0] ?? '';
  return [...inside.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ]);
}
async function answersForm(id: string, answers: string[], intent = 'save'): Promise<[string, string][]> {
  const { html } = await open(contributor, submitPage(id));
  return [
    ...hiddenFields(html, 'answers-form'),
    ...answers.map((one): [string, string] => ['answer', one]),
    ['intent', intent],
  ];
}
const requestChanges = async (id: string, points: string[]) => {
  const body = { panel: 1, points, isImpartial: true };
  const response = await ask(api, expert1, `/api/editorial/${id}/changes`, { method: 'POST', body });
  expect(response.status).toBe(200);
};
async function asked(...points: string[]): Promise<string> {
  const { id } = await addUploadAt(api, 'submitted');
  await requestChanges(id, points);
  return id;
}
const review = async (id: string) =>
  UploadReviewSchema.parse(await (await ask(api, contributor, `/api/fileupload/${id}/review`)).json());
const answersAt = (id: string, round = 1) => `${submitPage(id)}?round=${round}`;

describe('requested changes', () => {
  test.each([
    [
      'en',
      'Requested changes',
      'Answer to point 2',
      'Save draft',
      'Submit',
      'Changes: requested, waiting for you',
      'Withdraw submission',
    ],
    [
      'de',
      'Angeforderte Änderungen',
      'Antwort auf Punkt 2',
      'Entwurf speichern',
      'Einreichen',
      'Änderungen: angefordert, Sie sind an der Reihe',
      'Einreichung zurückziehen',
    ],
  ] as const)(
    'are shown with a field for each answer, in %s',
    async (language, heading, label, draft, submit, ...words) => {
      const id = await asked('Name the device.', 'Name the <b>unit</b>.');
      const { html, text } = await open(contributor, submitPage(id), language);
      expect(html).toMatch(
        new RegExp(`<section aria-labelledby="requested-changes"[^>]*><h3 id="requested-changes">${heading}`),
      );
      expect(html).toMatch(new RegExp(`<label for="answer-2">${label}</label>`));
      expect(html).toMatch(new RegExp(`<button type="submit" name="intent" value="save"[^>]*>${submit}</button>`));
      expect(html).toContain(draft);
      expect(text).toContain('Name the &lt;b&gt;unit&lt;/b&gt;.');
      for (const word of words) expect(text).toContain(word);
      expect(text).not.toMatch(/Erika|expert1@/);
    },
  );

  test.each([
    ['en', 'Pending', 'changes requested'],
    ['de', 'In Bearbeitung', 'Änderungen angefordert'],
  ] as const)('are named and linked in the list and on every step, in %s', async (language, status, words) => {
    const id = await asked('Name the device.');
    const list = await open(contributor, '/file-upload', language);
    const row = list.html.match(new RegExp(`<a[^>]*href="${submitPage(id)}"[^>]*>[^]*?</a>`))?.[0] ?? '';
    expect(mainText(`<main>${row}</main>`)).toMatch(new RegExp(`^${status}: ${words}`));
    const step = await open(contributor, `/file-upload/meta/${id}`, language);
    expect(step.html).toMatch(new RegExp(`class="notice">[^<]*(?:<!-- -->[^<]*)*<a[^>]*href="${submitPage(id)}"`));
  });

  test('are answered, handed in, and stay visible with their answers', async () => {
    const id = await asked('Name the device.', 'Name the unit.');
    const sent = await send(
      contributor,
      answersAt(id),
      await answersForm(id, ['A Jamar.', 'Kilograms\r\nor newtons.']),
    );
    expect([sent.status, sent.location]).toEqual([303, submitPage(id)]);
    expect(await review(id)).toMatchObject({
      status: 'Submitted',
      changes: [{ answers: ['A Jamar.', 'Kilograms\nor newtons.'] }],
    });
    const after = await open(contributor, submitPage(id));
    expect(after.text).toContain('Your file has been submitted.');
    expect(after.text).toContain('with the same two experts again');
    expect(after.text).toMatch(/Name the device\.[^]*A Jamar\./);
    await requestChanges(id, ['Which Jamar?']);
    const next = await open(contributor, submitPage(id));
    expect(next.html).toContain('<label for="answer-1">');
    expect(next.text).toMatch(/Which Jamar\?[^]*Request of [^]*Name the device\.[^]*A Jamar\./);
  });

  test.each([
    ['en', 'Answer point 2.', 'There is a problem'],
    ['de', 'Beantworten Sie Punkt 2.', 'Es gibt ein Problem'],
  ] as const)('without an answer come back with everything typed, in %s', async (language, message, heading) => {
    const id = await asked('Name the device.', 'Name the unit.');
    const fields = await answersForm(id, ['A typed answer.', ' ']);
    const { status, html, text } = await send(contributor, answersAt(id), fields, language);
    expect(status).toBe(409);
    expect(text).toContain(heading);
    expect(html).toContain(`<a href="#answer-2">${message}</a>`);
    expect(html).toMatch(new RegExp(`id="answer-2-error"[^>]*>${message}|${message}[^]*id="answer-2"`));
    expect(html).toMatch(/<textarea[^>]*id="answer-1"[^>]*>\r?\n?A typed answer\./);
    expect((await review(id)).status).toBe('ChangesRequested');
    expect((await open(contributor, submitPage(id))).text).toContain('A typed answer.');
  });

  test('an answer that is too long is refused at its field', async () => {
    const id = await asked('Name the device.');
    const { status, html } = await send(contributor, answersAt(id), await answersForm(id, ['x'.repeat(2001)]));
    expect(status).toBe(400);
    expect(html).toContain('<a href="#answer-1">The answer to point 1 may have at most 2000 characters.</a>');
  });

  test('a draft is kept, and its ticks with it, and is none of the answers of another round', async () => {
    const id = await asked('Name the device.');
    const also = await addUploadAt(api, 'described');
    await api.repository.db
      .update(uploads)
      .set({ study: (await storedUpload(api, Number.parseInt(id, 10))).upload.study })
      .where(eq(uploads.number, also.number));
    const fields = await answersForm(id, ['Half a'], 'draft');
    const sent = await send(contributor, answersAt(id), [['also', also.id], ...fields]);
    expect(sent.status).toBe(303);
    const { html, text } = await open(contributor, submitPage(id), 'de');
    expect(text).toContain('Half a');
    expect(html).toMatch(new RegExp(`<input(?=[^>]*value="${also.id}")[^>]*checked`));
    expect((await review(id)).changes).toMatchObject([{ answers: [''] }]);
  });

  test('of two windows the second is asked, and nothing is lost', async () => {
    const id = await asked('Name the device.');
    const [one, two] = [await answersForm(id, ['First window.'], 'draft'), await answersForm(id, ['Second window.'])];
    expect((await send(contributor, answersAt(id), one)).status).toBe(303);
    const late = await send(contributor, answersAt(id), two);
    expect(late.status).toBe(409);
    expect(late.html).toContain('id="other-version"');
    expect(late.text).toContain('Second window.');
    const [, keep = ''] = /value="(keep:[^"]*)"/.exec(late.html) ?? [];
    const kept = two.map(([name, value]): [string, string] => [name, name === 'intent' ? keep : value]);
    expect((await send(contributor, answersAt(id), kept)).status).toBe(303);
    expect((await review(id)).changes).toMatchObject([{ answers: ['Second window.'] }]);
  });

  test('answers that come when the chair has reopened the submission are shown for copying', async () => {
    const id = await asked('Name the device.');
    const fields = await answersForm(id, ['A late answer.']);
    await ask(api, chair, `/api/editorial/${id}/reopening`, { method: 'POST', body: { reason: 'A mistake.' } });
    const sent = await send(contributor, answersAt(id), fields);
    expect([sent.status, sent.location]).toEqual([303, submitPage(id)]);
    const { text } = await open(contributor, submitPage(id));
    expect(text).toMatch(/does not wait for them any more[^]*A late answer\./);
  });

  test('answers that come after a withdrawal are shown for copying, and former rounds stay', async () => {
    const id = await asked('Name the device.');
    const fields = await answersForm(id, ['A late answer.']);
    await ask(api, contributor, `/api/submit/${id}`, { method: 'DELETE' });
    expect((await send(contributor, answersAt(id), fields)).status).toBe(303);
    const { text } = await open(contributor, submitPage(id));
    expect(text).toMatch(/A late answer\.[^]*Before you submit[^]*Requested changes[^]*Name the device\./);
  });

  test('a press that came twice shows what became of the first', async () => {
    const id = await asked('Name the device.');
    const fields = await answersForm(id, ['A Jamar.']);
    expect((await send(contributor, answersAt(id), fields)).status).toBe(303);
    expect((await send(contributor, answersAt(id), fields)).status).toBe(303);
    const { text } = await open(contributor, submitPage(id));
    expect(text).toContain('Your file has been submitted.');
    expect(text).not.toContain('does not wait for them any more');
  });

  test('what a file under review or accepted does to the metadata is said', async () => {
    const id = await asked('Shorten the title.');
    const raw = await addUploadAt(api, 'submitted');
    await api.repository.db
      .update(uploads)
      .set({ study: (await storedUpload(api, raw.number)).upload.study })
      .where(eq(uploads.number, Number.parseInt(id, 10)));
    for (const [language, words] of [
      ['en', `shares its metadata with adults-${raw.number}.csv`],
      ['de', `gelten auch für adults-${raw.number}.csv`],
    ] as const) {
      expect((await open(contributor, submitPage(id), language)).text).toContain(words);
      expect((await open(contributor, `/file-upload/meta/${id}`, language)).html).toContain('name="also-alone"');
    }
  });

  test('of a second file of the study are answered on its own page', async () => {
    const id = await asked('Shorten the title.');
    const second = await asked('Shorten the title.');
    await api.repository.db
      .update(uploads)
      .set({ study: (await storedUpload(api, Number.parseInt(id, 10))).upload.study })
      .where(eq(uploads.number, Number.parseInt(second, 10)));
    const { html, text } = await open(contributor, submitPage(id));
    expect(text).toContain('as well, which is submitted with its own answers.');
    expect(html).not.toContain('name="also"');
  });

  test('a change of the language, and script that stores a draft, keep what was typed', async () => {
    const id = await asked('Name the device.');
    const { html } = await open(contributor, submitPage(id));
    const [, action = ''] = /formAction="([^"]*)"|formaction="([^"]*)"/i.exec(html) ?? [];
    expect(action).toContain(`form=answers&amp;object=${encodeURIComponent(`${id}/1`)}`);
    const fields = (await answersForm(id, ['Typed answer.'])).filter(([name]) => name !== 'intent');
    const changed = await send(contributor, action.replaceAll('&amp;', '&'), [...fields, ['language', 'de']]);
    expect([changed.status, changed.location]).toEqual([303, submitPage(id)]);
    expect((await open(contributor, submitPage(id), 'de')).text).toContain('Typed answer.');
    for (const [form, object, name] of [
      ['answers', `${id}/1`, 'answer'],
      ['own-note', id, 'text'],
    ] as const) {
      const page = form === 'answers' ? submitPage(id) : conversation(id);
      const opened = hiddenFields(
        (await open(contributor, page)).html,
        form === 'answers' ? 'answers-form' : 'note-form',
      );
      const address = `/drafts/${form}?${new URLSearchParams({ object })}`;
      expect((await send(contributor, address, [...opened, [name, 'By script.']])).status).toBe(200);
      expect((await open(contributor, page)).text).toContain('By script.');
    }
  });

  test('others find no such page, and an address with a made-up round is no harm', async () => {
    const id = await asked('Name the device.');
    expect((await open(other, submitPage(id))).status).toBe(404);
    const fields = await answersForm(id, ['A Jamar.']);
    expect((await send(other, answersAt(id), fields)).status).toBe(409);
    for (const round of ['0', '7', 'x', '1e3']) {
      const { status } = await send(contributor, `${submitPage(id)}?round=${round}`, fields);
      expect(status).toBeLessThan(500);
    }
  });
});

describe('the conversation', () => {
  test.each([
    ['en', 'Conversation', 'Your note', 'Editorial board'],
    ['de', 'Gespräch', 'Ihre Notiz', 'Gutachtergremium'],
  ] as const)(
    'shows the notes of both sides without names, and takes a further one, in %s',
    async (language, heading, label, board) => {
      const { id } = await addUploadAt(api, 'submitted');
      await castVote(api, expert1, id, { rating: 1, note: 'Hidden.' });
      const note = { readers: 'contributor', text: 'Which device was it?' };
      expect((await ask(api, expert1, `/api/editorial/${id}/notes`, { method: 'POST', body: note })).status).toBe(204);
      const page = await open(contributor, conversation(id), language);
      expect(page.html).toContain(`<h3 id="conversation">${heading}</h3>`);
      expect(page.html).toContain(`<label for="note-text">${label}</label>`);
      expect(page.text).toMatch(new RegExp(`${board}[^]*Which device was it\\?`));
      expect(page.text).not.toMatch(/Erika|expert1@|Hidden/);
      const fields: [string, string][] = [
        ...hiddenFields(page.html, 'note-form'),
        ['text', 'A Jamar.'],
        ['intent', 'save'],
      ];
      const sent = await send(contributor, conversation(id), fields, language);
      expect([sent.status, sent.location]).toEqual([303, conversation(id)]);
      const after = await open(contributor, conversation(id), language);
      expect(after.text).toMatch(/Which device was it\?[^]*A Jamar\./);
      expect(after.html).toMatch(/<textarea[^>]*id="note-text"[^>]*><\/textarea>/);
      const notes = await (await ask(api, contributor, `/api/fileupload/${id}/notes`)).json();
      expect(
        ReviewNoteSchema.array()
          .parse(notes)
          .map(({ author }) => author),
      ).toEqual(['board', 'self']);
    },
  );

  test('a note that is too short or too long comes back, and a draft is kept', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const [text, message] of [
      [' ', 'Write a note of at least 2 characters.'],
      ['x'.repeat(2001), 'The note may have at most 2000 characters.'],
    ] as const) {
      const { html } = await open(contributor, conversation(id));
      const fields: [string, string][] = [...hiddenFields(html, 'note-form'), ['text', text], ['intent', 'save']];
      const refused = await send(contributor, conversation(id), fields);
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(`<a href="#note-text">${message}</a>`);
    }
    const { html } = await open(contributor, conversation(id));
    const fields: [string, string][] = [...hiddenFields(html, 'note-form'), ['text', 'Half a'], ['intent', 'draft']];
    expect((await send(contributor, conversation(id), fields)).status).toBe(303);
    expect((await open(contributor, conversation(id))).html).toMatch(/<textarea[^>]*id="note-text"[^>]*>\r?\n?Half a/);
  });

  test('notes from two windows are both sent', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const windows = await Promise.all(
      ['One.', 'Two.'].map(async (text): Promise<[string, string][]> => {
        const { html } = await open(contributor, conversation(id));
        return [...hiddenFields(html, 'note-form'), ['text', text], ['intent', 'save']];
      }),
    );
    for (const fields of windows) expect((await send(contributor, conversation(id), fields)).status).toBe(303);
    expect((await open(contributor, conversation(id))).text).toMatch(/One\.[^]*Two\./);
  });

  test('is closed before a submission, and for others it does not exist', async () => {
    const { id } = await addUploadAt(api, 'described');
    const { html, text } = await open(contributor, conversation(id));
    expect(text).toContain('This file is not with the editorial board.');
    expect(html).not.toContain('note-text');
    const refused = await send(contributor, conversation(id), [
      ['text', 'Hello?'],
      ['intent', 'save'],
    ]);
    expect(refused.status).toBe(409);
    expect((await open(other, conversation(id))).status).toBe(404);
    expect((await open(expert1, conversation(id))).status).toBe(404);
  });
});

describe('the history of the contributor', () => {
  test('lists the acts without names, and is downloaded as JSON', async () => {
    const id = await asked('Name the device.');
    await send(contributor, answersAt(id), await answersForm(id, ['A Jamar.']));
    await castVote(api, expert1, id, { rating: 2, note: 'Poor.' });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Weak.' });
    const { text } = await open(contributor, conversation(id));
    expect(text).toMatch(
      /You submitted the file\.[^]*asked for changes\.[^]*Name the device\.[^]*submitted again\.[^]*A Jamar\.[^]*was rejected\.[^]*letter was sent to you/,
    );
    expect(text).not.toMatch(/Erika|Emil|expert\d@/);
    const cookie = await web.signIn(contributor);
    const file = await web.ask(`/file-upload/history/${id}`, { cookie });
    expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="motothek-${id}-history.json"`);
    const content = (await file.json()) as { id: string; history: { act: string; actor: null }[] };
    expect(content.id).toBe(id);
    expect(content.history.map(({ act, actor }) => [act, actor])).toEqual(
      ['submitted', 'requested-changes', 'handed-in', 'decided', 'sent-letter'].map((act) => [act, null]),
    );
    for (const stranger of [other, expert1]) {
      expect((await web.ask(`/file-upload/history/${id}`, { cookie: await web.signIn(stranger) })).status).toBe(404);
    }
  });

  test('the reason of the chair is shown after a tie', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const version of [0, 1]) {
      await castVote(api, expert1, id, { rating: 1, note: 'Good.', version });
      await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Poor.', version });
    }
    const body = { rating: 2, reason: 'The units are missing.' };
    expect((await ask(api, chair, `/api/editorial/${id}/decision`, { method: 'POST', body })).status).toBe(200);
    expect((await open(contributor, submitPage(id))).text).toMatch(/Why the chair decided\s*The units are missing\./);
    expect((await open(contributor, submitPage(id), 'de')).text).toMatch(
      /Begründung der Leitung\s*The units are missing\./,
    );
    expect((await open(contributor, conversation(id))).text).toContain('the chair decided to reject the file.');
  });
});

describe('the decision letter', () => {
  beforeEach(() => void (api.repository.settings.board.letterByChair = true));
  async function decided(): Promise<string> {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating: 2, note: 'Rubbish.' });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Poor.' });
    return id;
  }
  async function form(id: string, text: string, intent: string): Promise<[string, string][]> {
    const { html } = await open(chair, letterPage(id));
    return [...hiddenFields(html, 'letter-form'), ['text', text], ['intent', intent]];
  }

  test.each([
    ['en', 'Letter', 'Send letter', 'Decision letter', 'The letter with the reasons is being written.'],
    [
      'de',
      'Schreiben',
      'Schreiben senden',
      'Schreiben zur Entscheidung',
      'Das Schreiben mit der Begründung ist noch in Arbeit.',
    ],
  ] as const)(
    'is edited and sent by the chair, and then read by the contributor, in %s',
    async (language, label, button, heading, waiting) => {
      const id = await decided();
      const waits = await open(contributor, submitPage(id), language);
      expect(waits.text).toContain(waiting);
      expect(waits.text).not.toMatch(/Rubbish|Poor\./);
      const page = await open(chair, letterPage(id), language);
      expect(page.html).toContain(`<label for="letter-text">${label}</label>`);
      expect(page.html).toContain(`>${button}</button>`);
      expect(page.text).toMatch(/Poor\.[^]*Rubbish\./);
      const saved = await send(chair, letterPage(id), await form(id, 'Please name\r\nthe units.', 'save'), language);
      expect([saved.status, saved.location]).toEqual([303, letterPage(id)]);
      expect((await open(contributor, submitPage(id), language)).text).toContain(waiting);
      expect((await send(chair, letterPage(id), await form(id, 'Please name\nthe units.', 'send'))).status).toBe(303);
      const read = await open(contributor, submitPage(id), language);
      expect(read.html).toContain(`<h3 id="decision-letter">${heading}</h3>`);
      expect(read.text).toContain('Please name\nthe units.');
      expect(read.text).not.toMatch(/Rubbish|Poor\./);
      const sent = await open(chair, letterPage(id), language);
      expect(sent.html).not.toContain('letter-text');
      expect(sent.text).toContain('Please name\nthe units.');
    },
  );

  test('of two members of the chair the second is asked, and what comes after the sending is shown for copying', async () => {
    const id = await decided();
    const second: Actor = { ...chair, subject: 'chair2', email: 'chair2@example.org' };
    const late = await form(id, 'My letter.', 'save');
    const { html } = await open(second, letterPage(id));
    const theirs: [string, string][] = [
      ...hiddenFields(html, 'letter-form'),
      ['text', 'Their letter.'],
      ['intent', 'save'],
    ];
    expect((await send(second, letterPage(id), theirs)).status).toBe(303);
    const conflict = await send(chair, letterPage(id), late);
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain('id="other-version"');
    expect(conflict.text).toContain('My letter.');
    const ready = await open(second, letterPage(id));
    const sending: [string, string][] = [
      ...hiddenFields(ready.html, 'letter-form'),
      ['text', 'Their letter.'],
      ['intent', 'send'],
    ];
    expect((await send(second, letterPage(id), sending)).status).toBe(303);
    const [, keep = ''] = /value="(keep:[^"]*)"/.exec(conflict.html) ?? [];
    const kept = late.map(([name, value]): [string, string] => [name, name === 'intent' ? keep : value]);
    const refused = await send(chair, letterPage(id), kept);
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/Their letter\.[^]*was not sent[^]*My letter\./);
  });

  test('an empty letter is refused at its field, and a draft is kept', async () => {
    const id = await decided();
    const refused = await send(chair, letterPage(id), await form(id, ' ', 'send'));
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('<a href="#letter-text">Write a letter of at least 2 characters.</a>');
    expect((await send(chair, letterPage(id), await form(id, 'Half a', 'draft'))).status).toBe(303);
    expect((await open(chair, letterPage(id))).html).toMatch(/<textarea[^>]*id="letter-text"[^>]*>\r?\n?Half a/);
  });

  test('is for the chair alone, and only of what is decided', async () => {
    const id = await decided();
    expect((await open(expert1, letterPage(id))).status).toBe(403);
    expect((await open(contributor, letterPage(id))).status).toBe(403);
    expect((await open(chair, `/editorial-board/vote/${id}`)).html).toContain(`href="${letterPage(id)}"`);
    expect((await open(expert1, `/editorial-board/vote/${id}`)).html).not.toContain(letterPage(id));
    const { id: undecided } = await addUploadAt(api, 'submitted');
    expect((await open(chair, letterPage(undecided))).status).toBe(404);
  });
});
