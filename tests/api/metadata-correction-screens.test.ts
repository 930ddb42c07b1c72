import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';

import { recordPerson } from '../../services/repository/store/people';
import { uploads } from '../../services/repository/store/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { type Sent, sentByForm } from '../support/form-in-page';
import { mainText, textOf } from '../support/main-of-page';
import { share } from '../support/member-calls';
import { addUploadAt, ask, type ReadyUpload, storedUpload } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other, expert1, expert2, expert3 } = actors;
let api: TestApi;
let web: TestWeb;
let own: string;
let german: string;

beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  for (const one of [other, expert1, expert2, expert3, chair]) await recordPerson(api.repository.db, one, new Date());
});
beforeEach(async () => {
  own = await web.signIn(contributor);
  german = await web.signIn(contributor, 'de');
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

let titles = 0;
async function accepted(): Promise<ReadyUpload & { nr: number }> {
  const title = `Corrected on screens ${(titles += 1)}`;
  const upload = await addUploadAt(api, 'submitted', { metadata: completeMetadata(title) });
  for (const [index, expert] of [expert1, expert2].entries()) {
    expect((await castVote(api, expert, upload.id, { nr: index === 0 ? 1 : 2 })).status).toBe(200);
  }
  return { ...upload, title, nr: (await storedUpload(api, upload.number)).upload.nr ?? 0 };
}
const formPage = ({ id }: ReadyUpload) => `/file-upload/correct-metadata/${id}`;
const judgePage = ({ id }: ReadyUpload) => `/editorial-board/correction/${id}`;
const read = async (path: string, cookie: string) => (await web.ask(path, { cookie })).text();
/** The form as a browser sends it, with other values. */
async function fields(upload: ReadyUpload, changed: Record<string, string>, cookie = own): Promise<Sent[]> {
  const sent = sentByForm(await read(formPage(upload), cookie), 'metadata-form');
  return sent.map(([name, value]): Sent => [name, changed[name] ?? value]);
}
const post = (path: string, sent: Sent[], cookie = own) =>
  web.ask(path, { cookie, method: 'POST', body: new URLSearchParams(sent) });
async function follow(response: Response, cookie = own): Promise<string> {
  expect(response.status).toBe(303);
  return read(response.headers.get('Location') ?? '', withFlash(cookie, response));
}
function withFlash(cookie: string, response: Response): string {
  return [cookie, ...response.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
}
async function propose(upload: ReadyUpload, title: string): Promise<void> {
  const sent = await fields(upload, { 'f2-0': title, correctionNote: 'Another title' });
  expect((await post(formPage(upload), [...sent, ['intent', 'save']])).status).toBe(303);
}
const metadataOf = async ({ number }: ReadyUpload) => (await storedUpload(api, number)).study.metadata;

describe('the form', () => {
  test('is offered to the contributor on the data set, in the list and on the review', async () => {
    const one = await accepted();
    for (const page of [`/data-set/${one.nr}`, '/file-upload', `/file-upload/submit/${one.id}`]) {
      expect(await read(page, own)).toContain(formPage(one));
    }
    expect(await read(`/data-set/${one.nr}`, await web.signIn(other))).not.toContain('/correct-metadata/');
    expect(await read(`/data-set/${one.nr}`, 'language=EN-X')).not.toContain('/correct-metadata/');
    const foreign = await web.ask(formPage(one), { cookie: await web.signIn(other) });
    expect(foreign.status).toBe(404);
    expect((await web.ask(formPage(one))).status).toBe(302);
  });

  test.each(['read', 'edit', 'submit'] as const)('follows what a co-author may do: %s', async (right) => {
    const one = await accepted();
    await share(api, one, other, { right });
    const cookie = await web.signIn(other);
    const dataSet = await read(`/data-set/${one.nr}`, cookie);
    expect(dataSet).toContain('You are a co-author of this data set.');
    expect(dataSet).not.toContain('You are the contributor');
    const maySubmit = right === 'submit';
    for (const link of [formPage(one), `/file-upload/new-version/${one.id}`]) {
      expect([link, dataSet.includes(link)]).toEqual([link, maySubmit]);
    }
    const form = await read(formPage(one), cookie);
    expect(form.includes('id="metadata-form"')).toBe(maySubmit);
    expect(textOf(form).includes('your right does not include this')).toBe(!maySubmit);
  });

  test('has the fields of the metadata, but not those that are not corrected', async () => {
    const one = await accepted();
    const names = (await fields(one, {})).map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['f1-0', 'f2-0', 'f5-0', 'f20-0', 'correctionNote']));
    expect(names.filter((name) => /^f(29|31|32)-/.test(name))).toEqual([]);
    expect(await read(formPage(one), own)).not.toContain('save-template');
  });

  test('adds and removes values, and keeps a draft, without script', async () => {
    const one = await accepted();
    const sent = await fields(one, { 'f5-0': 'Typed', correctionNote: 'Note so far' });
    const added = await (await post(formPage(one), [...sent, ['intent', 'add:6']])).text();
    expect(added).toContain('name="f6-2"');
    expect(added).toContain('Note so far');
    const drafted = await read(formPage(one), own);
    expect(drafted).toContain('Typed');
    expect(drafted).toContain('Note so far');
    expect(await metadataOf(one)).toContainEqual(
      expect.objectContaining({ id: fieldIds.abstract, values: [expect.stringContaining('Fitness')] }),
    );
  });

  test('says what is missing twice in the same words, and keeps what was typed', async () => {
    const one = await accepted();
    const sent = await fields(one, { 'f5-0': 'Eingetippt' }, german);
    const response = await post(formPage(one), [...sent, ['intent', 'save']], german);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(textOf(page).split('Schreiben Sie mit mindestens 2 Zeichen, was korrigiert wurde und warum.')).toHaveLength(
      3,
    );
    expect(page).toContain('href="#correctionNote"');
    expect(page).toContain('Eingetippt');
    const long = await fields(one, { 'f5-0': 'x'.repeat(1501), correctionNote: 'Too long' });
    const refused = await post(formPage(one), [...long, ['intent', 'save']]);
    expect([refused.status, (await refused.text()).includes('Too long')]).toEqual([400, true]);
    const unchanged = await post(formPage(one), [
      ...(await fields(await accepted(), { correctionNote: 'Nothing' })),
      ['intent', 'save'],
    ]);
    expect(unchanged.status).toBe(409);
  });

  test('corrects at once and proposes the rest, and says which is which', async () => {
    const one = await accepted();
    const changed = { 'f5-0': 'New words', 'f2-0': `${one.title} again`, correctionNote: 'Better words' };
    const done = await post(formPage(one), [...(await fields(one, changed)), ['intent', 'save']]);
    const page = mainText(await follow(done));
    expect(page).toContain('Corrected: Abstract. Waiting for approval: Title.');
    expect(page).toContain('Withdraw the proposal');
    const shown = mainText(await read(`/data-set/${one.nr}`, 'language=EN-X'));
    expect(shown).toContain('New words');
    expect(shown).toContain('Better words');
    expect(shown).not.toContain(`${one.title} again`);
    const second = { 'f2-0': `${one.title} once more`, correctionNote: 'Again' };
    const collided = await post(formPage(one), [...(await fields(one, second)), ['intent', 'save']]);
    expect(collided.status).toBe(409);
    const question = await collided.text();
    expect(mainText(question)).toContain('Your correction changes: Title.');
    expect(question).toContain('href="#f2-0"');
    const discarded = await post(formPage(one), [...(await fields(one, {})), ['intent', 'discard']]);
    expect(discarded.status).toBe(303);
    const withdrawn = await follow(await post(formPage(one), [['intent', 'withdraw']]));
    expect(mainText(withdrawn)).toContain('The proposal was withdrawn.');
    const again = await post(formPage(one), [['intent', 'withdraw']]);
    expect([again.status, mainText(await again.text())]).toEqual([
      409,
      expect.stringContaining('Nothing is waiting for approval'),
    ]);
  });

  test('checks the title while it is typed', async () => {
    const [one, another] = [await accepted(), await accepted()];
    const check = async (title: string) => {
      const body = new URLSearchParams({ title });
      const response = await web.ask(`/file-upload/validate/${one.id}`, { cookie: own, method: 'POST', body });
      return ((await response.json()) as { message: string | null }).message;
    };
    expect(await check(one.title)).toBeNull();
    expect(await check(`${one.title} new`)).toBeNull();
    expect(await check(another.title)).toMatch(/title/i);
  });

  test('asks if the metadata was corrected in another window, and keeps both', async () => {
    const one = await accepted();
    const [first, second] = [
      await fields(one, { 'f5-0': 'First', correctionNote: 'One' }),
      await fields(one, { 'f5-0': 'Second', correctionNote: 'Two' }),
    ];
    expect((await post(formPage(one), [...first, ['intent', 'save']])).status).toBe(303);
    const refused = await post(formPage(one), [...second, ['intent', 'save']]);
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain('Second');
    expect(page).toContain('id="other-version"');
    expect(await metadataOf(one)).toContainEqual(expect.objectContaining({ values: ['First'] }));
  });

  test('keeps of this window only what was changed in it, and names it', async () => {
    const one = await accepted();
    const [first, second] = [
      await fields(one, { 'f5-0': 'Corrected abstract', correctionNote: 'One' }),
      await fields(one, { 'f13-0': 'Corrected procedure', correctionNote: 'Two' }),
    ];
    expect((await post(formPage(one), [...first, ['intent', 'save']])).status).toBe(303);
    const asked = await (await post(formPage(one), [...second, ['intent', 'save']])).text();
    const question = mainText(asked);
    expect(question).toMatch(/The two versions differ in: [^,:.]*\./);
    expect(question).not.toContain('differ in: Abstract');
    const keep = /value="(keep:[^"]+)"/.exec(asked)?.[1] ?? '';
    expect((await post(formPage(one), [...second, ['intent', keep]])).status).toBe(303);
    const metadata = await metadataOf(one);
    expect(metadata).toContainEqual(expect.objectContaining({ id: 5, values: ['Corrected abstract'] }));
    expect(metadata).toContainEqual(expect.objectContaining({ id: 13, values: ['Corrected procedure'] }));
  });

  test('is shown for copying under the labels of its fields if nobody is logged in', async () => {
    const sent = await fields(await accepted(), { 'f5-0': 'Typed abstract', correctionNote: 'Typed note' });
    const answer = await post(formPage(await accepted()), [...sent, ['intent', 'save']], 'language=EN-X');
    expect(answer.status).toBe(401);
    const page = mainText(await answer.text());
    for (const text of ['Abstract', 'Typed abstract', 'What was corrected and why', 'Typed note']) {
      expect(page).toContain(text);
    }
    expect(page).not.toMatch(/\bf\d+(_\d+)?-\d|correctionNote|correctionBase/);
  });

  test('shows what was typed if the data set was withdrawn meanwhile', async () => {
    const one = await accepted();
    const sent = await fields(one, { 'f5-0': 'Typed before', correctionNote: 'Note before' });
    const { db } = api.repository;
    await db.update(uploads).set({ withdrawnAt: new Date() }).where(eq(uploads.number, one.number));
    const response = await post(formPage(one), [...sent, ['intent', 'save']]);
    expect(response.status).toBe(410);
    const page = mainText(await response.text());
    for (const text of ['data set was withdrawn', 'Typed before', 'Note before']) expect(page).toContain(text);
    expect(mainText(await read(formPage(one), own))).toContain('Typed before');
    expect(await read('/file-upload', own)).not.toContain(formPage(one));
  });
});

