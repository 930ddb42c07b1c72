import { expect, test } from 'vitest';

import { createOutboxLog } from './demonstration-mails';

test('mails of the demonstration share one log line, all others have one each', async () => {
  const lines: string[] = [];
  const outbox = createOutboxLog((text) => lines.push(text));
  outbox.add('before');
  await outbox.summarise(async () => ['a', 'b', 'c'].forEach(outbox.add));
  outbox.add('after');
  expect(lines).toEqual(['before', '3 mails of the demonstration are in the outbox', 'after']);
});

test('without mails there is no line, and a failed demonstration does not hide later ones', async () => {
  const lines: string[] = [];
  const outbox = createOutboxLog((text) => lines.push(text));
  await expect(outbox.summarise(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  outbox.add('after');
  expect(lines).toEqual(['after']);
});
