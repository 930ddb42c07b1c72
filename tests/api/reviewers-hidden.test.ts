import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { ProblemSchema } from '@domain/api/mapping';
import { EditorialRowSchema } from '@domain/api/editorial';
import { tableFormats } from '@domain/api/published-files';
import { chairRole, expertRole } from '@domain/roles';
import { assignExperts } from '../../services/repository/jobs/handlers/assign-experts';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { registerDoi } from '../../services/repository/jobs/handlers/register-doi';
import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { sendDueLetters } from '../../services/repository/upkeep/due-work';
import { completeMetadata } from '../fixtures/complete-metadata';
import { castVote } from '../support/editorial-calls';
import { plantedFiles, zipOf } from '../support/planted-files';
import { textInside } from '../support/read-inside';
import { ask } from '../support/ready-uploads';
import { mappingOf } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openUploadApi, type UploadApi } from '../support/upload-calls';
import { throwError } from '../support/throw-error';

/*
 * Who contributes a submission, or is named in it, never learns who reviews it. The reviewers have names that occur
 * nowhere else, and everything that such a person can read is searched for them, in every state of a submission.
 */

let api: UploadApi;
let web: TestWeb;

const person = (subject: string, name: string, role: string): Actor => ({
  subject,
  name,
  email: `${subject}@quillfeather.example`,
  roles: [role],
});
const first = person('zzalpha', 'Zzalpha Quillfeather', expertRole);
const second = person('zzbeta', 'Zzbeta Quillfeather', expertRole);
const declining = person('zzgamma', 'Zzgamma Quillfeather', expertRole);
const chair = person('zzdelta', 'Zzdelta Quillfeather', chairRole);
/** What nobody else is called. */
const reviewers = /zzalpha|zzbeta|zzgamma|zzdelta|quillfeather/i;
/** What the experts write before the decision. The contributor reads it afterwards, others do not. */
const unread = /note of the vote/;
const note = (of: string) => `This is the note of the vote ${of}.`;

/** An expert who contributes, and a member of the chair who is named. */
const owner: Actor = { ...actors.contributor, roles: [expertRole] };
const named: Actor = { ...actors.expert3, roles: [chairRole] };
const askers = { owner, named };

beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const { repository } = api;
  repository.jobs.handle('assign-experts', (data) => assignExperts(repository, data));
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  web = await createTestWeb(api);
  for (const one of [first, second, declining, chair, owner, named]) await recordPerson(repository.db, one, new Date());
});
beforeEach(() => void (api.repository.settings.board.letterByChair = false));
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const post = (actor: Actor, path: string, body?: unknown, method = 'POST') =>
  ask(api, actor, `/api/${path}`, { method, body });
async function must(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
}

