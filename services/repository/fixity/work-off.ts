import type { Database } from '../store/database';
import { type ClaimedObject, updateObject } from '../store/object-sums';

/** Time after which a round begins no other object. */
const workMs = 60_000;

/** How a round works on objects. */
interface Round<Claimed> {
  /** Takes the next object from other servers; null if there is none. */
  claim(): Promise<Claimed | null>;
  work(object: Claimed): Promise<void>;
  onFailure(object: Claimed, error: unknown): void;
}

/** Works on one object after the other, for a while. One that fails is tried again when its claim ends. */
export async function workOff<Claimed extends Pick<ClaimedObject, 'key'>>(
  { db, signal }: { db: Database; signal: AbortSignal },
  { claim, work, onFailure }: Round<Claimed>,
): Promise<void> {
  const end = performance.now() + workMs;
  while (!signal.aborted && performance.now() < end) {
    const object = await claim();
    if (!object) return;
    await work(object).catch(async (error: unknown) => {
      if (signal.aborted) await updateObject(db, object.key, { claimedUntil: null });
      else onFailure(object, error);
    });
  }
}
