/** Only what was sent lately tells how fast it goes now. */
const windowMs = 20_000;
/** Before that, any guess is too wild to be shown. */
const shortestMs = 2000;

/** Measures how fast something is sent, to tell how long the rest will take. */
export function createTransferRate() {
  let samples: { bytes: number; atMs: number }[] = [];
  return {
    /** Takes down that so many bytes had been sent at a moment; fewer than before is a new beginning. */
    add(bytes: number, atMs: number): void {
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = [];
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { bytes, atMs }];
    },
    /** Forgets what was before a break. */
    restart(): void {
      samples = [];
    },
    /** Seconds until `total` bytes are sent; null while nobody can tell. */
    secondsLeft(total: number): number | null {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.atMs - first.atMs < shortestMs || last.bytes === first.bytes) return null;
      const bytesPerMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
      return Math.max(0, total - last.bytes) / bytesPerMs / 1000;
    },
  };
}

/** A time that is left, as it is told: in the unit that a person would use. */
export function roundTimeLeft(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  // Never 'about 1 second': the number changes faster than it is read.
  if (seconds < 60) return { unit: 'seconds', count: Math.max(5, Math.ceil(seconds / 5) * 5) };
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) };
  return { unit: 'hours', count: Math.round(seconds / 3600) };
}
