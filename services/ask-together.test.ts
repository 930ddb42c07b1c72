import { expect, it, vi } from 'vitest';

import { askTogether } from './ask-together';

const [one, other] = [{ name: 'one' }, { name: 'other' }];

it('asks once for all who come in one moment, and again for whoever comes later', async () => {
  let stored = 1;
  const ask = vi.fn((_db: object, key: string) => Promise.resolve(`${key} ${stored}`));
  const together = askTogether(ask);
  const early = [together(one, 'a'), together(one, 'a')];
  // Written before the question is sent, so both may see it, and whoever comes after it must.
  stored = 2;
  expect(await Promise.all([...early, together(one, 'a')])).toEqual(['a 2', 'a 2', 'a 2']);
  expect(ask).toHaveBeenCalledTimes(1);
  stored = 3;
  expect(await together(one, 'a')).toBe('a 3');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('shares no answer that is already on its way', async () => {
  let answer = (_text: string): void => undefined;
  const ask = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const together = askTogether(ask);
  const first = together(one, 'a');
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  const answerFirst = answer;
  const second = together(one, 'a');
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  answerFirst('old');
  answer('new');
  expect([await first, await second]).toEqual(['old', 'new']);
});

it('keeps databases and keys apart, and tells everybody what failed', async () => {
  const together = askTogether((db: { name: string }, key: string) =>
    key === 'bad' ? Promise.reject(new Error('away')) : Promise.resolve(`${db.name} ${key}`),
  );
  const asked = [together(one, 'a'), together(other, 'a'), together(one, 'b')];
  expect(await Promise.all(asked)).toEqual(['one a', 'other a', 'one b']);
  const failed = await Promise.allSettled([together(one, 'bad'), together(one, 'bad')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