let studies = 0;
/** A file of the owner that was read, mapped, checked, explained, described with `named` as contact, and submitted. */
async function submit(): Promise<string> {
  studies += 1;
  const rows = Array.from(
    { length: 30 },
    (_, i) => `s${studies}-${i};${i % 3 ? 'm' : 'f'};${20 + i};${i === 1 ? 119 : 40}`,
  );
  const id = await api.take({ name: 'study.csv', content: ['id;sex;age;grip', ...rows, ''].join('\n') });
  await must(
    post(owner, `mapping/raw/${id}/study`, mappingOf({ sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' })),
  );
  const found = await ask(api, owner, `/api/mapping/errors/${id}/study`);
  const problems = ProblemSchema.array().parse(await found.json());
  const comments = problems.flatMap((one) => (one.canOverride ? [{ id: one.id, comment: 'Measured twice.' }] : []));
  await must(post(owner, `mapping/override/${id}/study`, comments));
  const metadata = completeMetadata(`Grip of study ${studies}`).map((entry) =>
    entry.id === 3.1 ? { ...entry, values: [named.email] } : entry,
  );
  await must(post(owner, 'metadata', { id: [id], metadata }));
  await must(post(owner, `submit/${id}`));
  return id;
}

const vote = (actor: Actor, id: string, nr: 1 | 2, rating: 1 | 2, version = 0) =>
  must(castVote(api, actor, id, { nr, rating, version, note: note(String(nr)) }));
async function disagree(id: string, version = 0): Promise<void> {
  await vote(first, id, 1, 1, version);
  await vote(second, id, 2, 2, version);
}
const requestChanges = (id: string) =>
  must(post(first, `editorial/${id}/changes`, { panel: 1, points: ['Name the device.'], isImpartial: true }));
const answer = (id: string) => must(post(owner, `fileupload/${id}/answers`, { answers: ['A Jamar.'] }, 'PUT'));
async function agree(id: string, rating: 1 | 2): Promise<void> {
  await vote(first, id, 1, rating);
  await vote(second, id, 2, rating);
}

/** How a submission comes into each state. */
const states: Record<string, (id: string) => Promise<void>> = {
  invited: async (id) => {
    for (const [panel, { email }] of [declining, second].entries()) {
      await must(post(chair, `editorial/${id}/invitations`, { panel: panel + 1, email }));
    }
    await must(post(declining, `editorial/${id}/invitation`, { answer: 'decline', reason: 'No time.' }));
    await must(post(chair, `editorial/${id}/invitations`, { panel: 1, email: first.email }));
    await must(post(first, `editorial/${id}/invitation`, { answer: 'accept' }));
  },
  'voted once': (id) => vote(first, id, 1, 2),
  'handed over': async (id) => {
    await vote(first, id, 1, 2);
    await must(post(chair, `editorial/${id}/handover`, { panel: 1, reason: 'Somebody else takes it.' }));
    await vote(second, id, 1, 1);
  },
  tied: (id) => disagree(id),
  'with notes of everybody': async (id) => {
    await vote(first, id, 1, 1);
    for (const readers of ['contributor', 'chair'] as const) {
      await must(post(first, `editorial/${id}/notes`, { readers, text: 'Which device was it?' }));
    }
    await must(post(chair, `editorial/${id}/notes`, { readers: 'contributor', text: 'Please answer.' }));
    await must(post(owner, `fileupload/${id}/notes`, { text: 'A Jamar.' }));
  },
  'to be changed': requestChanges,
  'handed in again': async (id) => {
    await requestChanges(id);
    await answer(id);
    await must(post(owner, `submit/${id}`));
  },
  'withdrawn after a request': async (id) => {
    await requestChanges(id);
    await must(post(owner, `submit/${id}`, undefined, 'DELETE'));
  },
  rejected: (id) => agree(id, 2),
  reopened: async (id) => {
    await agree(id, 2);
    await must(post(chair, `editorial/${id}/reopening`, { reason: 'A mistake.' }));
  },
  'decided by the chair': async (id) => {
    await disagree(id);
    await disagree(id, 1);
    await must(post(chair, `editorial/${id}/decision`, { rating: 2, reason: 'The units are missing.' }));
  },
  'rejected with a letter that waits': async (id) => {
    api.repository.settings.board.letterByChair = true;
    await agree(id, 2);
  },
  'rejected with a letter by the chair': async (id) => {
    api.repository.settings.board.letterByChair = true;
    await agree(id, 2);
    await must(post(chair, `editorial/${id}/letter`, { text: 'Please name the units.' }, 'PUT'));
    await must(post(chair, `editorial/${id}/letter/sending`));
  },
  'accepted and published': (id) => agree(id, 1),
};
/** States in which the contributor reads the notes of the votes. */
const isTold = (state: string) =>
  ['rejected', 'decided by the chair', 'accepted and published', 'reopened'].includes(state);

/** Sends a request as somebody, to the API or to the web app. */
type Send = (actor: Actor, path: string) => Promise<Response>;
const toApi: Send = (actor, path) => ask(api, actor, path);
const toWeb: Send = async (actor, path) => web.ask(path, { cookie: await web.signIn(actor) });

/** Everything that an answer says: headers, text, and the files in it. */
async function wordsOf(response: Response): Promise<string> {
  const headers = JSON.stringify([...response.headers].filter(([name]) => name !== 'set-cookie'));
  return headers + (await textInside(Buffer.from(await response.arrayBuffer())));
}

/** Files of a data set. */
const fileNames = tableFormats.map((format) => `data.${format}`);

/** Paths of the API that read an upload or, if it has a number, a data set, and lists that may contain it. */
function apiPaths(id: string, nr: number | null): string[] {
  const lists = ['/api/fileupload/user', '/api/search', '/oai?verb=ListRecords&metadataPrefix=oai_dc'];
  const routes = api.api.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const filled = [...new Set(routes)]
    .filter((path) => path.includes(':id') || (path.includes(':nr') && nr !== null) || /^\/api\/editorial/.test(path))
    .flatMap((path) => (path.includes(':fileName') ? fileNames.map((name) => path.replace(/:fileName/, name)) : path))
    .map((path) =>
      path
        .replace(/:kind\{[^}]*\}/, 'raw')
        .replace(/:id/, id)
        .replace(/:table/, 'study')
        .replace(/:nr/, String(nr))
        .replace(/\/rows$/, '/rows?table=study'),
    )
    .filter((path) => !/[:{]/.test(path));
  return [...lists, ...filled];
}

/** Screens and files of the web app about an upload or its data set, and lists that may contain it. */
function webPaths(id: string, nr: number | null): string[] {
  const ofBoard = web.addresses.filter((path) => /^\/(editorial-board|file-upload|my-downloads)/.test(path));
  const ofDataSet = nr === null ? [] : [`/data-set/${nr}`];
  const filled = ofBoard.map((path) => path.replace(':id', id)).filter((path) => !path.includes(':'));
  return [...new Set(filled), ...ofDataSet];
}

/** Lists of everybody on the board, which are compared instead: they say the same, whoever reviews. */
const namesTheBoard = [/^\/api\/editorial\/experts$/, /^\/api\/editorial\/figures/, /^\/editorial-board\/figures/];

/** Where an answer to somebody names a reviewer, or contains a note that they may not read. */
async function findLeaks(send: Send, actor: Actor, paths: string[], mayReadNotes: boolean): Promise<string[]> {
  const leaks: string[] = [];
  for (const path of paths) {
    if (namesTheBoard.some((known) => known.test(path))) continue;
    const words = await wordsOf(await send(actor, path));
    const found = reviewers.exec(words) ?? (mayReadNotes ? null : unread.exec(words));
    if (found) leaks.push(`${path}: …${words.slice(Math.max(0, found.index - 60), found.index + 30)}…`);
  }
  return leaks;
}

describe.each(Object.keys(states))('of a submission that is %s', (state) => {
  let id: string;
  let nr: number | null;
  let mailsBefore: number;
  beforeAll(async () => {
    id = await submit();
    mailsBefore = api.mails.length;
    await states[state]!(id);
    await api.settle();
    await sendDueLetters(api.repository, throwError);
    const rows = EditorialRowSchema.array().parse(await (await ask(api, chair, '/api/editorial')).json());
    nr = rows.find((row) => row.id === id)?.nr ?? null;
    expect(nr === null).toBe(state !== 'accepted and published');
  });

  test.each(Object.keys(askers) as (keyof typeof askers)[])('no answer to the %s names a reviewer', async (name) => {
    const mayReadNotes = name === 'owner' && isTold(state);
    const ofApi = await findLeaks(toApi, askers[name], apiPaths(id, nr), mayReadNotes);
    const ofWeb = await findLeaks(toWeb, askers[name], webPaths(id, nr), mayReadNotes);
    expect([...ofApi, ...ofWeb]).toEqual([]);
  });

  test('no mail to them names a reviewer', () => {
    const told = Object.values(askers).map(({ email }) => email);
    const mails = api.mails.slice(mailsBefore).filter(({ to }) => told.includes(to));
    expect(mails.filter((mail) => reviewers.test(JSON.stringify(mail)))).toEqual([]);
    expect(mails.filter(({ to, text }) => to === named.email && text.includes(id))).toEqual([]);
  });
});

test('what is told about all members of the board is the same, whoever reviews what one is a party to', async () => {
  const told = async () => {
    const answers: unknown[] = [];
    for (const actor of Object.values(askers)) {
      answers.push(await (await ask(api, actor, '/api/editorial/experts')).json());
      const figures = await (await ask(api, actor, '/api/editorial/figures')).json();
      answers.push((figures as { experts: unknown }).experts);
    }
    return answers;
  };
  const id = await submit();
  const before = await told();
  await states.invited!(id);
  await vote(first, id, 1, 2);
  expect(await told()).toEqual(before);
  await vote(second, id, 2, 2);
  expect(await told()).toEqual(before);
});

test('whatever a party tries on the board is refused because they are a party, not because of who reviews', async () => {
  const id = await submit();
  await vote(first, id, 1, 2);
  const calls: [path: string, body: unknown, method?: string][] = [
    ['', { nr: 1, email: first.email, rating: 1 }],
    ['', { nr: 2, email: first.email, rating: 1 }],
    ['/changes', { panel: 1, points: ['Mine.'], isImpartial: true }],
    ['/changes', { panel: 2, points: ['Mine.'], isImpartial: true }],
    ...[first, second].map(({ email }): [string, unknown] => ['/invitations', { panel: 2, email }]),
    ['/invitation', { answer: 'decline' }],
    ...[1, 2].map((panel): [string, unknown] => ['/handover', { panel, reason: 'Away.', take: true }]),
    ['/decision', { rating: 1, reason: 'Mine.' }],
    ['/reopening', { reason: 'Mine.' }],
    ['/notes', { readers: 'expert', text: 'Who are you?' }],
    ['/notes', { readers: 'chair', text: 'Who are you?' }],
    ['/letter', { text: 'Mine.' }, 'PUT'],
    ['/letter/sending', {}],
  ];
  const codes = new Set<string>();
  for (const actor of [owner, { ...owner, roles: [chairRole] }, named]) {
    for (const [path, body, method] of calls) {
      const refused = await post(actor, `editorial/${id}${path}`, body, method);
      const text = await refused.text();
      expect(text).not.toMatch(reviewers);
      codes.add((JSON.parse(text) as { code: string }).code);
    }
  }
  expect([...codes].sort()).toEqual(['forbidden', 'vote-named', 'vote-own-upload']);
});

test('the search finds a name in any answer that contains one', async () => {
  const id = await submit();
  await vote(first, id, 1, 2);
  const paths = [...apiPaths(id, null), ...webPaths(id, null)].filter(
    (path) => !namesTheBoard.some((known) => known.test(path)),
  );
  expect(paths.length).toBeGreaterThan(60);
  for (const leaking of ['/api/editorial', `/api/fileupload/${id}/review`, `/file-upload/submit/${id}`]) {
    const send: Send = async (_actor, path) => {
      if (path === leaking) return Response.json({ expert: first.email });
      return Response.json({ status: 'Submitted' });
    };
    const leaks = await findLeaks(send, owner, paths, false);
    expect(leaks.map((leak) => leak.split(':')[0])).toEqual([leaking]);
  }
  for (const [name, bytes] of await plantedFiles(first.email)) {
    const send: Send = async () => new Response(new Uint8Array(await zipOf([[name, bytes]])));
    expect(await findLeaks(send, owner, ['/api/search/data/1/package'], false), name).toHaveLength(1);
  }
  // A member of the board who is no party to it does read them.
  expect(await findLeaks(toApi, chair, [`/api/editorial/${id}`], false)).toHaveLength(1);
});
