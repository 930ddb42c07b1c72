import type { Readable } from 'node:stream';

/**
 * The bytes of a Node stream as the body of an answer. Node's own `Readable.toWeb` copies each chunk, which takes as long
 * as sending it. The stream is destroyed when the client leaves, even if nothing was read.
 */
export function webBody(stream: Readable): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // Not by the iterator, which would wait for a chunk that may never come.
    cancel: () => void stream.destroy(),
  });
}
