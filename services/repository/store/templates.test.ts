import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestRepository, type TestRepository } from '../../../tests/support/test-repository';
import { recordPerson } from './people';
import { listTemplates, saveTemplates } from './templates';

let opened: TestRepository;
beforeAll(async () => {
  opened = await createTestRepository();
  const person = { subject: 'somebody', name: 'Somebody', email: 'somebody@example.org', roles: [] };
  await recordPerson(opened.repository.db, { ...person, language: null }, new Date());
});
afterAll(() => opened.close());

const template = (name: string, source: string) => ({ name, entries: [{ source, target: null }] });
const save = (list: ReturnType<typeof template>[]) =>
  saveTemplates(opened.repository.db, {
    owner: 'somebody',
    kind: 'mapping',
    list,
    expected: null,
    requireSpace: async () => undefined,
  });

/** The transaction that wrote each template, in the order of the list. */
async function writings(): Promise<Map<string, string>> {
  const { rows } = await opened.repository.db.execute<{ name: string; written: string }>(
    sql`select name, xmin::text as written from repository.templates where owner = 'somebody' order by position`,
  );
  return new Map(rows.map(({ name, written }) => [name, written]));
}

test('of a list of templates only what differs is written', async () => {
  const list = ['a', 'b', 'c', 'd'].map((name) => template(name, name));
  await save(list);
  const before = await writings();
  const changed = [list[0]!, template('b', 'other'), list[2]!, template('e', 'new')];
  await save(changed);
  const after = await writings();
  expect([...after.keys()]).toEqual(['a', 'b', 'c', 'e']);
  expect([...after.keys()].filter((name) => after.get(name) === before.get(name))).toEqual(['a', 'c']);
  expect(await listTemplates(opened.repository.db, 'somebody', 'mapping')).toEqual(changed);
  await save(changed);
  expect(await writings()).toEqual(after);
});

test('templates that move are saved in their new order', async () => {
  const list = ['x', 'y', 'z'].map((name) => template(name, name));
  await save(list);
  await save([list[2]!, list[1]!]);
  await save([list[1]!, list[2]!, list[0]!]);
  expect([...(await writings()).keys()]).toEqual(['y', 'z', 'x']);
});
