import { administrationPerPage, type StoragePage } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import { namePeople } from '../../context/name-people';
import { type ReadingContext, readFigures } from '../../figures/kept-figures';

/** What each account stores, largest first, with the limits of the installation. */
export async function listStorage(
  _actor: Actor | null,
  repository: ReadingContext &
    Pick<RepositoryContext, 'accounts' | 'freeBytes'> & { settings: Pick<RepositoryContext['settings'], 'storage'> },
  page: number,
): Promise<StoragePage> {
  const { freeBytes, settings } = repository;
  const { value, countedAt } = await readFigures(repository, 'storage');
  const { bytes, owners } = value;
  const { offset, limit } = pageWindow(owners.length, page, administrationPerPage);
  const shown = owners.slice(offset, offset + limit);
  const names = await namePeople(
    repository,
    shown.map(({ subject }) => subject),
  );
  return {
    ...placeOf(owners.length, page, administrationPerPage),
    storedBytes: bytes,
    freeBytes: await freeBytes(),
    ...settings.storage,
    countedAt: countedAt?.toISOString() ?? null,
    accounts: shown.map((one) => {
      const { name, email } = names.get(one.subject) ?? { name: '', email: '' };
      return { ...one, name, email };
    }),
  };
}
