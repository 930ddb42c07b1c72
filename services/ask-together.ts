import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets those who ask the same of a database in one moment share the answer. A page makes many calls of the API at once,
 * and each one looks at the account and the upload. The database is asked after all of them have come, so nobody gets an
 * answer that is older than their question. The answer belongs to all: nobody may change it.
 */
export function askTogether<Db extends object, Key, Answer>(
  ask: (db: Db, key: Key) => Promise<Answer>,
): (db: Db, key: Key) => Promise<Answer> {
  const waiting = new WeakMap<Db, Map<Key, Promise<Answer>>>();
  return (db, key) => {
    const here = waiting.get(db) ?? new Map<Key, Promise<Answer>>();
    waiting.set(db, here);
    const shared = here.get(key);
    if (shared) return shared;
    const answer = nextTurn().then(() => {
      here.delete(key);
      return ask(db, key);
    });
    here.set(key, answer);
    return answer;
  };
}
