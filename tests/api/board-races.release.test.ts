import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Actor } from '../../services/repository/context/context';
import { listSeats } from '../../services/repository/store/board';
import { listVotes } from '../../services/repository/store/submissions';
import { race } from '../support/race';
import { addUploadAt, storedUpload } from '../support/ready-uploads';
import { actors } from '../support/test-api';
import { onPostgresql } from '../support/test-database';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openTwoServers, type TwoServers } from '../support/two-servers';

const pairs = 200;
const { expert1, expert2 } = actors;

/** Each expert on a server and a web app of their own, as in two processes. */
onPostgresql('two experts', () => {
  let two: TwoServers;
  let webs: TestWeb[];
  let cookies: string[];

  beforeAll(async () => {
    two = await openTwoServers();
    webs = await Promise.all(two.servers.map((server) => createTestWeb(server)));
    cookies = await Promise.all([expert1, expert2].map((expert, at) => webs[at]!.signIn(expert)));
  });
  afterAll(async () => {
    expect([...two.errors(), ...webs.flatMap((web) => web.serverErrors)]).toEqual([]);
    for (const web of webs) await web.close();
    await two.close();
  });

  async function vote(at: number, expert: Actor, id: string, note: string) {
    const fields = { intent: 'save', email: expert.email, isImpartial: 'on', rating: '1', note, version: '0' };
    const response = await webs[at]!.ask(`/editorial-board/vote/${id}?panel=1`, {
      method: 'POST',
      cookie: cookies[at],
      body: new URLSearchParams(fields),
    });
    return { status: response.status, html: await response.text() };
  }

  test(`of ${pairs} pairs in one panel at the same moment exactly one wins, and the other keeps the text`, async () => {
    const won = [0, 0];
    for (let round = 0; round < pairs; round += 1) {
      const { id, number } = await addUploadAt(two.servers[0], 'submitted');
      const notes = [`Words of the first, ${round}.`, `Words of the second, ${round}.`];
      const experts = [expert1, expert2];
      const answers = await race(experts.map((expert, at) => () => vote(at, expert, id, notes[at]!)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
      const winner = answers.findIndex(({ status }) => status === 303);
      won[winner]! += 1;
      const { html } = answers[1 - winner]!;
      const typed = [...html.matchAll(/<textarea[^>]*>([^<]*)<\/textarea>/g)].map(([, text]) => text!.trim());
      expect(typed).toContain(notes[1 - winner]);
      const { db } = two.servers[0].repository;
      const votes = await listVotes(db, [number]);
      expect(votes.map((one) => [one.panel, one.expert, one.note])).toEqual([
        [1, experts[winner]!.subject, notes[winner]],
      ]);
      expect(await listSeats(db, [number])).toHaveLength(1);
      expect((await storedUpload(two.servers[0], number)).upload.status).toBe('Submitted');
    }
    process.stdout.write(`${JSON.stringify({ pairs, won })}\n`);
  }, 900_000);
});
