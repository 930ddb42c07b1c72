import { expect, test } from 'vitest';

import { inTurnIfLarge } from './large-requests';

test('large content of one account is worked on piece by piece, and others come in between', async () => {
  const done: string[] = [];
  const work = (account: string, name: string, characters: number) =>
    inTurnIfLarge(account, characters, () => void done.push(name));
  const large = ['a1', 'a2', 'a3'].map((name) => work('a', name, 1e6));
  await Promise.all([...large, work('b', 'b1', 1e6), work('b', 'small', 10)]);
  expect(done).toEqual(['small', 'a1', 'a2', 'b1', 'a3']);
});
