import { Refusal } from '@domain/error-codes';

import { deletePart } from '../store/parts';
import type { Actor, RepositoryContext } from './context';
import { requirePart } from './find-part';

/**
 * Removes what has arrived of the actor's file, or the note of its refusal. The caller holds the part's
 * lock. Refuses with 'not-found', and with 'not-ready' while the whole file is being checked.
 */
export async function discardPart(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const part = await requirePart(actor, repository, id);
  if (part.state === 'checking') throw new Refusal('not-ready');
  // First the record: a file without one is removed by the sweep.
  await deletePart(repository.db, part.id);
  await repository.parts.remove(part.id);
}
