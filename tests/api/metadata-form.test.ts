import { afterAll, beforeAll, expect, test } from 'vitest';

import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import { formSnapshotField } from '../../app/drafts/form-snapshot';
import { fieldIds } from '../../domain/metadata/field-ids';
import { formFields } from '../../services/repository/metadata/schema';
import { entry } from '../fixtures/complete-metadata';
import { sentByForm, type Sent } from '../support/form-in-page';
import { openedOf, openMetadataPage, texts, type MetadataPage } from '../support/metadata-page';
import { addUploadAt } from '../support/ready-uploads';

let page: MetadataPage;
beforeAll(async () => {
  page = await openMetadataPage();
});
afterAll(() => page?.close());
afterAll(() => expect(page.serverErrors()).toEqual([]));

test('the page of the form and the response to a refused save repeat no request to the repository', async () => {
  const { id } = await addUploadAt(page.api, 'checked');
  const questions = [
    ...[`/api/fileupload/${id}/state`, `/api/metadata/${id}`],
    ...['/api/metadata/templates', `/api/metadata/${id}/uploads`, `/api/metadata/${id}/data-facts`],
  ].map((path) => `GET ${path}`);
  // The statistics in the footer are cached.
  const own = () => page.asked.filter((question) => !question.endsWith('/stats')).sort();
  page.asked.length = 0;
  const shown = await page.open(id, 'en');
  // The fields of the form are kept for a minute.
  expect(own()).toEqual([...questions, 'GET /api/metadata/schema'].toSorted());
  page.asked.length = 0;
  expect((await page.post(id, [['f2-0', 'Alone'], ...openedOf(shown)], 'en')).status).toBe(400);
  expect(own()).toEqual([...questions, 'POST /api/metadata'].toSorted());
});

test('the name typed for a template stays in the draft until the template is saved', async () => {
  const { id } = await addUploadAt(page.api, 'checked');
  const typed: Sent[] = [
    ['f6-0', 'grip'],
    ['templateName', ' Mine '],
  ];
  const press = async (intent: string, sent: Sent[]) =>
    expect((await page.post(id, [...sent, ['intent', intent]], 'en')).status).toBe(303);
  await press('draft', [...typed, ...openedOf(await page.open(id, 'en'))]);
  const drafted = await page.open(id, 'en');
  expect(texts(drafted)).toEqual(texts(typed));
  await press('save-template', drafted);
  expect(texts(await page.open(id, 'en'))).toEqual(['f6 grip']);
});

test('values removed from an author are restored to the same author after a refused save', async () => {
  const { id } = await addUploadAt(page.api, 'checked');
  const authors = ['Beck', '', 'Chu', 'Diaz'].flatMap((family, index): Sent[] => [
    [`f1-${index}`, family],
    [`f1-${index}`, ''],
    [`f1_2-${index}-0`, family && `Institute of ${family}`],
  ]);
  const press = async (intent: string, sent: Sent[]) => {
    const answer = await page.post(id, [...sent, ['intent', intent]], 'en');
    return sentByForm(await answer.text(), 'metadata-form');
  };
  const removed = await press('remove:f1_2-2-0', [...authors, ...openedOf(await page.open(id, 'en'))]);
  const refused = await press('save', removed);
  const drafted = await page.open(id, 'en');
  for (const shown of [refused, drafted]) {
    const undone = await press('undo', [...shown.filter(([name]) => name !== formSnapshotField), ...openedOf(drafted)]);
    expect(texts(undone)).toEqual(texts(authors));
    expect(undone).toContainEqual(['f1_2-2-0', 'Institute of Chu']);
  }
});

test('no character of a page is broken at the end of a streamed block', async () => {
  const { id } = await addUploadAt(page.api, 'checked');
  const keywords = Array.from({ length: 90 }, (_, index) => `${'x'.repeat(index)}${'äöü中😀'.repeat(9)}`);
  const sent = entriesOf(formOf(formFields('de'), [entry(fieldIds.keyword, keywords)]));
  const html = await (await page.post(id, [...sent, ...openedOf(await page.open(id, 'de'))], 'de')).text();
  expect(html).not.toMatch(/[\0\ufffd]/);
  expect(texts(sentByForm(html, 'metadata-form'))).toEqual(texts(sent));
});
