import { afterAll, beforeAll, expect, test } from 'vitest';

import { UploadDocumentsSchema } from '@domain/api/documents';
import { hashOf } from '@domain/secrets';

import type { Actor } from '../../services/repository/context/context';
import { beginVersion } from '../../services/repository/usecases/life/new-version';
import { castVote } from '../support/editorial-calls';
import { mainOf, mainText, textOf } from '../support/main-of-page';
import { share } from '../support/member-calls';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { addDocument, uploadForm } from '../support/upload-calls';

const { contributor, other, expert1, expert2 } = actors;
const readme = { name: 'README.md', content: 'Grip strength.\nQuestions: sport@example.org <b>now</b>\n' };
const field = `comment-${hashOf('readme.md').slice(0, 16)}-contact`;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const page = (id: string) => `/file-upload/documents/${id}`;
async function visit(actor: Actor = contributor, language: 'en' | 'de' = 'en') {
  const cookie = await web.signIn(actor, language);
  return {
    open: async (path: string) => (await web.ask(path, { cookie })).text(),
    send: (path: string, body: BodyInit) => web.ask(path, { method: 'POST', cookie, body }),
    ask: (path: string) => web.ask(path, { cookie }),
  };
}
const documentsOf = async (id: string) =>
  UploadDocumentsSchema.parse(await (await ask(api, contributor, `/api/fileupload/${id}/documents`)).json());
const form = (...entries: [string, string][]) => new URLSearchParams(entries);

test('the screen says that there are none yet, and takes several at once', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const own = await visit();
  expect(mainText(await own.open(page(id)))).toContain('There is no document yet.');
  const sent = await own.send(page(id), uploadForm([readme, { name: 'units.txt', content: 'All in kg.' }]));
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, page(id)]);
  const html = await own.open(page(id));
  expect(mainText(html)).toContain('README.md55 bytes1 place to look at');
  expect(html).toContain('Line 2:');
  expect(html).toContain('sport@example.org &lt;b&gt;now&lt;/b&gt;');
  expect(mainText(await (await visit(contributor, 'de')).open(page(id)))).toContain('Zeile 2:');
});

test('a refused file is named in the summary and at the field, and comments stay', async () => {
  const { id } = await addUploadAt(api, 'checked');
  await addDocument(api, id, readme);
  const own = await visit();
  const refused = await own.send(page(id), uploadForm([{ name: 'notes.docx', content: 'x' }]));
  expect(refused.status).toBe(415);
  const html = await refused.text();
  const shown = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(shown.match(/notes\.docx is not one of the accepted document types/g)).toHaveLength(2);
  expect(html).toContain('href="#document-files"');
});

test('a comment that is too short comes back as typed; a valid one ends the question', async () => {
  const { id } = await addUploadAt(api, 'described');
  await addDocument(api, id, readme);
  const own = await visit();
  expect(mainText(await own.open(`/file-upload/submit/${id}`))).toContain('Documents: comment on what may be personal');
  const short = await own.send(page(id), form([field, 'x'], ['intent', 'save']));
  expect(short.status).toBe(400);
  const html = await short.text();
  expect(html).toContain(`href="#${field}"`);
  expect(html).toMatch(/>\n?x<\/textarea>/);
  const saved = await own.send(page(id), form([field, 'Public address of the institute.'], ['intent', 'save']));
  expect(saved.status).toBe(303);
  expect(await documentsOf(id)).toMatchObject([{ findings: [{ comment: 'Public address of the institute.' }] }]);
  expect(mainText(await own.open(`/file-upload/submit/${id}`))).toContain('README.md');
});

