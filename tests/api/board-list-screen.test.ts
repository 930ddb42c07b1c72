import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';
import { chairRole, expertRole } from '@domain/roles';

import { readListAddress } from '../../app/routes/editorial-board._index/list-address';
import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata, entry } from '../fixtures/complete-metadata';
import { mainOf, textOf } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { fillBoard } from '../support/fill-board';
import { addUploadAt, ask, type ReadyUpload } from '../support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let clock = Date.parse('2026-03-01T10:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

const { contributor, expert1, expert2, expert3 } = actors;
const chair = person('chair', 'chair', [chairRole]);
/** An expert who contributes. */
const owner = person('owner', 'owner', [expertRole]);

/** Submissions of `owner` by how far they are; `expert1` and `expert2` hold the panels that are taken. */
const cases: Record<'free' | 'invited' | 'once' | 'tied' | 'changes' | 'accepted' | 'rejected', ReadyUpload> =
  {} as never;

const inBothLanguages = [
  ...completeMetadata('Endurance at school'),
  entry(fieldIds.translatedTitle, ['Ausdauer in der Schule'], [0]),
];

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  web = await createTestWeb(api);
  const { jobs, db, now } = api.repository;
  for (const one of [expert1, expert2, expert3, chair, owner]) await recordPerson(db, one, now());
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    jobs.handle(name, () => Promise.resolve());
  }
  for (const name of ['free', 'invited', 'once', 'tied', 'changes', 'accepted', 'rejected'] as const) {
    clock += 1000;
    const metadata = name === 'free' ? inBothLanguages : undefined;
    cases[name] = await addUploadAt(api, 'submitted', { owner, metadata });
  }
  const { invited, once, tied, changes, accepted, rejected } = cases;
  const post = (who: Actor, path: string, body: unknown) =>
    ask(api, who, `/api/editorial/${path}`, { method: 'POST', body });
  for (const [panel, { email }] of [expert1, expert2].entries()) {
    await post(chair, `${invited.id}/invitations`, { panel: panel + 1, email });
  }
  await castVote(api, expert1, once.id, { rating: 1 });
  await vote(tied, 1, 2);
  await post(expert1, `${changes.id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true });
  await vote(accepted, 1, 1);
  await vote(rejected, 2, 2);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

async function vote({ id }: ReadyUpload, one: 1 | 2, two: 1 | 2): Promise<void> {
  expect((await castVote(api, expert1, id, { rating: one })).status).toBe(200);
  expect((await castVote(api, expert2, id, { nr: 2, rating: two })).status).toBe(200);
}

async function open(who: Actor, path: string, language: 'en' | 'de' = 'en') {
  const response = await web.ask(path, { cookie: await web.signIn(who, language) });
  const html = await response.text();
  const main = mainOf(html);
  return { status: response.status, html, main, text: textOf(main), rows: rowsOf(main) };
}

const headOf = (html: string) => textOf(/<header[^]*<\/header>/.exec(html)?.[0] ?? '');

/** Texts of the rows of the table by the names of their files. */
function rowsOf(main: string): Map<string, string> {
  const rows = [...main.matchAll(/<tr>[^]*?<\/tr>/g)].map(([row]) => row);
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const file = /abbr="([^"]+)"/.exec(row)?.[1];
      return file ? [[file, textOf(row)]] : [];
    }),
  );
}

const fileOf = ({ number }: ReadyUpload) => `adults-${number}.csv`;
const filesOf = (...uploads: ReadyUpload[]) => uploads.map(fileOf).sort();
const listed = async (who: Actor, query: string) =>
  [...(await open(who, `/editorial-board?${query}`)).rows.keys()].sort();

describe('the navigation', () => {
  test.each([
    ['en', 'Show', ['All', 'Waits for me', 'Waits for others', 'Overdue', 'Decided']],
    ['de', 'Anzeigen', ['Alle', 'Wartet auf mich', 'Wartet auf andere', 'Überfällig', 'Entschieden']],
  ] as const)('links to each part of the list with its number, in %s', async (language, label, names) => {
    const { main } = await open(expert1, '/editorial-board', language);
    const nav = new RegExp(`<nav aria-label="${label}"[^]*?</nav>`).exec(main)?.[0] ?? '';
    expect([...nav.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, name]) => name)).toEqual(names);
    expect([...nav.matchAll(/class="count">(\d+)/g)].map(([, count]) => Number(count))).toEqual([7, 3, 2, 0, 2]);
    expect(nav).toMatch(new RegExp(`aria-current="page"[^>]*>${names[0]}<`));
  });

  test('what waits for whom', async () => {
    const { free, invited, once, tied, changes, accepted, rejected } = cases;
    expect(await listed(expert1, 'show=mine')).toEqual(filesOf(free, invited, tied));
    expect(await listed(expert1, 'show=others')).toEqual(filesOf(once, changes));
    expect(await listed(expert2, 'show=mine')).toEqual(filesOf(free, invited, once, tied));
    expect(await listed(expert3, 'show=mine')).toEqual(filesOf(free, once));
    expect(await listed(expert1, 'show=decided')).toEqual(filesOf(accepted, rejected));
    expect(await listed(owner, 'show=mine')).toEqual([]);
    expect(await listed(owner, 'show=others')).toEqual([]);
  });

  test('an overdue vote is listed and said in words', async () => {
    clock += 31 * dayMs;
    const { free, invited, once, tied, changes } = cases;
    expect(await listed(expert3, 'show=overdue')).toEqual(filesOf(free, invited, once, tied, changes));
    const { rows } = await open(expert3, '/editorial-board?show=overdue&sort=due');
    expect(rows.get(fileOf(cases.invited))).toContain('2026-03-31 overdue');
    clock -= 31 * dayMs;
  });

  test.each([
    ['en', 'Nothing waits for you at the moment.', 'No submission fits your choice.'],
    ['de', 'Im Moment wartet nichts auf Sie.', 'Keine Einreichung passt zu Ihrer Auswahl.'],
  ] as const)('an empty part says so, in %s', async (language, nothing, narrowed) => {
    const empty = await open(owner, '/editorial-board?show=mine', language);
    expect(empty.text).toContain(nothing);
    expect(empty.main).not.toContain('<table');
    expect((await open(owner, '/editorial-board?show=mine&kind=agg', language)).text).toContain(narrowed);
  });
});

describe('a row', () => {
  test('has the title of the study in both languages, each with its own', async () => {
    const { main } = await open(expert1, '/editorial-board', 'de');
    const [own, other] = [
      '<span lang="en">Endurance at school</span>',
      '<span lang="de">Ausdauer in der Schule</span>',
    ];
    expect(main).toContain(`${own}</a><p class="other-title">${other}</p>`);
    const glance = await open(expert1, `/editorial-board/vote/${cases.free.id}`, 'de');
    expect(glance.main).toContain(`<p>${other}</p><p class="other-title">${own}</p>`);
  });

  test.each([
    [
      'en',
      {
        free: ['C nobody yet', 'Vote on'],
        invited: ['C you are invited', 'C invited', 'Vote on'],
        once: ['C you have voted', 'C nobody yet', 'Vote on'],
        tied: ['Pending', '(votes disagree)', 'accept', 'reject', 'Vote on'],
        changes: ['Pending', '(changes requested)', 'C your vote is missing', 'View'],
        accepted: ['Accepted', 'C agreed', 'View'],
        rejected: ['Rejected', 'C agreed'],
      },
    ],
    [
      'de',
      {
        free: ['C noch niemand', 'Abstimmen über'],
        invited: ['C Sie sind eingeladen', 'C eingeladen', 'Abstimmen über'],
        once: ['C Sie haben abgestimmt', 'C noch niemand'],
        tied: ['In Bearbeitung', '(Stimmen weichen ab)', 'annehmen', 'ablehnen', 'Abstimmen über'],
        changes: ['In Bearbeitung', '(Änderungen angefordert)', 'C Ihre Stimme fehlt', 'Ansehen'],
        accepted: ['Angenommen', 'C einig', 'Ansehen'],
        rejected: ['Abgelehnt', 'C einig'],
      },
    ],
  ] as const)('says in words how far each panel is and what may be done, in %s', async (language, expected) => {
    const { rows } = await open(expert1, '/editorial-board', language);
    for (const [name, words] of Object.entries(expected)) {
      const row = rows.get(fileOf(cases[name as keyof typeof cases]));
      for (const word of words) expect([name, row]).toEqual([name, expect.stringContaining(word)]);
      if (!words.some((word: string) => /^(Vote|Abstimmen)/.test(word)) && name !== 'once') {
        expect([name, row]).toEqual([name, expect.not.stringMatching(/Vote on|Abstimmen über/)]);
      }
    }
  });

  test('a third expert is offered no vote where both panels are taken', async () => {
    const { rows } = await open(expert3, '/editorial-board');
    expect(rows.get(fileOf(cases.invited))).toContain('View');
    expect(rows.get(fileOf(cases.tied))).not.toContain('Vote on');
    expect(rows.get(fileOf(cases.free))).toContain('Vote on');
  });

  test('the chair is led to what only the chair does', async () => {
    expect((await open(chair, '/editorial-board')).rows.get(fileOf(cases.free))).toContain('Invite experts');
    clock += 31 * dayMs;
    const { rows } = await open(chair, '/editorial-board?show=mine', 'de');
    expect(rows.get(fileOf(cases.tied))).toContain('Entscheiden');
    clock -= 31 * dayMs;
  });

  test('an own submission shows neither experts nor votes', async () => {
    const { rows, text } = await open(owner, '/editorial-board');
    expect(rows.size).toBe(7);
    for (const row of rows.values()) expect(row).toContain('Yours: follow the review');
    expect(text).not.toMatch(/expert\d@|has voted|no vote yet|agreed|nobody yet|(accept|reject)\b/);
  });
});

describe('the address', () => {
  test('keeps part, filter and order in every link', async () => {
    const { main } = await open(expert1, '/editorial-board?show=mine&kind=raw&q=adults&sort=-file');
    for (const link of [
      '/editorial-board?show=others&amp;kind=raw&amp;q=adults&amp;sort=-file',
      '/editorial-board?show=mine&amp;kind=raw&amp;q=adults&amp;sort=e1',
      '/editorial-board?show=mine&amp;kind=raw&amp;q=adults&amp;sort=file',
      '/editorial-board?show=mine&amp;sort=-file',
    ]) {
      expect(main).toContain(`href="${link}"`);
    }
    expect(main).toMatch(/<input type="hidden" name="show" value="mine"\/>/);
    expect(main).toMatch(/<option value="raw" selected="">/);
    expect(main).toMatch(/<input[^>]*name="q"[^>]*value="adults"/);
    expect([...main.matchAll(/aria-sort="(\w+)"/g)].map(([, sort]) => sort)).toEqual(['descending']);
  });

  test('values that are not valid are ignored', () => {
    const address = new URLSearchParams('show=x&status=Uploaded&kind=sav&sort=--n&page=-1&q=%20&expert=a@b.org');
    expect(readListAddress(address)).toEqual({ show: 'all', sort: '-date', expert: 'a@b.org' });
  });

  test.each(['test=slj', 'test=handgrip.left', 'status=Pending&expert=expert1@example.org'])(
    'fields show what the address asks for: %s',
    async (query) => {
      const { main, status } = await open(expert1, `/editorial-board?${query}`);
      expect(status).toBe(200);
      for (const value of new URLSearchParams(query).values()) expect(main).toMatch(new RegExp(`value="${value}"`));
    },
  );
});

describe('many submissions', () => {
  beforeAll(async () => {
    const submittedAt = new Date(clock - dayMs);
    const one = {
      owner: contributor,
      status: 'Submitted',
      kind: 'agg',
      contact: 'x@example.org',
      nr: null,
      n: 10,
    } as const;
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...one,
      title: `Many ${index}`,
      submittedAt,
      tie: { rounds: 0, at: null },
      seats: [],
      keys: ['handgrip'],
    }));
    await fillBoard(api.repository.db, many, 1001);
  });

  test('stand on pages of 50, and the navigation keeps the rest of the address', async () => {
    const { main, rows, text } = await open(expert1, '/editorial-board?kind=agg&page=3');
    expect(rows.size).toBe(20);
    expect(text).toContain('Page 3 of 3');
    expect(main).toMatch(/<nav aria-label="Pages"[^]*href="\/editorial-board\?kind=agg&amp;page=2"/);
    expect((await open(expert1, '/editorial-board?kind=agg&page=99', 'de')).text).toContain('Seite 3 von 3');
  });

  test('the menu says on every page how many wait', async () => {
    const { html } = await open(expert1, '/', 'de');
    expect(headOf(html)).toContain('EBoard 123 Aufgaben warten auf Sie');
    expect(headOf((await open(owner, '/')).html)).toContain('EBoard 120 tasks wait for you');
    expect(headOf((await open(contributor, '/')).html)).not.toMatch(/EBoard|wait/);
  });
});
