import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

const readBufferBytes = 256 * 1024;
const boundary = 'motothek-bench-boundary';

/** An upload under way. */
export interface Sending {
  /** Resolves when the last byte has been handed to the connection. */
  sent: Promise<void>;
  answer: Promise<{ status: number; location: string; body: string }>;
}

/** Posts a file as a browser does: multipart with a known length, read while it is sent. */
export async function sendFile(url: URL, file: string, headers: Record<string, string>): Promise<Sending> {
  const name = path.basename(file);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const { size } = await stat(file);
  const outgoing = request(url, {
    method: 'POST',
    family: 4,
    agent: false,
    headers: {
      ...headers,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': head.length + size + tail.length,
    },
  });
  const answer = once(outgoing, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode ?? 0,
    location: response?.headers.location ?? '',
    body: response ? await text(response) : '',
  }));
  const sent = pipeline(async function* () {
    yield Buffer.from(head);
    yield* createReadStream(file, { highWaterMark: readBufferBytes });
    yield Buffer.from(tail);
  }, outgoing);
  // The caller that awaits one of them sees the error; the other must not end the process.
  for (const promise of [answer, sent]) promise.catch(() => undefined);
  return { sent, answer };
}
