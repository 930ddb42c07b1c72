import { listSurplusKeys, listUnknownObjects } from '../store/object-keys';
import { addObjects, claimOrphan, forgetObjects, forgetWithoutCopy } from '../store/object-sums';
import type { WorkParts } from './check-parts';
import { isReplicaUsable, type Replica } from './replica';
import { workOff } from './work-off';

const dayMs = 24 * 60 * 60 * 1000;
/** Time between two looks at all objects that rows refer to. */
const lookMs = 10 * 60 * 1000;
/** Age of a sum from which its object is an orphan if no row refers to it: a job writes objects before their rows. */
const orphanMs = dayMs;

/** Keeps the rows of sums equal to the objects that other rows refer to, and the replica to these. */
export class KnownObjects {
  #lookedAt = 0;
  #usableReplica: Replica | null = null;

  constructor(
    private readonly parts: WorkParts,
    private readonly replica: Replica | null,
    /** When a new object is read first. */
    private readonly firstDue: () => Date,
  ) {}

  /** Whether it is known which objects there are and whether the replica can be used. */
  get areKnown(): boolean {
    return this.#lookedAt !== 0;
  }

  /** The replica; null if there is none or it is away. */
  get usableReplica(): Replica | null {
    return this.#usableReplica;
  }

  /** Adds new objects, and removes the copies of those that nothing refers to any more. Throws ForeignReplica. */
  async lookWhenDue(): Promise<void> {
    const { db, now } = this.parts;
    if (now().getTime() - this.#lookedAt < lookMs) return;
    await addObjects(db, await listUnknownObjects(db), now(), this.firstDue);
    const orphans = await listSurplusKeys(db, new Date(now().getTime() - orphanMs));
    const { replica } = this;
    this.#usableReplica = null;
    if (!replica) await forgetWithoutCopy(db, orphans);
    else if (await isReplicaUsable(this.parts, replica)) {
      this.#usableReplica = replica;
      await removeCopies(this.parts, replica, orphans);
    }
    this.#lookedAt = now().getTime();
  }
}

/**
 * Removes copies and forgets their objects. As long as a copy is there, the row of its object stays: nothing else knows
 * of the copy. An object that is just being copied is left to the next look.
 */
async function removeCopies({ db, now, pace, log, claimMs }: WorkParts, replica: Replica, orphans: string[]) {
  const left = orphans[Symbol.iterator]();
  const claimNext = async () => {
    for (const key of left) {
      const until = new Date(now().getTime() + claimMs);
      if (await claimOrphan(db, key, now(), until)) return { key };
    }
    return null;
  };
  await workOff(
    { db, signal: pace.signal },
    {
      claim: claimNext,
      async work({ key }) {
        await replica.files.remove(key);
        await forgetObjects(db, [key]);
      },
      onFailure: ({ key }, error) =>
        log.warn(`The copy of ${key} could not be removed from the replica; it is tried again.`, { error }),
    },
  );
}
