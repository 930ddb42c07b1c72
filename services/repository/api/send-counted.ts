import { Readable } from 'node:stream';

import type { ApiContext } from './environment';
import { type CompleteFile, type SentFile, sendKeptFile } from './send-kept-file';
import { sendWhileMade } from './send-while-made';
import { markUse } from './uses';

/**
 * Answers with a file of some data sets, kept or while it is made; null for the headers of one that is not made. Marks it
 * as their download.
 */
export async function sendCounted(
  c: ApiContext,
  { content, numbers, ...file }: SentFile & { content: CompleteFile | Readable | null; numbers: readonly number[] },
): Promise<Response> {
  const answer =
    content === null || content instanceof Readable
      ? sendWhileMade(c, content, file)
      : await sendKeptFile(c, c.get('repository'), content, file);
  // A download that goes on is not another one. The store answers ranges itself.
  const isLed = answer.status === 302;
  const range = (isLed ? c.req.header('Range') : answer.headers.get('Content-Range')) ?? '';
  return (answer.ok || isLed) && !/^bytes[ =]\s*[1-9]/.test(range) ? markUse(answer, 'download', numbers) : answer;
}
