import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { EditorialRowSchema, EditorialUploadSchema } from '@domain/api/editorial';
import type { MetadataEntry } from '@domain/api/metadata';
import { expertRole } from '@domain/roles';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote, openVote, viewPanels } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { listAskedExperts, recordPerson } from '../store/people';
import type { Actor } from '../context/context';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { repository } = api;
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  repository.jobs.handle('register-doi', () => Promise.resolve());
  repository.jobs.handle('publish-upload', () => Promise.resolve());
  for (const expert of [expert1, expert2]) await recordPerson(repository.db, expert, repository.now());
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const { expert1, expert2, expert3 } = actors;

let titles = 0;
function metadataWith(...changed: MetadataEntry[]): MetadataEntry[] {
  titles += 1;
  return withEntries(completeMetadata(`Standing of experts, part ${titles}`), ...changed);
}

async function rowFor(actor: Actor, id: string) {
  const rows = await (await ask(api, actor, '/api/editorial')).json();
  return z
    .array(EditorialRowSchema)
    .parse(rows)
    .find((row) => row.id === id);
}

async function vote(id: string, ratings: [1 | 2, 1 | 2]) {
  expect((await castVote(api, expert1, id, { rating: ratings[0], note: 'a secret note' })).status).toBe(200);
  const second = { nr: 2, rating: ratings[1], note: 'another secret' } as const;
  expect((await castVote(api, expert2, id, second)).status).toBe(200);
}

/** Parts of a vote that only the board may read. */
const ofVotes = /expert[12]@|Erika|Emil|secret|"rating"|"note"|"version"/;

describe("an expert's own submission", () => {
  const author: Actor = { ...actors.contributor, subject: 'author', email: 'author@example.org', roles: [expertRole] };

  test.each([
    ['with one vote', null],
    ['when the votes disagree', [1, 2]],
    ['when it is accepted', [1, 1]],
    ['when it is rejected', [2, 2]],
  ] as const)('reveals nothing of a vote %s, on no path of the board', async (_, ratings) => {
    const { id } = await addUploadAt(api, 'submitted', { owner: author });
    if (ratings) await vote(id, [...ratings]);
    else await castVote(api, expert1, id, { note: 'a secret note' });

    const opened = await openVote(api, author, id);
    const openedText = await opened.text();
    expect([opened.status, JSON.parse(openedText)]).toMatchObject([
      403,
      { code: 'vote-own-upload', title: 'You cannot vote on your own upload.', votes: [] },
    ]);
    expect(openedText).not.toMatch(ofVotes);

    for (const nr of [1, 2] as const) {
      const posted = await castVote(api, author, id, { nr, version: 1 });
      const text = await posted.text();
      expect([posted.status, JSON.parse(text)]).toMatchObject([403, { code: 'vote-own-upload' }]);
      expect(text).not.toMatch(ofVotes);
    }
    expect(await rowFor(author, id)).toMatchObject({ standing: 'own', e1: 'C', e2: 'C' });
    expect(await rowFor(expert3, id)).toMatchObject({ standing: 'board' });
  });
});

