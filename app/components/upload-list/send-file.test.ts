import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TusClient } from './send-attempt';
import { sendFile } from './send-file';
import { describeOutcome } from './use-uploads';

interface UploadOptions {
  endpoint: string | null;
  uploadUrl: string | null;
  onUploadUrlAvailable(): void;
  onError(error: unknown): void;
  onSuccess(): void;
}

const message = 'What had arrived is gone.';
let body: string;
const failure = (status: number) =>
  Object.assign(new Error(String(status)), { originalResponse: { getStatus: () => status, getBody: () => body } });

/** Requests to the server: `begin` and the parts that were continued. */
let asked: string[];
/** Outcome of sending a part, by its address. */
let ending: (part: string) => 'sent' | number;
const removed = vi.fn();

class FakeUpload {
  url: string | null;
  constructor(
    _file: File,
    private readonly options: UploadOptions,
  ) {
    this.url = options.uploadUrl;
  }
  start(): void {
    if (this.url === null) {
      asked.push('begin');
      this.url = `/part/new-${asked.length}`;
      this.options.onUploadUrlAvailable();
    } else asked.push(this.url);
    const end = ending(this.url);
    if (end === 'sent') this.options.onSuccess();
    else this.options.onError(failure(end));
  }
  abort = () => Promise.resolve();
}
const tus = { Upload: FakeUpload } as unknown as TusClient;

const send = (part: string | null) =>
  sendFile(
    tus,
    new File(['abc'], 'grip.csv'),
    { beginning: '/begin', part, partOf: (location) => location },
    { onStatus: () => undefined, onBytes: () => undefined },
  ).done;

beforeEach(() => {
  body = JSON.stringify({ message });
  asked = [];
  removed.mockReset();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    if (method === 'DELETE') removed(address);
    return Response.json({ state: 'taken', upload: '7r', error: null });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server without space is not asked again, and its message is shown', async () => {
  ending = () => 507;
  expect(await send(null)).toEqual({ result: 'refused', message, isKept: true });
  expect(asked).toEqual(['begin']);
});

test.each([200, 204, 302, 408, 429])(
  'what something on the way answers (%i) is taken for a lost connection',
  async (status) => {
    ending = () => (asked.length < 3 ? status : 'sent');
    vi.useFakeTimers();
    const sent = send('/part/old');
    await vi.advanceTimersByTimeAsync(3000);
    expect(await sent).toEqual({ result: 'taken', upload: '7r' });
    expect(asked).toEqual(['/part/old', '/part/old', '/part/old']);
    expect(removed).not.toHaveBeenCalled();
  },
);

test.each([404, 410])('a part that the server does not have (%i) is restarted', async (status) => {
  ending = (part) => (part === '/part/old' ? status : 'sent');
  expect(await send('/part/old')).toEqual({ result: 'taken', upload: '7r' });
  expect(asked).toEqual(['/part/old', 'begin']);
});

test('a part that is lost again is reported and removed', async () => {
  ending = () => 410;
  expect(await send('/part/old')).toEqual({ result: 'refused', message, isKept: false });
  expect(asked).toEqual(['/part/old', 'begin']);
  expect(removed.mock.calls).toEqual([['/part/old'], ['/part/new-2']]);
});

test('a file whose parts are all lost is started twice and then reported', async () => {
  ending = () => 404;
  expect(await send(null)).toEqual({ result: 'refused', message: null, isKept: false });
  expect(asked).toEqual(['begin', 'begin']);
  expect(removed).toHaveBeenCalledTimes(2);
});

test('a refusal that cannot be read tells whether what was sent is kept', async () => {
  const texts = { stopped: 'cancelled', unclearKept: 'kept', unclear: 'nothing kept' };
  const told = async (part: string | null) => describeOutcome('grip.csv', await send(part), texts).error?.message;
  [ending, body] = [() => 413, '<h1>Request Entity Too Large</h1>'];
  expect(await told('/part/old')).toBe('kept');
  expect(removed).not.toHaveBeenCalled();
  ending = () => 404;
  expect(await told(null)).toBe('nothing kept');
  expect(describeOutcome('grip.csv', { result: 'stopped' }, texts).error?.message).toBe('cancelled');
});
