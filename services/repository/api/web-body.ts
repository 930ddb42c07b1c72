import type { FileRange, ObjectStream } from '../context/file-store';

/** What the bodies of answers read, until somebody reads them. */
const untouched = new WeakMap<ReadableStream, ObjectStream>();

/** Own estimate: the server reads an answer at once. */
const unreadMs = 10_000;

/**
 * The bytes of a Node stream as the body of an answer. Node's own `Readable.toWeb` copies each chunk, which takes as long
 * as sending it. The stream is destroyed when the client leaves, and if nobody begins to read: the web app drops an answer
 * when its client has left meanwhile, and does not tell.
 */
export function webBody(stream: ObjectStream): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | null = null;
  const unread = setTimeout(() => stream.destroy(), unreadMs).unref();
  stream.once('close', () => clearTimeout(unread));
  const body = new ReadableStream<Uint8Array>(
    {
      // At once, not with the next chunk: a slow client may not ask for one for long.
      start: (controller) => void stream.on('error', (error) => controller.error(error)),
      async pull(controller) {
        untouched.delete(body);
        clearTimeout(unread);
        chunks ??= stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // Not by the iterator, which would wait for a chunk that may never come.
      cancel: () => void stream.destroy(),
    },
    // Nothing is read ahead, so that `fileOf` can return the whole part of the file.
    { highWaterMark: 0 },
  );
  untouched.set(body, stream);
  return body;
}

/**
 * The part of a file that a body of `webBody` would read, for code that sends it faster; null if it reads no file, or has
 * been read from. After this call the body can no longer be read.
 */
export function fileOf(body: ReadableStream): FileRange | null {
  const stream = untouched.get(body);
  if (!stream?.file) return null;
  untouched.delete(body);
  stream.destroy();
  return stream.file;
}
