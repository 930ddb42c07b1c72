import { maxReportedUses, type Use } from '@domain/api/use';

/** Time between two reports; when a process is killed, the uses of this time are lost. */
const reportMs = 5000;
/** Uses that are kept while they cannot be stored. Own estimate: an hour of 25 uses a second, 20 MB. */
const maxKeptUses = 100_000;
/** Longest time that the last report may take when the server stops. */
const lastReportMs = 3000;

export interface UseBatch {
  /** Takes a use that happened now. Never fails and never waits. */
  note(use: Use): void;
  /** Reports what there is. Uses that cannot be reported are kept. */
  flush(): Promise<void>;
  /** Reports what there is, for the last time. */
  close(): Promise<void>;
}

/**
 * Collects uses and reports them every five seconds, so that no request waits for the store. Of the uses of a visitor
 * since the last report only the latest is reported, because double clicks count once.
 */
export function createUseBatch({
  report,
  warn,
}: {
  report: (uses: Use[]) => Promise<void>;
  warn: (text: string, about?: { error?: unknown }) => void;
}): UseBatch {
  let fresh = new Map<string, Use>();
  const kept: Use[] = [];
  let running: Promise<void> | null = null;
  let isFailing = false;

  async function send(): Promise<void> {
    kept.push(...fresh.values());
    fresh = new Map();
    kept.splice(maxKeptUses);
    try {
      while (kept.length > 0) {
        const part = kept.slice(0, maxReportedUses);
        await report(part).catch((error: unknown) => leaveOut(error));
        kept.splice(0, part.length);
      }
      isFailing = false;
    } catch (error) {
      // Once for each outage, and not for every attempt.
      if (!isFailing) warn('Uses of data sets cannot be stored; they are kept for the next attempt.', { error });
      isFailing = true;
    }
  }

  /** A report that is refused would be refused for ever, and with it all that come after it. */
  function leaveOut(error: unknown): void {
    if (!isRefused(error)) throw error;
    warn('Uses of data sets were refused and are not counted.', { error });
  }

  const flush = () => (running ??= send().finally(() => (running = null)));
  const timer = setInterval(() => void flush(), reportMs);
  timer.unref();
  return {
    note(use) {
      if (fresh.size < maxKeptUses) fresh.set(`${use.visitor} ${use.nr} ${use.kind}`, use);
    },
    flush,
    async close() {
      clearInterval(timer);
      // What came in during a running report is in the one after it.
      const all = (running ?? Promise.resolve()).then(flush);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, lastReportMs).unref())]);
    },
  };
}

const isRefused = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 400;
