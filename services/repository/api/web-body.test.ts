import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { afterEach, expect, test, vi } from 'vitest';

import { webBody } from './web-body';

afterEach(() => void vi.useRealTimers());

test('a body has the chunks of its stream, which are not copied', async () => {
  const chunks = [Buffer.from('one'), Buffer.from('two')];
  const read: Uint8Array[] = [];
  for await (const chunk of webBody(Readable.from(chunks))) read.push(chunk);
  expect(read.every((chunk, i) => chunk === chunks[i])).toBe(true);
  expect(read).toHaveLength(2);
});

test('a client that leaves before it has read ends the stream', async () => {
  const silent = new Readable({ read: () => undefined });
  await webBody(silent).cancel();
  expect(silent.destroyed).toBe(true);
});

test('a body that nobody reads ends the stream, however slowly others are read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [dropped, slow] = [1, 2].map(() => new Readable({ read: () => undefined })) as [Readable, Readable];
  const bodies = [webBody(dropped), webBody(slow)] as const;
  slow.push('first');
  await bodies[1].getReader().read();
  vi.advanceTimersByTime(60_000);
  expect([dropped.destroyed, slow.destroyed]).toEqual([true, false]);
});

test('a client that leaves later ends the stream, even while it waits for a chunk', async () => {
  const stream = new Readable({ read: () => undefined });
  stream.push('first');
  const reader = webBody(stream).getReader();
  await reader.read();
  const waiting = reader.read();
  await reader.cancel();
  expect(stream.destroyed).toBe(true);
  expect((await waiting).done).toBe(true);
});

test('a stream that fails breaks the body off', async () => {
  const failing = new Readable({ read: () => undefined });
  failing.push('first');
  const reader = webBody(failing).getReader();
  await reader.read();
  failing.destroy(new Error('The disk is gone.'));
  await expect(reader.read()).rejects.toThrow('The disk is gone.');
});

test('a stream that fails while nobody reads on breaks the body off at once', async () => {
  const failing = new Readable({ read: () => undefined });
  failing.push('first');
  const reader = webBody(failing).getReader();
  await reader.read();
  failing.destroy(new Error('The data set is withdrawn.'));
  await expect(reader.closed).rejects.toThrow('The data set is withdrawn.');
});

test('a stream that fails before it is read does not end the process, and its reader is told', async () => {
  const failing = new Readable({ read: () => undefined });
  const reader = webBody(failing).getReader();
  failing.destroy(new Error('The disk is gone.'));
  await setImmediate();
  await expect(reader.read()).rejects.toThrow('The disk is gone.');
});
