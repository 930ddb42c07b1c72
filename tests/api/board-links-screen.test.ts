import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { expertRole } from '@domain/roles';
import { uploadStatuses, type UploadStatus } from '@domain/upload-status';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { files } from '../../services/repository/store/schema';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { mainOf } from '../support/main-of-page';
import { ask, storedUpload } from '../support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors, chair, person } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { expert1, expert2, expert3 } = actors;
/** An expert who contributes. */
const owner: Actor = { ...actors.contributor, roles: [expertRole] };
const named = person('named', 'Nora Named', [expertRole]);
const standings = { own: owner, named, 'board, with a panel': expert1, 'board, without one': expert3, chair };

let api: SourceApi;
let web: TestWeb;
beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  const people = [expert1, expert2, ...Object.values(standings)];
  for (const one of people) await recordPerson(api.repository.db, one, api.repository.now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const must = async (call: Promise<Response>): Promise<void> => expect((await call).status).toBeLessThan(300);

/** A submission with a file. */
async function submit(title: string) {
  const rows = Array.from({ length: 300 }, (_, row) => `${row},40,m,30`);
  const upload = await api.addUpload({ tables: [{ name: 'adults', csv: ['pupil,grip,sex,age', ...rows].join('\n') }] });
  const [file] = await api.repository.db.select().from(files).where(eq(files.upload, upload.number));
  await api.repository.files.put(file!.objectKey!, Readable.from(['pupil,grip']));
  const mapping = mappingOf({ grip: 'handgrip|kg', sex: 'sex|m/f', age: 'age_y|a' });
  const metadata = withEntries(completeMetadata(title), entry(3.1, [named.email], [0]));
  const post = (path: string, body?: unknown) => must(ask(api, owner, `/api/${path}`, { method: 'POST', body }));
  await post(`mapping/raw/${upload.id}/adults`, mapping);
  await post('metadata', { id: [upload.id], metadata });
  await post(`submit/${upload.id}`);
  return upload;
}

/** A submission in a status; `expert1` and `expert2` have its panels, as far as they are taken. */
async function bringTo(status: UploadStatus): Promise<string> {
  const { id, number } = await submit(`Links, ${status}`);
  const vote = (who: Actor, nr: 1 | 2, rating: 1 | 2) => must(castVote(api, who, id, { nr, rating }));
  switch (status) {
    case 'Uploaded':
      await must(ask(api, owner, `/api/submit/${id}`, { method: 'DELETE' }));
      break;
    case 'ChangesRequested': {
      const body = { panel: 1, points: ['Name the units.'], isImpartial: true };
      await must(ask(api, expert1, `/api/editorial/${id}/changes`, { method: 'POST', body }));
      break;
    }
    case 'Pending':
    case 'Accepted':
    case 'Rejected':
      await vote(expert1, 1, status === 'Rejected' ? 2 : 1);
      await vote(expert2, 2, status === 'Accepted' ? 1 : 2);
      break;
    default:
  }
  expect((await storedUpload(api, number)).upload.status).toBe(status);
  return id;
}

const screens = ['vote', 'meta', 'data', 'rows', 'check', 'preview', 'panels', 'notes', 'history', 'letter'];

/** Addresses within the site that the links of a page lead to, without those of its header and footer. */
function linksIn(html: string): string[] {
  const hrefs = [...mainOf(html).matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  return hrefs.map((href) => href.replace(/#.*/, ''));
}

describe.each(uploadStatuses)('A submission that is %s', (status) => {
  let id: string;
  beforeAll(async () => {
    id = await bringTo(status);
  });

  test.each(Object.entries(standings))('has no link that is refused: %s', async (standing, who) => {
    const cookie = await web.signIn(who);
    const shown = new Map<string, string[]>();
    const screensOf = new Map<string, number>();
    for (const screen of screens) {
      const response = await web.ask(`/editorial-board/${screen}/${id}`, { cookie });
      screensOf.set(screen, response.status);
      for (const link of linksIn(await response.text())) shown.set(link, [...(shown.get(link) ?? []), screen]);
    }
    const refused: string[] = [];
    for (const [link, from] of shown) {
      const response = await web.ask(link, { cookie });
      await response.body?.cancel();
      if ([403, 404].includes(response.status)) refused.push(`${link} on ${from.join(', ')}: ${response.status}`);
    }
    expect(refused).toEqual([]);
    // There are links, and every screen that opens is reached by one of them.
    if (standing === 'own' || status === 'Uploaded') return;
    const parts = screens.filter((screen) => screensOf.get(screen) === 200 && screen !== 'letter');
    const missing = parts.filter((screen) => ![...shown.keys()].some((link) => link.includes(`/${screen}/${id}`)));
    expect(missing).toEqual([]);
    expect(parts.length).toBeGreaterThanOrEqual(2);
  });
});