describe('the decision', () => {
  const decide = async (upload: ReadyUpload, cookie: string, sent: Sent[]) => {
    const version = /name="version" value="(\d+)"/.exec(await read(judgePage(upload), cookie))?.[1] ?? '0';
    return post(judgePage(upload), [['version', version], ...sent], cookie);
  };

  test('shows old and new values, and says what a change of the licence means', async () => {
    const one = await accepted();
    const body = {
      metadata: withEntries(await metadataOf(one), entry(20, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0])),
      note: 'Not meant to be open',
    };
    await ask(api, contributor, `/api/fileupload/${one.id}/metadata-corrections`, { method: 'POST', body });
    const page = mainText(await read(judgePage(one), await web.signIn(expert1, 'de')));
    for (const text of ['CC-BY 4.0', 'SUFL 1.0', 'Not meant to be open', 'gilt die offene Lizenz weiter']) {
      expect(page).toContain(text);
    }
    expect(mainText(await read(formPage(one), own))).toContain('keep their open licence');
  });

  test('needs a choice, and a reason to decline, and keeps what was typed', async () => {
    const one = await accepted();
    await propose(one, `${one.title} new`);
    const cookie = await web.signIn(expert1);
    expect(mainText(await read(`/editorial-board/vote/${one.id}`, cookie))).toContain(
      'A correction of the metadata is waiting',
    );
    const unchosen = await decide(one, cookie, [['reason', 'Typed reason']]);
    expect([unchosen.status, (await unchosen.text()).includes('Typed reason')]).toEqual([400, true]);
    const without = await decide(one, cookie, [['decision', 'decline']]);
    expect(without.status).toBe(400);
    expect(textOf(await without.text()).split('Give a reason of at least 2 characters.')).toHaveLength(3);
    const done = await decide(one, cookie, [
      ['decision', 'decline'],
      ['reason', 'It was right.'],
    ]);
    expect(mainText(await follow(done, cookie))).toContain('You have declined the correction.');
    expect(mainText(await read(formPage(one), own))).toContain('It was right.');
  });

  test('comes too late if somebody else was first, and the reason is shown for copying', async () => {
    const one = await accepted();
    await propose(one, `${one.title} new`);
    const [first, second] = [await web.signIn(expert1), await web.signIn(chair)];
    const stale = /name="version" value="(\d+)"/.exec(await read(judgePage(one), second))?.[1] ?? '';
    expect((await decide(one, first, [['decision', 'consent']])).status).toBe(303);
    const late = await post(
      judgePage(one),
      [
        ['version', stale],
        ['decision', 'decline'],
        ['reason', 'Mine'],
      ],
      second,
    );
    expect(late.status).toBe(409);
    const page = mainText(await late.text());
    for (const text of ['Nothing is waiting for approval', 'Mine']) expect(page).toContain(text);
  });

  test('is for those who reviewed and the chair', async () => {
    const one = await accepted();
    await propose(one, `${one.title} new`);
    for (const [actor, status] of [
      [expert3, 403],
      [contributor, 403],
      [chair, 200],
    ] as const) {
      expect((await web.ask(judgePage(one), { cookie: await web.signIn(actor) })).status, actor.subject).toBe(status);
    }
    const history = mainText(await read(`/editorial-board/history/${one.id}`, await web.signIn(chair)));
    expect(history).toContain('Proposed a correction of the metadata');
  });
});
