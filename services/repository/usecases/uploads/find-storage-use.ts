import type { StorageUse } from '@domain/api/storage';

import type { Actor, RepositoryContext } from '../../context/context';
import { sumStoredBytes } from '../../store/storage';

/** What the actor stores, and how much they may. */
export async function findStorageUse(actor: Actor, { db, settings }: RepositoryContext): Promise<StorageUse> {
  return { usedBytes: await sumStoredBytes(db, actor.subject), limitBytes: settings.storage.accountBytes };
}
