import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { expertRole } from '@domain/roles';
import type { UploadStatus } from '@domain/upload-status';
import type { Actor } from '../../services/repository/context/context';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { ask } from '../support/ready-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { addDocument, openUploadApi, smallTable, type UploadApi } from '../support/upload-calls';
import { files, sourceColumns, sourceTables, studies, uploads } from '../../services/repository/store/schema';

let api: UploadApi;
let web: TestWeb;
beforeAll(async () => {
  api = await openUploadApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const { other, expert1, expert3: named } = actors;
/** A contributor who is also an expert. */
const owner: Actor = { ...actors.contributor, roles: [expertRole] };
const askers = { owner, other, expert: expert1, named };
type Asker = keyof typeof askers;

/** Paths about an upload that do not reveal its file. */
const openPaths = ['/api/fileupload/:id/state', '/api/metadata/:id', '/api/metadata/schema/:id'];
/** Paths that only the contributor may use, whatever the status. */
const ownPaths = [
  '/api/fileupload/:id/review',
  '/api/fileupload/:id/correction',
  '/api/fileupload/:id/embargo',
  '/api/fileupload/:id/private-links',
  '/api/fileupload/:id/history',
  '/api/fileupload/:id/licence-answers',
  '/api/fileupload/:id/metadata-corrections',
  '/api/fileupload/:id/notes',
  '/api/fileupload/:id/withdrawal',
  '/api/fileupload/:id/members',
  '/api/mapping/:kind/:id/:table/suggestions',
  '/api/metadata/:id/uploads',
  '/api/metadata/:id/data-facts',
  '/api/submit/:id',
];
/** Paths with their own rules, tested in services/repository/api/review-standing.test.ts. */
const boardPaths = [
  '/api/editorial/:id',
  '/api/editorial/:id/correction',
  '/api/editorial/:id/embargo',
  '/api/editorial/:id/glance',
  '/api/editorial/:id/history',
  '/api/editorial/:id/letter',
  '/api/editorial/:id/notes',
  '/api/editorial/:id/withdrawal',
  '/api/editorial/:id/owner',
];

/** All other API paths that read an upload: the file, its rows, and everything derived from them. */
function listFilePaths(): string[] {
  const reading = api.api.routes.flatMap(({ method, path }) => {
    const isOfUpload = method === 'GET' && /^\/api\/(?!search\/).*:id\b/.test(path);
    return isOfUpload ? [path.replaceAll(/(:\w+)\{[^/]*\}/g, '$1')] : [];
  });
  const others = [...openPaths, ...ownPaths, ...boardPaths];
  expect(others.filter((path) => !reading.includes(path))).toEqual([]);
  return [...new Set(reading)].filter((path) => !others.includes(path));
}

const addressOf = (path: string, id: string) =>
  path.replace(':kind', 'raw').replace(':id', id).replace(':table', 'grip').replace(':document', document);

const isIn = (status: number) => ![401, 403, 404].includes(status) && status < 500;

/** A document of the last upload. */
let document = '';

/** An upload with a document and one mapped and checked table, set to a status. */
async function uploadIn(status: UploadStatus): Promise<string> {
  const id = await api.take(smallTable());
  document = await addDocument(api, id);
  const number = Number.parseInt(id, 10);
  const { db, now } = api.repository;
  const [row] = await db
    .update(uploads)
    .set({ status, submittedAt: now() })
    .where(eq(uploads.number, number))
    .returning();
  const metadata = withEntries(completeMetadata(`Fitness ${id}`), entry(3.1, [named.email], [0]));
  await db
    .update(studies)
    .set({ metadata })
    .where(eq(studies.id, row?.study ?? 0));
  const [file] = await db.select().from(files).where(eq(files.upload, number));
  const [read] = await db
    .update(sourceTables)
    .set({ checkState: 'ready' })
    .where(eq(sourceTables.file, file?.id ?? ''))
    .returning();
  await db
    .update(sourceColumns)
    .set({ targetKey: 'handgrip', targetUnit: 'kg' })
    .where(and(eq(sourceColumns.table, read?.id ?? 0), eq(sourceColumns.name, 'grip')));
  return id;
}

/** Expected access to the file and to what does not reveal it, by status and caller. */
const table: [UploadStatus, Record<Asker, 'in' | 403 | 404>, Record<Asker, 'in' | 403 | 404>][] = [
  [
    'Uploaded',
    { owner: 'in', other: 404, expert: 404, named: 404 },
    { owner: 'in', other: 404, expert: 404, named: 404 },
  ],
  [
    'Submitted',
    { owner: 'in', other: 404, expert: 'in', named: 403 },
    { owner: 'in', other: 404, expert: 'in', named: 'in' },
  ],
  [
    'Pending',
    { owner: 'in', other: 404, expert: 'in', named: 403 },
    { owner: 'in', other: 404, expert: 'in', named: 'in' },
  ],
  [
    'Accepted',
    { owner: 'in', other: 404, expert: 403, named: 403 },
    { owner: 'in', other: 404, expert: 'in', named: 'in' },
  ],
  [
    'Rejected',
    { owner: 'in', other: 404, expert: 403, named: 403 },
    { owner: 'in', other: 404, expert: 'in', named: 'in' },
  ],
];

test.each(table)('an upload that is %s can be read on every path as the table says', async (status, file, rest) => {
  const id = await uploadIn(status);
  const wrong: string[] = [];
  const filePaths = listFilePaths();
  expect(filePaths.length).toBeGreaterThan(10);
  for (const [asker, actor] of Object.entries(askers) as [Asker, Actor][]) {
    for (const [paths, expected] of [
      [filePaths, file[asker]],
      [openPaths, rest[asker]],
      [ownPaths, asker === 'owner' ? 'in' : 404],
    ] as const) {
      for (const path of paths) {
        const response = await ask(api, actor, addressOf(path, id));
        if (expected === 'in' ? !isIn(response.status) : response.status !== expected)
          wrong.push(`${asker} ${path}: ${response.status}, not ${expected}`);
        await response.body?.cancel();
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** Screens and files for contributors; below, their counterparts for the board. */
const ownScreens = [
  'data',
  'rows',
  'check',
  'preview',
  'meta',
  'submit',
  'correct',
  'original',
  'problems',
  'delete',
  'revise',
  'withdraw',
];
const boardScreens = ['data', 'rows', 'check', 'preview', 'meta', 'original'];

async function statusesOf(actor: Actor, folder: string, names: string[], id: string) {
  const cookie = await web.signIn(actor);
  const statuses: [string, number][] = [];
  for (const name of names) {
    const response = await web.ask(`/${folder}/${name}/${id}`, { cookie });
    statuses.push([name, response.status]);
    await response.body?.cancel();
  }
  return statuses;
}

test.each(['Submitted', 'Accepted'] as const)(
  "for others' uploads that are %s, experts cannot open the screens and files of contributors",
  async (status) => {
    const id = await uploadIn(status);
    const all404 = ownScreens.map((name) => [name, 404]);
    expect(await statusesOf(expert1, 'file-upload', ownScreens, id)).toEqual(all404);
    expect(await statusesOf(named, 'file-upload', ownScreens, id)).toEqual(all404);
  },
);

test('experts reach a submission and its original on the screens of the board while they review it', async () => {
  const id = await uploadIn('Submitted');
  expect(await statusesOf(expert1, 'editorial-board', boardScreens, id)).toEqual(
    boardScreens.map((name) => [name, 200]),
  );
  const closed = (name: string) => [name, name === 'meta' ? 200 : 403];
  expect(await statusesOf(named, 'editorial-board', boardScreens, id)).toEqual(boardScreens.map(closed));
  const decided = await uploadIn('Accepted');
  expect(await statusesOf(expert1, 'editorial-board', boardScreens, decided)).toEqual(boardScreens.map(closed));
});

test('the screens of the board redirect experts from their own submission to its review', async () => {
  const id = await uploadIn('Submitted');
  const cookie = await web.signIn(owner);
  for (const name of boardScreens) {
    const response = await web.ask(`/editorial-board/${name}/${id}`, { cookie });
    expect([name, response.status, response.headers.get('Location')]).toEqual([name, 302, `/file-upload/submit/${id}`]);
  }
});

test.each([
  ['en', 'You can view the content of this file only while you review it.'],
  ['de', 'Den Inhalt dieser Datei können Sie nur ansehen, solange Sie sie begutachten.'],
] as const)('the refusal of an original says why, in %s', async (language, message) => {
  const id = await uploadIn('Accepted');
  const cookie = await web.signIn(expert1, language);
  for (const name of ['original', 'rows']) {
    const response = await web.ask(`/editorial-board/${name}/${id}`, { cookie });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(message)]);
  }
});

test.each([
  ['en', 'You are named in this submission', 'You cannot vote on your own upload.'],
  [
    'de',
    'Sie sind in dieser Einreichung als Autor:in, Kontaktperson oder Mitwirkende:r genannt',
    'Über Ihren eigenen Upload können Sie nicht abstimmen.',
  ],
] as const)('the vote page explains to a party why there is no form, in %s', async (language, toNamed, toOwner) => {
  const id = await uploadIn('Submitted');
  for (const [actor, message] of [
    [named, toNamed],
    [owner, toOwner],
  ] as const) {
    const cookie = await web.signIn(actor, language);
    const response = await web.ask(`/editorial-board/vote/${id}`, { cookie });
    const html = await response.text();
    expect([response.status, html]).toEqual([200, expect.stringContaining(message)]);
    expect(html).not.toMatch(/id="vote-\d|class="vote-panel"/);
  }
});
