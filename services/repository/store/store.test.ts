import { eq, like, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { eachDatabase } from '../../../tests/support/test-database';
import { openStore, RetryTransaction, type Transaction } from './database';
import { recordPerson } from './people';
import { people, studies, uploads } from './schema';

const now = new Date('2025-03-01T10:00:00Z');
const ada = { subject: 'ada', name: 'Ada Brandt', email: 'ada@example.org', roles: ['Experts'] };

eachDatabase('the store', (database) => {
  it('keeps a person with the data of the latest token', async () => {
    const db = openStore(database().pool);
    await recordPerson(db, ada, now);
    await recordPerson(db, { ...ada, name: 'Ada Berg', roles: [] }, new Date('2025-03-02T10:00:00Z'));
    const latest = {
      ...ada,
      name: 'Ada Berg',
      roles: [],
      orcid: '',
      language: null,
      seenAt: new Date('2025-03-02T10:00:00Z'),
    };
    const knownAs = [latest.name, ada.name, ada.email];
    expect(await db.select().from(people)).toEqual([{ ...latest, knownAs: expect.any(Array) as string[] }]);
    const [stored] = await db.select().from(people);
    expect(stored?.knownAs.toSorted()).toEqual(knownAs.toSorted());
  });

  it('keeps nothing of a transaction that fails', async () => {
    const db = openStore(database().pool);
    const failing = db.transaction(async (tx) => {
      await recordPerson(tx, { ...ada, subject: 'gone' }, now);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await db.select().from(people).where(eq(people.subject, 'gone'))).toEqual([]);
  });

  it('retries a transaction that was overtaken or aborted, at most ten times', async () => {
    const db = openStore(database().pool);
    const failTwice = (fail: (tx: Transaction) => Promise<unknown>) => {
      let begun = 0;
      return db.transaction(async (tx) => {
        begun += 1;
        await recordPerson(tx, { ...ada, subject: `attempt ${begun}` }, now);
        if (begun < 3) await fail(tx);
        return begun;
      });
    };
    const overtaken = () => Promise.reject(new RetryTransaction());
    const givenUp = (tx: Transaction) => tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
    expect(await failTwice(overtaken)).toBe(3);
    expect(await failTwice(givenUp)).toBe(3);
    const attempts = await db.select().from(people).where(like(people.subject, 'attempt %'));
    expect(attempts.map(({ subject }) => subject)).toEqual(['attempt 3']);

    let begun = 0;
    const never = db.transaction(() => {
      begun += 1;
      return overtaken();
    });
    await expect(never).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toBe(10);
  });

  it('runs transactions that lock the same row one after the other', async () => {
    const db = openStore(database().pool);
    await recordPerson(db, ada, now);
    const [study] = await db.insert(studies).values({ owner: ada.subject }).returning();
    const values = { kind: 'raw' as const, owner: ada.subject, study: study?.id ?? 0, createdAt: now };
    const [upload] = await db.insert(uploads).values(values).returning();
    const number = upload?.number ?? 0;
    const countUp = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(uploads).where(eq(uploads.number, number)).for('update');
        await tx
          .update(uploads)
          .set({ nr: (row?.nr ?? 0) + 1 })
          .where(eq(uploads.number, number));
      });
    await Promise.all(Array.from({ length: 20 }, countUp));
    const [counted] = await db.select({ nr: uploads.nr }).from(uploads).where(eq(uploads.number, number));
    expect(counted).toEqual({ nr: 20 });
  });
});
