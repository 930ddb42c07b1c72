import { administrationPerPage, type StoragePage } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import { namePeople } from '../../context/name-people';
import { sumStoredByOwner, sumStoredBytes } from '../../store/storage';

/** What each account stores, largest first, with the limits of the installation. */
export async function listStorage(
  _actor: Actor | null,
  repository: Pick<RepositoryContext, 'db' | 'accounts' | 'freeBytes'> & {
    settings: Pick<RepositoryContext['settings'], 'storage'>;
  },
  page: number,
): Promise<StoragePage> {
  const { db, freeBytes, settings } = repository;
  const owners = await sumStoredByOwner(db);
  const { offset, limit } = pageWindow(owners.length, page, administrationPerPage);
  const shown = owners.slice(offset, offset + limit);
  const names = await namePeople(
    repository,
    shown.map(({ subject }) => subject),
  );
  return {
    ...placeOf(owners.length, page, administrationPerPage),
    storedBytes: await sumStoredBytes(db, null),
    freeBytes: await freeBytes(),
    ...settings.storage,
    accounts: shown.map(({ subject, bytes }) => {
      const { name, email } = names.get(subject) ?? { name: '', email: '' };
      return { subject, name, email, bytes };
    }),
  };
}
