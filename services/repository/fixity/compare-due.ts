import { claimDue } from '../store/object-sums';
import { type CheckedFault, checkObject } from './check-object';
import type { CheckParts } from './check-parts';
import { workOff } from './work-off';

/** Compares the objects that are due. `withoutSum`: only those whose sum is not known. */
export async function compareDue(parts: CheckParts, { withoutSum }: { withoutSum: boolean }): Promise<void> {
  const { db, now, pace, log, claimMs } = parts;
  await workOff(
    { db, signal: pace.signal },
    {
      claim: () => claimDue(db, now(), new Date(now().getTime() + claimMs), { withoutSum }),
      work: async (object) => logFault(log, await checkObject(parts, object)),
      onFailure: ({ key }, error) =>
        log.warn(`The object ${key} could not be read for its checksum; it is tried again.`, { error }),
    },
  );
}

function logFault(log: CheckParts['log'], found: CheckedFault | null): void {
  if (!found) return;
  const { key, fault, isMended } = found;
  if (key.startsWith('kept/')) log.warn(`The kept file ${key} was ${fault}. It was removed and is made again.`);
  else log.warn(`The object ${key} was ${fault}${isMended ? ' and is right again' : ''}.`);
}
