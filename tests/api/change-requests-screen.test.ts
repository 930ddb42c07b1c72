import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listSeats } from '../../services/repository/store/board';
import { completeMetadata } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { areaOf, isChecked, openedOf, voteFields, votePage, voteScreens } from '../support/vote-screens';

let api: TestApi;
let web: TestWeb;
let read: ReturnType<typeof voteScreens>['read'];
let post: ReturnType<typeof voteScreens>['post'];
let call: ReturnType<typeof voteScreens>['call'];
beforeAll(async () => {
  api = await createTestApi();
  for (const name of ['register-doi', 'send-mail', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  web = await createTestWeb(api);
  ({ read, post, call } = voteScreens(web, api));
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const { contributor, expert1, expert2, expert3 } = actors;

describe('a request for changes', () => {
  const points = 'Name the units.\r\n\r\nRow 12: which sex?';

  test.each([
    ['en', 'Name at least one change.', 'You have entered changes, but a vote does not send them.'],
    ['de', 'Nennen Sie mindestens eine Änderung.', 'mit einer Stimme werden sie nicht gesendet'],
  ] as const)('is refused without points, and no vote swallows them, in %s', async (language, missing, unsent) => {
    const { id } = await addUploadAt(api, 'submitted');
    const address = `${votePage(id)}?panel=1`;
    const first = openedOf((await read(expert1, votePage(id), language)).html);
    const blank = voteFields(expert1, { intent: 'changes', points: ' ', opened: first });
    const empty = await post(expert1, address, blank, language);
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining(missing)]);
    expect(areaOf(empty.html, 'vote-1-note')).toBe('Fine.');
    const opened = openedOf(empty.html);
    const voted = await post(expert1, address, voteFields(expert1, { points, opened }), language);
    expect([voted.status, voted.text]).toEqual([400, expect.stringContaining(unsent)]);
    expect(areaOf(voted.html, 'vote-1-points')).toContain('Row 12: which sex?');
    const undeclared = voteFields(expert1, { intent: 'changes', points, isImpartial: '', opened });
    const refused = await post(expert1, address, undeclared, language);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('href="#vote-1-isImpartial"')]);
    expect(areaOf(refused.html, 'vote-1-points')).toContain('Row 12: which sex?');
  });

  test.each([
    ['en', 'The contributor was asked for changes and is working on them.', 'Before', 'Title'],
    ['de', 'Die beitragende Person wurde um Änderungen gebeten und arbeitet daran.', 'Vorher', 'Titel'],
  ] as const)(
    'waits for the contributor, then shows answers and changes, in %s',
    async (language, waits, before, field) => {
      const upload = await addUploadAt(api, 'submitted');
      const { id, title } = upload;
      const typed = voteFields(expert1, { intent: 'changes', points, 'criteria.tests': 'no', rating: '' });
      const sent = await post(expert1, `${votePage(id)}?panel=1`, typed, language);
      expect([sent.status, sent.location]).toEqual([303, votePage(id)]);
      for (const expert of [expert1, expert2, expert3]) {
        const waiting = await read(expert, votePage(id), language);
        expect([waiting.status, waiting.text]).toEqual([200, expect.stringContaining(waits)]);
        expect(waiting.text).toContain('Row 12: which sex?');
        expect(waiting.html).not.toContain('id="vote-1-rating"');
        expect(waiting.html).not.toContain(`href="/editorial-board/data/${id}`);
        expect(waiting.text).not.toMatch(/Voting Locked|Bearbeitung gesperrt/);
      }
      await call(contributor, '/api/metadata', { id: [id], metadata: completeMetadata(`${title}, with units`) });
      await call(contributor, `/api/fileupload/${id}/answers`, { answers: ['In the title.', 'Female.'] }, 'PUT');
      await call(contributor, `/api/submit/${id}`);
      const { html, text } = await read(expert1, votePage(id), language);
      for (const shown of ['In the title.', 'Female.', `${title}, with units`, before, field]) {
        expect(text).toContain(shown);
      }
      // What was entered beside the points is in the form of the vote that follows.
      expect(isChecked(html, 'vote-1-tests-no')).toBe(true);
      expect(areaOf(html, 'vote-1-note')).toBe('Fine.');
      expect(areaOf(html, 'vote-1-points')).toBe('');
    },
  );

  test('is not offered to an expert who has voted', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    expect((await read(expert1, votePage(id))).html).toContain('value="changes"');
    await castVote(api, expert1, id);
    const { html } = await read(expert1, votePage(id));
    expect(html).toContain('id="vote-1-rating"');
    expect(html).not.toMatch(/value="changes"|id="vote-1-points"/);
  });

  test('that comes second is shown for copying, and takes no panel', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    await call(expert2, `/api/editorial/${id}/changes`, { panel: 2, points: ['First.'], isImpartial: true });
    const second = await post(expert1, `${votePage(id)}?panel=1`, voteFields(expert1, { intent: 'changes', points }));
    expect([second.status, second.text]).toEqual([403, expect.stringContaining('Row 12: which sex?')]);
    expect((await listSeats(api.repository.db, [number])).map(({ panel }) => panel)).toEqual([2]);
  });

  test('for a panel that was taken in the meantime moves to the other one', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert2, id, { nr: 1 });
    const moved = await post(expert1, `${votePage(id)}?panel=1`, voteFields(expert1, { intent: 'changes', points }));
    expect(moved.status).toBe(409);
    expect(areaOf(moved.html, 'vote-2-points')).toContain('Row 12: which sex?');
    const again = await post(expert1, `${votePage(id)}?panel=2`, voteFields(expert1, { intent: 'changes', points }));
    expect(again.status).toBe(303);
  });
});
