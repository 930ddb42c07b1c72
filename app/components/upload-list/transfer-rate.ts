/** The rate is measured over this time. */
const windowMs = 20_000;
/** No estimate before this time. */
const shortestMs = 2000;

/** Measures the rate of a transfer to estimate the remaining time. */
export function createTransferRate() {
  let samples: { bytes: number; atMs: number }[] = [];
  return {
    /** Records the bytes sent so far. Fewer bytes than before mean a new start. */
    add(bytes: number, atMs: number): void {
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { bytes, atMs }];
    },
    /** Discards measurements from before an interruption. */
    restart(): void {
      samples = [];
    },
    /** Seconds until `total` bytes are sent; null if unknown. */
    secondsLeft(total: number): number | null {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.atMs - first.atMs < shortestMs || last.bytes === first.bytes) return null;
      const bytesPerMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
      return Math.max(0, total - last.bytes) / bytesPerMs / 1000;
    },
  };
}

/** Rounds a remaining time to a suitable unit. */
export function roundTimeLeft(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  // Steps of 5 seconds, because the number would change faster than it can be read.
  if (seconds < 60) return { unit: 'seconds', count: Math.max(5, Math.ceil(seconds / 5) * 5) };
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) };
  return { unit: 'hours', count: Math.round(seconds / 3600) };
}
