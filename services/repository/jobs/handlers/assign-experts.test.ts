import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { chairRole, expertRole } from '@domain/roles';

import { completeMetadata, entry, withEntries } from '../../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, type ReadyUpload } from '../../../../tests/support/ready-uploads';
import { createTestApi, type TestApi } from '../../../../tests/support/test-api';
import type { Actor, RoleHolder } from '../../context/context';
import { listSeats } from '../../store/board';
import { expertProfiles, panelSeats } from '../../store/schema';
import { assignExperts } from './assign-experts';

const expert = (subject: string, name: string, roles = [expertRole]): Actor => ({
  subject,
  name,
  email: `${subject}@example.org`,
  roles,
});
const ada = expert('ada', 'Ada Abel');
const ben = expert('ben', 'Ben Berg');
const cai = expert('cai', 'Cai Carl');
const dan = expert('dan', 'Dan Dorn');
const chair = expert('xenia', 'Xenia Chair', [chairRole]);

const dayMs = 24 * 60 * 60 * 1000;
let clock = Date.parse('2026-03-02T09:00:00Z');
let api: TestApi;
let accounts: RoleHolder[];
let studies = 0;

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock), roleHolders: () => Promise.resolve(accounts) });
  const { jobs, mail, settings } = api.repository;
  settings.board.assignment = 'automatic';
  jobs.handle('register-doi', () => Promise.resolve());
  jobs.handle('send-mail', (data) => mail.send(data));
  jobs.handle('assign-experts', (data) => assignExperts(api.repository, data));
});
afterAll(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api?.close());

beforeEach(async () => {
  // Nobody has been asked lately.
  clock += 200 * dayMs;
  accounts = [ada, ben, cai, dan, chair];
  await api.repository.db.delete(expertProfiles);
});

async function submit(...changed: Parameters<typeof withEntries>[1][]): Promise<ReadyUpload> {
  studies += 1;
  const metadata = withEntries(completeMetadata(`Automatic assignment, part ${studies}`), ...changed);
  const upload = await addUploadAt(api, 'submitted', { metadata });
  await api.settle();
  return upload;
}

async function holders({ number }: ReadyUpload): Promise<string[]> {
  return (await listSeats(api.repository.db, [number])).map((seat) => seat.expert).sort();
}

async function profile(who: Actor, about: Partial<typeof expertProfiles.$inferInsert>): Promise<void> {
  await api.repository.db.insert(expertProfiles).values({ expert: who.subject, topics: [], ...about });
}

/** Recipients of the mails that contain a text, since the last call of it. */
function toldOf(text: string): string[] {
  return api.mails
    .splice(0)
    .filter(({ subject }) => subject.includes(text))
    .map(({ to }) => to.split('@')[0]!);
}

const decline = (who: Actor, { id }: ReadyUpload) =>
  ask(api, who, `/api/editorial/${id}/invitation`, { method: 'POST', body: { answer: 'decline', reason: '' } });

test('two experts are invited at once, each by a mail, and the chair hears nothing', async () => {
  api.mails.length = 0;
  const upload = await submit();
  expect(await holders(upload)).toEqual(['ada', 'ben']);
  expect(api.mails.filter(({ subject }) => subject.includes('needs experts'))).toEqual([]);
  expect(toldOf('you are invited').sort()).toEqual(['ada', 'ben']);
});

test('exactly two experts are enough, and the chair hears nothing', async () => {
  accounts = [ada, ben];
  api.mails.length = 0;
  expect(await holders(await submit())).toEqual(['ada', 'ben']);
  expect(toldOf('needs experts')).toEqual([]);
});

test('whoever was asked least comes first', async () => {
  for (const who of [ada, ben]) {
    const upload = await submit();
    await api.repository.db.delete(panelSeats);
    const seat = { upload: upload.number, panel: 1 as const, since: new Date(clock), dueAt: new Date(clock) };
    await api.repository.db.insert(panelSeats).values({ ...seat, expert: who.subject });
    expect(await holders(await submit())).toEqual(
      ['ada', 'ben', 'cai', 'dan'].filter((one) => one !== who.subject).slice(0, 2),
    );
    clock += 200 * dayMs;
  }
});

test('of experts who were asked equally often, those whose topics fit come first', async () => {
  await profile(dan, { topics: ['handgrip'] });
  await profile(cai, { topics: ['slj'] });
  expect(await holders(await submit())).toEqual(['cai', 'dan']);
});

test('left out is who contributed the submission or is named in it', async () => {
  const metadata = [entry(1, ['Abel||Ada', 'Beispiel||Jan']), entry(3.1, [ben.email], [0])];
  expect(await holders(await submit(...metadata))).toEqual(['cai', 'dan']);
});

test('left out is who is away today', async () => {
  const day = (shift: number) => new Date(clock + shift * dayMs).toISOString().slice(0, 10);
  await profile(ada, { awayFrom: day(-1), awayUntil: day(0) });
  await profile(ben, { awayFrom: day(0), awayUntil: null });
  await profile(cai, { awayFrom: day(1), awayUntil: day(9) });
  expect(await holders(await submit())).toEqual(['cai', 'dan']);
});

test('whoever declines is followed by the next, and is not asked again', async () => {
  const upload = await submit();
  expect((await decline(ada, upload)).status).toBe(200);
  await api.settle();
  expect(await holders(upload)).toEqual(['ben', 'cai']);
  await decline(ben, upload);
  await decline(cai, upload);
  await api.settle();
  expect(await holders(upload)).toEqual(['dan', 'xenia']);
});

test('when nobody is left, the chair is asked to find experts, unless the chair is named itself', async () => {
  accounts = [ada, chair];
  await submit(entry(1, ['Chair||Xenia', 'Beispiel||Jan']));
  expect(toldOf('needs experts')).toEqual([]);
  const upload = await submit();
  for (const who of [ada, chair]) await decline(who, upload);
  await api.settle();
  expect(await holders(upload)).toEqual([]);
  expect(toldOf('needs experts')).toContain('xenia');
});
