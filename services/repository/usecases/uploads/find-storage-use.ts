import type { StorageUse } from '@domain/api/storage';

import type { Actor, RepositoryContext } from '../../context/context';
import { isServerFull } from '../../receiving/storage-room';
import { sumStoredBytes } from '../../store/storage';

/** What the actor stores, how much they may, and whether the server has space at all. */
export async function findStorageUse(actor: Actor, repository: RepositoryContext): Promise<StorageUse> {
  const usedBytes = await sumStoredBytes(repository.db, actor.subject);
  const { accountBytes } = repository.settings.storage;
  return { usedBytes, limitBytes: accountBytes, isServerFull: await isServerFull(repository) };
}
