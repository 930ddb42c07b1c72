import type { HeldLock, PartLocks } from '../context/part-store';

interface Holder {
  /** Asks the holder to finish. */
  requestRelease: () => void;
  released: Promise<void>;
}

/**
 * Named locks within this process. The holder is asked to let go, so that a client that reconnects does not
 * have to wait until its broken connection is noticed.
 */
export function createPartLocks(timeoutMs = 30_000): PartLocks {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, requestRelease: () => void = () => undefined): Promise<HeldLock> {
    const deadline = performance.now() + timeoutMs;
    for (let holder = holders.get(name); holder; holder = holders.get(name)) {
      holder.requestRelease();
      await within(holder.released, deadline - performance.now(), name);
    }
    let markReleased = () => {};
    const released = new Promise<void>((resolve) => (markReleased = resolve));
    holders.set(name, { requestRelease, released });
    return {
      release() {
        holders.delete(name);
        markReleased();
      },
    };
  }

  return { acquire, isHeld: (name: string) => holders.has(name) };
}

async function within(work: Promise<void>, ms: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No lock on part ${name} in time.`)), Math.max(ms, 0));
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
