import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { contributorActs, isOfContributorSide } from '@domain/board/history';
import { formerSubject } from '@domain/former-person';

import { recordAct } from '../../services/repository/store/board';
import { hidePerson } from '../../services/repository/store/forget-person';
import { changeOwner } from '../../services/repository/store/members';
import { studyMembers } from '../../services/repository/store/schema';
import { translate } from '~/i18n/instances.server';
import { formKinds } from '~/store/schema';

import { completeMetadata } from '../fixtures/complete-metadata';
import { formWindows, type } from '../support/form-windows';
import { invite, linkTo, share } from '../support/member-calls';
import { textOf } from '../support/main-of-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other } = actors;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
beforeEach(async () => {
  for (const actor of [contributor, other, chair]) await ask(api, actor, '/api/fileupload/user');
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const form = (...entries: [string, string][]) => new URLSearchParams(entries);
const page = async (actor: typeof other, address: string) =>
  (await web.ask(address, { cookie: await web.signIn(actor) })).text();
const post = async (actor: typeof other, address: string, body: URLSearchParams) =>
  web.ask(address, { method: 'POST', cookie: await web.signIn(actor), body });

test('an invitation is sent from the page, and every refusal is at the field and in the summary', async () => {
  const { id } = await addUploadAt(api, 'read');
  const address = `/file-upload/co-authors/${id}?act=invite`;
  const wrong = await post(contributor, address, form(['email', 'nobody'], ['right', 'edit'], ['scope', 'upload']));
  expect(wrong.status).toBe(400);
  const text = await wrong.text();
  expect(text.match(/Enter an e-mail address such as/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain('value="nobody"');
  const sent = await post(
    contributor,
    address,
    form(['email', 'new@school.example'], ['right', 'edit'], ['scope', 'upload']),
  );
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, `/file-upload/co-authors/${id}`]);
  expect(await page(contributor, `/file-upload/co-authors/${id}`)).toContain('new@school.example');
});

test('the link of the mail asks for a login, accepts for whoever is logged in, and ends', async () => {
  const upload = await addUploadAt(api, 'described');
  await invite(api, upload, { email: 'link@school.example', right: 'read' });
  const address = `/co-authors/${await linkTo(api, 'link@school.example')}`;
  expect(await (await web.ask(address)).text()).toContain('Log in to accept');
  const accepted = await post(other, address, form(['intent', 'accept']));
  expect([accepted.status, accepted.headers.get('Location')]).toEqual([303, `/file-upload/co-authors/${upload.id}`]);
  expect((await web.ask(address)).status).toBe(410);
  const list = await page(other, '/file-upload');
  expect(list).toContain(`shared by ${contributor.name}, you may read`);
  expect(await page(other, `/file-upload/meta/${upload.id}`)).toContain('because the owner lets you read only');
});

test('a co-author who saves over what the owner saved is asked, and told who it was', async () => {
  const upload = await addUploadAt(api, 'described');
  await share(api, upload, other, { right: 'edit' });
  const windows = formWindows(web);
  const shown = await windows.open(`/file-upload/meta/${upload.id}`, await web.signIn(other));
  const changed = { id: [upload.id], metadata: completeMetadata(`${upload.title}, by the owner`) };
  expect((await ask(api, contributor, '/api/metadata', { method: 'POST', body: changed })).status).toBe(200);
  const [title = ''] = shown.fields.find(([, value]) => value === upload.title) ?? [];
  const answer = await windows.press(type(shown, title, `${upload.title}, by the co-author`), 'save');
  expect(answer.status).toBe(409);
  expect(answer.page).toMatch(/Clara Contributor saved this form/);
  expect(answer.page).toContain('by the co-author');
});

test('what a former co-author had typed stays theirs to read, and nobody else sees it', async () => {
  const upload = await addUploadAt(api, 'submitted');
  await share(api, upload, other, { right: 'submit' });
  const note = form(['text', 'A typed note'], ['intent', 'draft']);
  expect((await post(other, `/file-upload/conversation/${upload.id}`, note)).status).toBe(303);
  const members = (await (await ask(api, contributor, `/api/fileupload/${upload.id}/members`)).json()) as {
    members: { id: number }[];
  };
  const path = `/api/fileupload/${upload.id}/members/${members.members[0]!.id}`;
  expect((await ask(api, contributor, path, { method: 'DELETE' })).status).toBe(204);
  const late = await post(other, `/file-upload/conversation/${upload.id}`, form(['text', 'Later'], ['intent', 'save']));
  expect([late.status, (await late.text()).includes('Later')]).toEqual([404, true]);
  const moved = await web.ask(`/file-upload/conversation/${upload.id}`, { cookie: await web.signIn(other) });
  expect(moved.headers.get('Location')).toBe(`/file-upload/kept/${upload.id}`);
  expect(await page(other, `/file-upload/kept/${upload.id}`)).toContain('A typed note');
  expect(await page(contributor, `/file-upload/conversation/${upload.id}`)).not.toContain('A typed note');
  const cookie = await web.signIn(contributor);
  expect((await web.ask(`/file-upload/kept/${upload.id}`, { cookie })).status).toBe(404);
});

test('typed metadata are shown under the labels of their fields to a former co-author', async () => {
  const upload = await addUploadAt(api, 'described');
  await share(api, upload, other, { right: 'edit' });
  const windows = formWindows(web);
  const shown = await windows.open(`/file-upload/meta/${upload.id}`, await web.signIn(other));
  const [title = ''] = shown.fields.find(([, value]) => value === upload.title) ?? [];
  await windows.press(type(shown, title, 'A typed title'), 'draft');
  await api.repository.db.delete(studyMembers).where(eq(studyMembers.person, other.subject));
  const kept = await page(other, `/file-upload/kept/${upload.id}`);
  expect(kept).toMatch(/<dt>[^<]*[Tt]itle[^<]*<\/dt><dd lang="">A typed title/);
  expect(kept).not.toContain(`<dt>${title}</dt>`);
});

test('where the account of the owner is deleted, a co-author reads that, in both languages', async () => {
  const upload = await addUploadAt(api, 'described');
  await share(api, upload, other, { right: 'read' });
  const leaving = { subject: contributor.subject, former: formerSubject(upload.id) };
  await api.repository.db.transaction((tx) => hidePerson(tx, leaving, new Date()));
  await api.repository.db.transaction((tx) => changeOwner(tx, [upload.number], leaving.former));
  const address = `/file-upload/meta/${upload.id}`;
  expect(await page(other, address)).toContain('shared this upload with you is deleted. You can read it.');
  const german = await web.ask(address, { cookie: await web.signIn(other, 'de') });
  expect(await german.text()).toContain('ist gelöscht. Sie können ihn lesen.');
  const shown = async (actor: typeof other, place: string) =>
    textOf(await (await web.ask(place, { cookie: await web.signIn(actor, 'de') })).text());
  expect(await shown(other, `/file-upload/co-authors/${upload.id}`)).toContain(
    'Dieser Upload gehört niemandem mehr und ist mit Ihnen geteilt.',
  );
  expect(await shown(other, '/file-upload')).toContain('(mit Ihnen geteilt, Sie dürfen lesen');
  const submitted = await addUploadAt(api, 'submitted');
  await api.repository.db.transaction((tx) => changeOwner(tx, [submitted.number], leaving.former));
  expect(await shown(chair, `/editorial-board/owner/${submitted.id}`)).toContain(
    'Diese Einreichung gehört niemandem mehr: Das Konto der Person ist gelöscht.',
  );
});

test('the chair hands a submission on with a reason', async () => {
  const upload = await addUploadAt(api, 'submitted');
  const address = `/editorial-board/owner/${upload.id}`;
  const missing = await post(chair, `${address}?act=chair-offer`, form(['email', other.email], ['reason', ' ']));
  expect(missing.status).toBe(400);
  const sent = await post(chair, `${address}?act=chair-offer`, form(['email', other.email], ['reason', 'It ends.']));
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, address]);
  expect(await page(chair, address)).toContain(`The editorial board offered this submission to ${other.email}.`);
  const back = await post(chair, `${address}?act=end-offer`, form());
  expect(back.status).toBe(303);
  const own = form(['email', other.email]);
  expect((await post(contributor, `/file-upload/co-authors/${upload.id}?act=offer`, own)).status).toBe(303);
  expect(await page(contributor, `/file-upload/co-authors/${upload.id}`)).toContain('You offered this upload to');
  expect(await page(chair, address)).toContain(`The owner offered this submission to ${other.email}.`);
});

