import type { RepositoryContext } from '../context/context';
import { adoptPart, partLifeMs } from '../receiving/parts';
import { deletePart, listIdleParts, listPartsById } from '../store/parts';

/** A part begins with its file: one without a record is that of a crash once it is so old. */
const orphanAgeMs = 24 * 60 * 60 * 1000;

/**
 * Removes what nobody has gone on with for seven days, whoever began it, and files of this machine that
 * no part needs; then makes uploads of those that are whole, as after a crash. For the start of a server
 * and every day. `report` hears of parts that could not be made an upload: they wait for the next time.
 */
export async function sweepParts(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, parts, now } = repository;
  for (const id of await listIdleParts(db, new Date(now().getTime() - partLifeMs))) {
    // Somebody sends to it right now, for longer than its life.
    if (parts.locks.isHeld(id)) continue;
    await deletePart(db, id);
    await parts.remove(id);
  }
  const files = await parts.list();
  const known = await listPartsById(
    db,
    files.map(({ id }) => id),
  );
  const states = new Map(known.map(({ id, state }) => [id, state]));
  const orphaned = new Date(now().getTime() - orphanAgeMs);
  for (const { id, modifiedAt } of files) {
    const state = states.get(id);
    if (state === 'receiving' || state === 'checking') await adoptPart(repository, id).catch(report);
    else if (state !== undefined || modifiedAt < orphaned) await parts.remove(id);
  }
}
