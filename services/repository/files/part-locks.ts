/** A lock that is held until it is released, which happens once. */
export interface HeldLock {
  release(): void;
}

interface Holder {
  /** Asks whoever holds it to come to an end. */
  requestRelease: () => void;
  released: Promise<void>;
}

/** A lock was not given within the time allowed. */
export class LockTimeout extends Error {
  constructor(name: string) {
    super(`No lock on ${name} in time`);
    this.name = 'LockTimeout';
  }
}

/**
 * Locks by name within this process. Whoever wants one asks its holder to let go: a client that comes
 * back before its broken connection is noticed must not wait for it.
 */
export function createPartLocks(timeoutMs = 30_000) {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, requestRelease: () => void = () => undefined): Promise<HeldLock> {
    const deadline = performance.now() + timeoutMs;
    for (let holder = holders.get(name); holder; holder = holders.get(name)) {
      holder.requestRelease();
      await within(holder.released, deadline - performance.now(), name);
    }
    let tellReleased = () => {};
    const released = new Promise<void>((resolve) => (tellReleased = resolve));
    holders.set(name, { requestRelease, released });
    return {
      release() {
        holders.delete(name);
        tellReleased();
      },
    };
  }

  return { acquire, isHeld: (name: string) => holders.has(name) };
}
export type PartLocks = ReturnType<typeof createPartLocks>;

async function within(work: Promise<void>, ms: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LockTimeout(name)), Math.max(ms, 0));
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
