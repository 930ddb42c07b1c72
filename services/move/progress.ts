/** Time between two lines. */
const everyMs = 10_000;

/** Writes where a work is, every few seconds until it is stopped. Returns the function that does so. */
export function tellProgress(write: (text: string) => void, describe: () => string): () => void {
  const timer = setInterval(() => write(describe()), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
