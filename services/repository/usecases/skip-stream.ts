import type { Readable } from 'node:stream';

/** Longest time one refused file is read on. */
const maxSkipMs = 5000;

/**
 * Reads a stream on without keeping anything, to its end or until `maxBytes` or five seconds are over;
 * answers the bytes that were skipped. It stays open.
 */
export function skipStream(stream: Readable, maxBytes: number): Promise<number> {
  return new Promise((resolve) => {
    let skipped = 0;
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', count);
      stream.pause();
      resolve(skipped);
    };
    const count = (chunk: Uint8Array) => {
      skipped += chunk.byteLength;
      if (skipped >= maxBytes) stop();
    };
    const timer = setTimeout(stop, maxSkipMs);
    if (stream.readableEnded || stream.destroyed) return stop();
    stream.once('close', stop);
    stream.once('end', stop);
    stream.on('data', count);
    stream.resume();
  });
}
