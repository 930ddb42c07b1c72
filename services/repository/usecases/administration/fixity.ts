import { administrationPerPage, type FixityPage } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import { type ReadingContext, readFigures } from '../../figures/kept-figures';
import { countFaults, listFaults } from '../../store/object-sums';
import { findObjectUploads } from '../../store/object-uploads';

/** How the comparison of stored objects with their sums stands, and the faults that it has found. */
export async function listFixity(
  _actor: Actor | null,
  repository: ReadingContext & { settings: Pick<RepositoryContext['settings'], 'fixity'> },
  page: number,
): Promise<FixityPage> {
  const { db, settings } = repository;
  const { value, countedAt } = await readFigures(repository, 'objects');
  const { objects, bytes, oldestCheck, overdue, notReplicated } = value;
  const faults = await countFaults(db);
  const total = faults.damaged + faults.missing + faults.mended;
  const shown = await listFaults(db, pageWindow(total, page, administrationPerPage));
  const uploads = await findObjectUploads(
    db,
    shown.map(({ key }) => key),
  );
  return {
    ...placeOf(total, page, administrationPerPage),
    objects,
    bytes,
    oldestCheck,
    overdue,
    notReplicated: settings.fixity.replica ? notReplicated : null,
    countedAt: countedAt?.toISOString() ?? null,
    faults: shown.map(({ key, fault, foundAt, mendedAt }) => ({
      key,
      uploads: uploads.get(key) ?? [],
      fault,
      foundAt: foundAt.toISOString(),
      mendedAt: mendedAt?.toISOString() ?? null,
    })),
  };
}
