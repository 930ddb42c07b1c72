import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Actor } from '../../services/repository/context/context';
import { sentById } from '../support/form-in-page';
import { mainText } from '../support/main-of-page';
import { acceptUpload, actOn, handleLifeJobs, type PublishedUpload, withdrawNow } from '../support/published-uploads';
import { ask } from '../support/ready-uploads';
import { openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors, chair } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other, expert1 } = actors;
type Language = 'en' | 'de';

let api: SourceApi;
let web: TestWeb;
let nr = 0;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const accept = (): Promise<PublishedUpload> => {
  nr += 1;
  return acceptUpload(api, { nr, title: `Endurance ${nr}` });
};
const own = ({ id }: PublishedUpload) => `/file-upload/withdrawal/${id}`;
const board = ({ id }: PublishedUpload) => `/editorial-board/withdrawal/${id}`;
const cookieOf = (actor: Actor | null, language: Language) =>
  actor ? web.signIn(actor, language) : `language=${language.toUpperCase()}-X`;

async function read(actor: Actor | null, path: string, language: Language = 'en') {
  return answerOf(await web.ask(path, { cookie: await cookieOf(actor, language) }));
}
async function post(actor: Actor | null, path: string, fields: Record<string, string>, language: Language = 'en') {
  const body = new URLSearchParams(fields);
  return answerOf(await web.ask(path, { method: 'POST', cookie: await cookieOf(actor, language), body }));
}
async function answerOf(response: Response) {
  const html = await response.text();
  const { status, headers } = response;
  return { status, headers, location: headers.get('Location'), html, text: mainText(html) };
}

test.each([
  ['en', 'Give a reason of at least', 'The reason may have at most 2000 characters.'],
  ['de', 'Nennen Sie einen Grund mit', 'Der Grund darf höchstens 2000 Zeichen haben.'],
] as const)(
  'a reason that is missing or too long is refused twice in the same words, in %s',
  async (language, ...texts) => {
    const upload = await accept();
    for (const [at, reason] of [' ', 'x'.repeat(2001)].entries()) {
      const refused = await post(contributor, `${own(upload)}?act=ask`, { intent: 'save', reason }, language);
      expect(refused.status).toBe(400);
      expect(refused.text.split(texts[at]!)).toHaveLength(3);
      expect(refused.html).toContain(reason.trim());
    }
  },
);

test('a draft of the reason is kept until it is sent', async () => {
  const upload = await accept();
  const send = async (fields: Record<string, string>) => {
    const { html } = await read(contributor, own(upload));
    return post(contributor, `${own(upload)}?act=ask`, {
      ...Object.fromEntries(sentById(html, 'form-ask')),
      ...fields,
    });
  };
  expect((await send({ intent: 'draft', reason: 'Half a reason' })).location).toBe(own(upload));
  expect((await read(contributor, own(upload))).html).toMatch(/<textarea[^>]*>Half a reason</);
  const sent = await send({ intent: 'save', reason: 'A whole reason' });
  expect(sent).toMatchObject({ status: 303, location: own(upload) });
  expect((await read(contributor, own(upload))).text).toContain('A whole reason');
});

test('a form that comes too late is shown as typed, with the message', async () => {
  const upload = await accept();
  await withdrawNow(api, upload);
  const late = await post(chair, `${board(upload)}?act=withdraw`, { intent: 'save', reason: 'Too late a reason' });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/already withdrawn.*This is no longer possible\. You had entered:.*Too late a reason/s);
});

test('nobody else acts, and an unknown form is refused', async () => {
  const upload = await accept();
  expect((await read(other, own(upload))).status).toBe(404);
  expect((await read(expert1, board(upload))).status).toBe(403);
  expect((await read(null, own(upload))).location).toContain('/authentication/login');
  const fields = { intent: 'save', reason: 'A reason' };
  expect((await post(contributor, `${own(upload)}?act=withdraw`, fields)).status).toBe(400);
  expect((await post(contributor, `${own(upload)}?act=x`, fields)).status).toBe(400);
  expect((await post(expert1, `${board(upload)}?act=withdraw`, fields)).status).toBe(403);
});