test('a document is removed after a question, and what was typed about another one stays as a draft', async () => {
  const { id } = await addUploadAt(api, 'checked');
  await addDocument(api, id, readme);
  const other = await addDocument(api, id, { name: 'units.txt', content: 'All in kg.' });
  const own = await visit();
  const opened = /name="opened" value="([^"]+)"/.exec(await own.open(page(id)))?.[1] ?? '';
  const sent = await own.send(
    page(id),
    form([field, 'Typed, not saved.'], ['opened', opened], ['intent', `ask-remove:${other}`]),
  );
  expect(sent.status).toBe(303);
  expect(await documentsOf(id)).toHaveLength(2);
  const question = await own.open(sent.headers.get('Location') ?? '');
  expect(mainText(question)).toContain('Remove units.txt?');
  expect(question).toContain(`value="remove:${other}"`);
  expect((await own.send(page(id), form(['intent', `remove:${other}`]))).status).toBe(303);
  expect((await documentsOf(id)).map(({ fileName }) => fileName)).toEqual(['README.md']);
  expect(await own.open(page(id))).toContain('Typed, not saved.');
});

test('a document is downloaded with the headers that keep browsers from showing it', async () => {
  const { id } = await addUploadAt(api, 'checked');
  const document = await addDocument(api, id, readme);
  const own = await visit();
  // With the attribute `download`, a browser whose session has ended would save the login page.
  expect(await own.open(page(id))).toContain(`<a href="/file-upload/document/${id}/${document}">README.md</a>`);
  const response = await own.ask(`/file-upload/document/${id}/${document}`);
  expect(await response.text()).toBe(readme.content);
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment/);
  expect(response.headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'");
});

test('the screen of another contributor is not found', async () => {
  const { id } = await addUploadAt(api, 'checked');
  expect((await (await visit(actors.other)).ask(page(id))).status).toBe(404);
});

test('experts see documents, findings and comments, and download; the contributor can no longer change them', async () => {
  const { id } = await addUploadAt(api, 'described');
  const document = await addDocument(api, id, readme);
  const own = await visit();
  await own.send(page(id), form([field, 'Public address.'], ['intent', 'save']));
  await ask(api, contributor, `/api/submit/${id}`, { method: 'POST' });
  const expert = await visit(expert1);
  const shown = mainText(await expert.open(`/editorial-board/vote/${id}`));
  expect(shown).toContain('README.md');
  expect(shown).toContain('Public address.');
  const address = `/editorial-board/document/${id}/${document}`;
  expect(await (await expert.ask(address)).text()).toBe(readme.content);
  expect((await own.ask(address)).status).toBe(403);
  const late = await own.open(page(id));
  expect(late).not.toContain('type="file"');
  expect(mainText(late)).toContain('Public address.');
});

test('a new version has the documents of the former; a replaced one is told, and the published one stays', async () => {
  const { id } = await addUploadAt(api, 'described');
  const published = await addDocument(api, id, { name: 'units.txt', content: 'All in kg.' });
  await ask(api, contributor, `/api/submit/${id}`, { method: 'POST' });
  await castVote(api, expert1, id, { nr: 1 });
  await castVote(api, expert2, id, { nr: 2 });
  const version = await beginVersion(contributor, api.repository, id);
  expect((await documentsOf(version.id)).map(({ fileName }) => fileName)).toEqual(['units.txt']);
  await addDocument(api, version.id, { name: 'units.txt', content: 'All in N.' });
  const own = await visit();
  expect(mainText(await own.open(`/file-upload/submit/${version.id}`))).toContain('Document units.txt was replaced.');
  const former = await own.ask(`/file-upload/document/${id}/${published}`);
  expect(await former.text()).toBe('All in kg.');
});

test('a co-author who may only read sees what was found under its heading, and why nothing can be changed', async () => {
  const upload = await addUploadAt(api, 'checked');
  await addDocument(api, upload.id, readme);
  await ask(api, other, '/api/fileupload/user');
  await share(api, upload, other, { right: 'read' });
  const html = await (await visit(other)).open(page(upload.id));
  expect(mainText(html)).toContain('because the owner lets you read only');
  const headings = [...mainOf(html).matchAll(/<h([34])[^>]*>(.*?)<\/h/g)];
  expect(headings.map(([, level, text = '']) => [level, textOf(text)])).toEqual([
    ['3', 'What may be personal data'],
    ['4', 'README.md: e-mail addresses, phone or other numbers of people'],
  ]);
});