test('co-authors are not led to private links, and write notes only if they may edit', async () => {
  const upload = await addUploadAt(api, 'submitted');
  const links = `/file-upload/private-links/${upload.id}`;
  expect(await page(contributor, `/file-upload/submit/${upload.id}`)).toContain(links);
  const conversation = `/file-upload/conversation/${upload.id}`;
  await share(api, upload, other, { right: 'edit' });
  expect(await page(other, `/file-upload/submit/${upload.id}`)).not.toContain(links);
  expect(await page(other, conversation)).toContain('id="note-form"');
  const note = form(['text', 'A typed note'], ['intent', 'draft']);
  expect((await post(other, conversation, note)).status).toBe(303);
  const members = await ask(api, contributor, `/api/fileupload/${upload.id}/members`);
  const [member] = ((await members.json()) as { members: { id: number }[] }).members;
  const path = `/api/fileupload/${upload.id}/members/${member!.id}`;
  expect((await ask(api, contributor, path, { method: 'PUT', body: { right: 'read' } })).ok).toBe(true);
  const readOnly = await page(other, conversation);
  expect(readOnly).not.toContain('id="note-form"');
  for (const words of ['because the owner lets you read only', 'A typed note']) expect(readOnly).toContain(words);
});

test.each([
  ['en', 'Until 31 March 2027'],
  ['de', 'Bis zum 31. März 2027'],
] as const)('every act of the history has words for contributor and co-author, in %s', async (language, until) => {
  const upload = await addUploadAt(api, 'submitted');
  await share(api, upload, other, { right: 'read' });
  const acts = contributorActs.map((act) => ({ act, content: {} }));
  const record = {
    upload: upload.number,
    panel: null,
    expert: null,
    statusBefore: 'Accepted',
    statusAfter: 'Accepted',
  } as const;
  await api.repository.db.transaction(async (tx) => {
    for (const { act, content } of [...acts, { act: 'made-link' as const, content: { until: '2027-03-31' } }]) {
      const actor = isOfContributorSide(act) ? contributor.subject : null;
      await recordAct(tx, { ...record, at: new Date(), act, actor, content });
    }
  });
  for (const actor of [contributor, other]) {
    const cookie = await web.signIn(actor, language);
    const html = await (await web.ask(`/file-upload/conversation/${upload.id}`, { cookie })).text();
    const [, list = ''] = /<ol class="own-history">(.*?)<\/ol>/s.exec(html) ?? [];
    const entries = list.split('<li>').map((entry) => textOf(entry.split('</time>')[1] ?? ''));
    expect(entries.at(-1)).toContain(until);
    for (const [index, { act }] of acts.entries()) {
      const words = entries.at(index - acts.length - 1) ?? '';
      expect([act, words]).toEqual([act, expect.stringMatching(/^: \p{Lu}.* .*[.:]/u)]);
      const isNamed = actor === other && isOfContributorSide(act);
      expect([act, words.includes(contributor.name)]).toEqual([act, isNamed]);
    }
  }
});

test.each(['en', 'de'] as const)('every kind of form has a name among the kept texts, in %s', (language) => {
  const t = translate(language);
  for (const kind of formKinds) expect([kind, t(`sharing:kept.form.${kind}`)]).not.toEqual([kind, `kept.form.${kind}`]);
});