test('the removal is confirmed by a second person, on the screens of both', async () => {
  const upload = await accept();
  await withdrawNow(api, upload);
  const asked = await post(contributor, `${own(upload)}?act=own-removal`, { intent: 'save', reason: 'A court.' });
  expect(asked.status).toBe(303);
  expect((await read(contributor, own(upload))).html).not.toContain('act=confirm');
  expect((await post(contributor, `${own(upload)}?act=confirm`, {})).status).toBe(403);
  expect((await read(chair, '/editorial-board')).text).toContain('removing the data needs a second person');
  expect((await read(chair, board(upload))).html).toContain('act=confirm');
  expect((await post(chair, `${board(upload)}?act=confirm`, {})).status).toBe(303);
  expect((await read(contributor, own(upload))).text).toContain('The data was removed for good');
});

test('requests are taken back and declined on the screens, and a restoration says that it declines one', async () => {
  const upload = await accept();
  const fields = { intent: 'save', reason: 'A court.' };
  await post(contributor, `${own(upload)}?act=ask`, fields);
  expect((await post(contributor, `${own(upload)}?act=take-back`, {})).status).toBe(303);
  expect((await read(contributor, own(upload))).html).toContain('act=ask');
  await withdrawNow(api, upload);
  await post(contributor, `${own(upload)}?act=own-removal`, fields);
  expect((await post(contributor, `${own(upload)}?act=take-removal-back`, {})).status).toBe(303);
  await post(contributor, `${own(upload)}?act=own-removal`, fields);
  const shown = await read(chair, board(upload));
  expect(shown.html).toContain('act=decline-removal');
  expect(shown.text).toContain('The open request to remove the data is declined with it');
  const declined = await post(chair, `${board(upload)}?act=decline-removal`, {
    intent: 'save',
    reason: 'No law does.',
  });
  expect(declined.status).toBe(303);
  expect((await read(contributor, own(upload))).text).toMatch(
    /declined on .* to remove the data at once.*No law does/s,
  );
});

test.each([
  ['en', 'This data set was withdrawn', 'Reason:'],
  ['de', 'Dieser Datensatz wurde zurückgezogen', 'Grund:'],
] as const)('the page of a withdrawn data set is a tombstone, in %s', async (language, heading, label) => {
  const upload = await accept();
  await withdrawNow(api, upload, 'The <b>school</b> objects.');
  const page = await read(null, `/data-set/${upload.nr}`, language);
  expect(page.status).toBe(200);
  expect(page.headers.get('Link')).toBeNull();
  expect(page.text).toContain(`Endurance ${upload.nr}`);
  expect(page.text).toMatch(new RegExp(`${heading}.*${label}.*The &lt;b&gt;school&lt;/b&gt; objects\\.`, 's'));
  expect(page.html).toMatch(/<meta name="robots" content="noindex"/);
  expect(page.html).not.toMatch(/application\/ld\+json|<table|id="(?:preview|variables|files|contents|quality)"/);
  expect((await read(null, `/data-set/${upload.nr}/files/grips.csv`, language)).status).toBeGreaterThanOrEqual(302);
  expect((await (await web.ask('/sitemap.xml')).text()).includes(`/data-set/${upload.nr}<`)).toBe(false);
});

test('downloads of a withdrawn data set are pages that say so, in the list and at the address of the file', async () => {
  const upload = await accept();
  const started = await ask(api, other, '/api/search/download', { method: 'POST', body: [upload.nr] });
  const session = started.headers.get('Location')!.split('/').at(-1)!;
  await actOn(api, chair, upload, 'withdrawal', { decision: 'withdraw', reason: 'A wrong file.' });
  const list = await read(other, '/my-downloads', 'de');
  expect(list.text).toMatch(/Zurückgezogen am .*A wrong file\./s);
  expect(list.html).not.toContain(`/my-downloads/${session}/${upload.nr}/`);
  const file = await read(other, `/my-downloads/${session}/all/motothek.zip`, 'de');
  expect(file.status).toBe(410);
  expect(file.html).toContain('data-set-withdrawn');
});
