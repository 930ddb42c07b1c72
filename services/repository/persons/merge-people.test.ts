import { afterAll, beforeAll, expect, test } from 'vitest';

import { addUploadAt } from '../../../tests/support/ready-uploads';
import { invite } from '../../../tests/support/member-calls';
import { createTestApi, type TestApi } from '../../../tests/support/test-api';
import { recordPerson } from '../store/people';
import { lockForMerge, mergePeople } from './merge-people';

let api: TestApi;
beforeAll(async () => void (api = await createTestApi()));
afterAll(() => api.close());

const into = { id: 'stays', name: 'Ada', email: 'ada@example.org', roles: [] };

async function merge(from: { id: string; name: string; email: string }): Promise<void> {
  await api.repository.db.transaction(async (tx) => {
    await lockForMerge(tx, { from, into });
    await mergePeople(tx, new Date(), { from, into });
  });
}

test('an invitation of somebody who has never called waits for the account that stays', async () => {
  const upload = await addUploadAt(api, 'described');
  await invite(api, upload, { email: 'ada@former.example.org' });
  await merge({ id: 'never-called', name: 'Ada', email: 'Ada@former.example.org' });
  const { rows } = await api.pool.query('select email, ended_at from repository.study_members');
  expect(rows).toEqual([{ email: into.email, ended_at: null }]);
});

test('rows that a later index of some rows or of an expression keeps apart are kept', async () => {
  const { db } = api.repository;
  const from = { id: 'goes', name: 'Ada', email: 'a@example.org' };
  for (const { id, ...person } of [from, into])
    await recordPerson(db, { roles: [], subject: id, ...person }, new Date());
  await api.pool.query(`
    create table repository.later (person text references repository.people, word text, done boolean);
    create unique index on repository.later (person, word) where not done;
    create unique index on repository.later (person, word, (word || done::text));
    insert into repository.later values ('goes', 'a', true), ('stays', 'a', false)`);
  await merge(from);
  const { rows } = await api.pool.query('select person, done from repository.later order by done');
  await api.pool.query('drop table repository.later');
  expect(rows).toEqual([
    { person: into.id, done: false },
    { person: into.id, done: true },
  ]);
});
