import { afterAll, beforeAll, expect, test } from 'vitest';

import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import { StudyMetadataSchema } from '@domain/api/metadata';
import { formFields } from '../../services/repository/metadata/schema';
import { completeMetadata } from '../fixtures/complete-metadata';
import { addUploadAt, ask, type ReadyUpload } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.contributor);
});
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

const open = async ({ id }: ReadyUpload) => (await web.ask(`/file-upload/meta/${id}`, { cookie })).text();
const read = async ({ id }: ReadyUpload) =>
  StudyMetadataSchema.parse(await (await ask(api, actors.contributor, `/api/metadata/${id}`)).json());

/** The checkbox with this value, as HTML; null if there is none. */
const box = (html: string, id: string) =>
  new RegExp(`<input type="checkbox"[^>]*value="${id}"[^>]*>`).exec(html)?.[0] ?? null;

/** Sends the form of a page: its hidden fields, metadata with a title, and the ticks. */
async function send(
  upload: ReadyUpload,
  { html, title, ticked, intent = 'save' }: { html: string; title: string; ticked: string[]; intent?: string },
): Promise<Response> {
  const form = html.slice(html.indexOf('class="metadata-form"'));
  const hidden = [...form.matchAll(/<input type="hidden" name="(also-[^"]+|opened)" value="([^"]*)"/g)];
  const fields = formFields('en');
  const body = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ...entriesOf(formOf(fields, completeMetadata(title))).map(([name, value]) => [name, value]),
    ...ticked.map((id) => ['also', id]),
    ['intent', intent],
  ]);
  return web.ask(`/file-upload/meta/${upload.id}`, { method: 'POST', cookie, body });
}

test('a ticked upload shares the metadata, and gets a copy of its own when it is unticked', async () => {
  const raw = await addUploadAt(api, 'checked');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  const html = await open(raw);
  expect(html).toContain('<legend>Share with other files of this study</legend>');
  expect(box(html, agg.id)).not.toContain('checked');
  const saved = await send(raw, { html, title: raw.title, ticked: [agg.id] });
  expect(saved.status).toBe(303);
  expect((await read(agg)).id).toEqual([raw.id, agg.id]);

  const shared = await open(raw);
  expect(box(shared, agg.id)).toContain('checked');
  expect((await send(raw, { html: shared, title: raw.title, ticked: [] })).status).toBe(303);
  const { id, metadata } = await read(agg);
  expect(id).toEqual([agg.id]);
  expect(metadata.length).toBe((await read(raw)).metadata.length - 1);
  expect(await open(agg)).toContain(metadata.find((entry) => entry.id === 6)?.values[0]);
});

test('ticks are kept with the entries, in a refused form and in a draft', async () => {
  const raw = await addUploadAt(api, 'checked');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  const refused = await send(raw, { html: await open(raw), title: '', ticked: [agg.id] });
  expect(refused.status).toBe(400);
  expect(box(await refused.text(), agg.id)).toContain('checked');
  const kept = await send(raw, { html: await open(raw), title: 'A draft', ticked: [agg.id], intent: 'draft' });
  expect(kept.status).toBe(303);
  expect(box(await open(raw), agg.id)).toContain('checked');
  expect((await read(agg)).id).toEqual([agg.id]);
});

test('an upload that cannot be chosen yet has the reason instead of a checkbox', async () => {
  const raw = await addUploadAt(api, 'checked');
  const fresh = await addUploadAt(api, 'read', { kind: 'agg' });
  const html = await open(raw);
  expect(box(html, fresh.id)).toBeNull();
  expect(html).toContain(`href="/file-upload/data/${fresh.id}"`);
  expect(html).toContain('Map its columns first.');
});

test('a warning is shown before metadata of another upload is replaced', async () => {
  const raw = await addUploadAt(api, 'checked');
  const agg = await addUploadAt(api, 'described', { kind: 'agg' });
  const words = (await open(raw)).replace(/<!--[^]*?-->|<[^>]+>/g, '');
  expect(words).toContain(`This file has its own metadata (‘${agg.title}’).`);
});

test('an upload whose sibling has been submitted needs a title of its own', async () => {
  const raw = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
  await send(raw, { html: await open(raw), title: raw.title, ticked: [agg.id] });
  await ask(api, actors.contributor, `/api/submit/${raw.id}`, { method: 'POST' });
  const html = await open(agg);
  expect(html).toContain('which has been submitted');
  expect(html).not.toContain('<legend>Share with other files of this study</legend>');
  const same = await send(agg, { html, title: raw.title, ticked: [] });
  expect(same.status).toBe(409);
  expect((await send(agg, { html, title: `${raw.title}, aggregated`, ticked: [] })).status).toBe(303);
  expect((await read(agg)).id).toEqual([agg.id]);
});
