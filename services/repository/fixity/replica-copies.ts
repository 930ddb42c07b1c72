import { claimNotReplicated } from '../store/object-sums';
import type { WorkParts } from './check-parts';
import { type Replica, replicate } from './replica';
import { workOff } from './work-off';

/** Time for which nothing is copied to a replica that was full. */
const fullMs = 10 * 60 * 1000;

/** Copies objects to the replica. */
export class ReplicaCopies {
  #noneUntil = 0;

  constructor(private readonly parts: WorkParts) {}

  /** Copies the objects that the replica does not have. */
  async makeMissing(replica: Replica): Promise<void> {
    const { db, now, pace, log, claimMs } = this.parts;
    const claimNext = async () => {
      if (now().getTime() < this.#noneUntil) return null;
      return claimNotReplicated(db, now(), new Date(now().getTime() + claimMs));
    };
    await workOff(
      { db, signal: pace.signal },
      {
        claim: claimNext,
        work: (object) => replicate(this.parts, replica, object),
        onFailure: ({ key }, error) => {
          if (isFull(error)) this.#noneUntil = now().getTime() + fullMs;
          log.warn(`The object ${key} could not be copied to the replica; it is tried again.`, { error });
        },
      },
    );
  }
}

/** Whether the disk of the replica takes nothing more. */
function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}
