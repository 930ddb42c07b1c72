import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainOf } from '../support/main-of-page';
import { addUploadAt } from '../support/ready-uploads';
import { administrator, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let number: number;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  ({ number } = await addUploadAt(api, 'described'));
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

/** The main part of the page of DOIs that wait, of which one has a reason. */
async function pageWith(reason: string, language: 'en' | 'de'): Promise<string> {
  await api.pool.query(
    `insert into repository.doi_errors (upload, reason, is_refusal, since, tried_at) values ($1, $2, true, now(), now())
     on conflict (upload) do update set reason = $2`,
    [number, reason],
  );
  const answer = await web.ask('/administration/dois', { cookie: await web.signIn(administrator, language) });
  return mainOf(await answer.text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'");
}

test.each([
  [
    'DataCite could not be reached for PUT /dois/10.1/x (no answer in time)',
    'DataCite war für PUT /dois/10.1/x nicht erreichbar: keine Antwort innerhalb der Frist',
  ],
  [
    'DataCite could not be reached for PUT /dois/10.1/x (ECONNREFUSED)',
    'DataCite war für PUT /dois/10.1/x nicht erreichbar: <span lang="en">ECONNREFUSED</span>',
  ],
  ['DataCite answered 503 to POST /dois', 'DataCite hat POST /dois mit 503 beantwortet<'],
  [
    'DataCite answered 422 to POST /dois (url: not (yet) valid)',
    'DataCite hat POST /dois mit 422 beantwortet: <span lang="en">url: not (yet) valid</span>',
  ],
  [
    'DataCite answered 401 to POST /dois (are DATACITE_REPOSITORY_ID and DATACITE_PASSWORD right?)',
    'DataCite hat POST /dois mit 401 beantwortet: Stimmen DATACITE_REPOSITORY_ID und DATACITE_PASSWORD?',
  ],
  [
    '10.1/x is already findable at DataCite. A submission does not overwrite a public record.',
    'Die DOI 10.1/x gibt es bei DataCite schon im Zustand „findable“.',
  ],
  ['10.1/x cannot be published without url, titles.', 'Zum Veröffentlichen der DOI 10.1/x fehlt: url, titles<'],
  ["DataCite left 10.1/x in the state 'draft'.", 'DataCite hat die DOI 10.1/x im Zustand „draft“ gelassen.'],
  [
    '10.1/x is registered at DataCite and cannot be deleted.',
    'Die DOI 10.1/x ist bei DataCite registriert und kann nicht gelöscht werden.',
  ],
])('German administrators read in German why a DOI waits: %s', async (reason, said) => {
  const german = await pageWith(reason, 'de');
  expect(german).toContain(said);
  expect(german).not.toContain(reason);
});

test('a reason of another kind is shown as it is, marked as English', async () => {
  expect(await pageWith('wrong prefix', 'de')).toContain('<span lang="en">wrong prefix</span>');
});