describe('an expert who is named in a submission', () => {
  const inContact = () => metadataWith(entry(3.1, [' Expert3@Example.org '], [0]));
  const inAuthors = () => metadataWith(entry(1.1, ['0000-0002-1825-0097'], [1]));
  const withOrcid: Actor = { ...expert3, orcid: '0000-0002-1825-0097' };

  test.each([
    ['as contact, by e-mail', inContact, expert3],
    ['as author, by ORCID', inAuthors, withOrcid],
  ] as const)('%s: cannot vote or read the votes', async (_, metadata, named) => {
    const { id } = await addUploadAt(api, 'submitted', { metadata: metadata() });
    await castVote(api, expert1, id, { rating: 2, note: 'a secret note' });
    const messages = [
      [
        'en',
        'You are named in this submission as author, contact person or contributor, so you cannot vote on it. If it is somebody else with your name, the chair can find another expert.',
      ],
      [
        'de',
        'Sie sind in dieser Einreichung als Autor:in, Kontaktperson oder Mitwirkende:r genannt; deshalb können Sie nicht darüber abstimmen. Ist es jemand anderes mit Ihrem Namen, kann die Leitung jemand anderen einladen.',
      ],
    ] as const;
    for (const [language, message] of messages) {
      const opened = await ask(api, named, `/api/editorial/${id}`, { language });
      const text = await opened.text();
      expect([opened.status, JSON.parse(text)]).toMatchObject([
        403,
        { code: 'vote-named', title: message, votes: [], upload: { id, standing: 'named' } },
      ]);
      expect(text).not.toMatch(ofVotes);
      const posted = await castVote(api, named, id, { nr: 2 }, language);
      const postedText = await posted.text();
      expect([posted.status, JSON.parse(postedText)]).toMatchObject([403, { code: 'vote-named', title: message }]);
      expect(postedText).not.toMatch(ofVotes);
    }
    expect((await castVote(api, expert2, id, { nr: 2, rating: 1 })).status).toBe(200);
    expect(await rowFor(named, id)).toMatchObject({ status: 'Pending', standing: 'named', e1: 'C', e2: 'C' });
    expect(await rowFor(expert1, id)).toMatchObject({ standing: 'board', e1: 2, e2: 1 });
  });

  test.each([
    ['e-mail', inContact, { email: 'expert3@example.org' }],
    ['ORCID', inAuthors, { orcid: '0000-0002-1825-0097' }],
  ] as const)('stays named after the account got another %s', async (_, metadata, former) => {
    const account: Actor = { ...expert3, subject: 'renamed', email: 'edda@example.org', orcid: '' };
    const { id } = await addUploadAt(api, 'submitted', { metadata: metadata() });
    expect((await openVote(api, { ...account, ...former }, id)).status).toBe(403);
    const opened = await openVote(api, { ...account, email: 'edda.neu@example.org' }, id);
    expect([opened.status, await opened.json()]).toMatchObject([403, { code: 'vote-named' }]);
    expect((await castVote(api, { ...account, orcid: '0000-0001-5109-3700' }, id)).status).toBe(403);
  });

  test('is recognised by the mailbox, ignoring what follows a plus sign', async () => {
    const { id } = await addUploadAt(api, 'submitted', {
      metadata: metadataWith(entry(3.1, ['expert3+motorik@example.org'], [0])),
    });
    expect((await openVote(api, expert3, id)).status).toBe(403);
  });

  test('gets no mail that asks for a vote, and is not among the experts who were asked', async () => {
    await recordPerson(api.repository.db, withOrcid, api.repository.now());
    for (const metadata of [inContact(), inAuthors()]) {
      const { number } = await addUploadAt(api, 'submitted', { metadata });
      await api.settle();
      const title = metadata.find(({ id }) => id === 2)?.values[0] ?? '';
      const asked = api.mails.filter(({ subject, text }) => text.includes(title) && /vote/i.test(subject));
      const addresses = asked.map(({ to }) => to);
      expect(addresses).toEqual(expect.arrayContaining([expert1.email, expert2.email]));
      expect(addresses).not.toContain(expert3.email);
      const people = await listAskedExperts(api.repository.db, number);
      expect(people.map(({ subject }) => subject)).not.toContain('expert3');
    }
  });

  test.each([
    ['as author', [entry(1, ['Expert||Edda', 'Beispiel||Jan']), entry(1.1, [])]],
    ['as contact', [entry(3, ['Expert||Edda'])]],
    ['as contributor', [entry(4, ['Beispiel||Jan', 'Expert||Edda']), entry(4.1, ['Supervisor', 'Other'], [0, 1])]],
  ])('only by name, %s: cannot vote either', async (_, changed) => {
    const namesake: Actor = { ...expert3, subject: 'namesake', name: 'Dr. Edda EXPERT', email: 'namesake@example.org' };
    const { id } = await addUploadAt(api, 'submitted', { metadata: metadataWith(...changed) });
    const opened = await openVote(api, namesake, id);
    expect([opened.status, await opened.json()]).toMatchObject([403, { code: 'vote-named', votes: [] }]);
    expect((await castVote(api, namesake, id)).status).toBe(403);
  });

  test('only by the name of an author with another ORCID: may vote', async () => {
    const namesake: Actor = {
      ...expert3,
      subject: 'other-namesake',
      orcid: '0000-0001-5109-3700',
      email: 'x@example.org',
    };
    const metadata = metadataWith(entry(1, ['Expert||Edda', 'Beispiel||Jan']));
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    expect((await viewPanels(api, namesake, id)).one.editable).toBe(true);
    expect((await castVote(api, namesake, id)).status).toBe(200);
  });

  test('starts no vote by opening the submission', async () => {
    const { id } = await addUploadAt(api, 'submitted', { metadata: inContact() });
    await openVote(api, expert3, id);
    const answer = EditorialUploadSchema.parse(await (await openVote(api, expert1, id)).json());
    expect(answer.votes.map(({ editable }) => editable)).toEqual([true, true]);
  });
});
