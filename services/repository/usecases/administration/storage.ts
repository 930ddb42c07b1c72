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
  const { value: storedBytes, ...sum } = await readFigures(repository, 'storedBytes');
  const { value: owners, ...each } = await readFigures(repository, 'owners');
  const [countedAt] = [sum.countedAt, each.countedAt].filter((at) => at !== null).sort((a, b) => Number(a) - Number(b));
  const { offset, limit } = pageWindow(owners.length, page, administrationPerPage);
  const shown = owners.slice(offset, offset + limit);
  const names = await namePeople(
    repository,
    shown.map(({ subject }) => subject),
  );
  return {
    ...placeOf(owners.length, page, administrationPerPage),
    storedBytes,
    freeBytes: await freeBytes(),
    ...settings.storage,
    countedAt: countedAt?.toISOString() ?? null,
    accounts: shown.map((one) => {
      const { name, email } = names.get(one.subject) ?? { name: '', email: '' };
      return { ...one, name, email };
    }),
  };
}
