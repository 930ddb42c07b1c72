import { setTimeout as pause } from 'node:timers/promises';

/** Limits of a reading. */
export interface Pace {
  bytesPerSecond: number;
  /** Ends the reading with its reason. */
  signal: AbortSignal;
  /** Called about every minute, to show that the reading goes on. */
  onMinute(): Promise<void>;
}

const minuteMs = 60_000;

/** The same bytes, not faster than the pace allows. */
export async function* paced(content: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  const { bytesPerSecond, signal, onMinute } = pace;
  const start = performance.now();
  let bytes = 0;
  let shownAt = start;
  for await (const chunk of content) {
    signal.throwIfAborted();
    yield chunk;
    bytes += chunk.byteLength;
    const aheadMs = (bytes / bytesPerSecond) * 1000 - (performance.now() - start);
    if (aheadMs > 1) await pause(aheadMs, undefined, { signal });
    if (performance.now() - shownAt < minuteMs) continue;
    shownAt = performance.now();
    await onMinute();
  }
}
