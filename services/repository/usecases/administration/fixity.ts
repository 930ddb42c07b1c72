import { administrationPerPage, type FixityPage } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';

import type { Actor, RepositoryContext } from '../../context/context';
import { countFixity, listFaults } from '../../store/object-sums';
import { findObjectUploads } from '../../store/object-uploads';

/** How the comparison of stored objects with their sums stands, and the faults that it has found. */
export async function listFixity(
  _actor: Actor | null,
  {
    db,
    now,
    settings,
  }: Pick<RepositoryContext, 'db' | 'now'> & { settings: Pick<RepositoryContext['settings'], 'fixity'> },
  page: number,
): Promise<FixityPage> {
  const { objects, bytes, oldestCheck, overdue, notReplicated, ...faults } = await countFixity(db, now());
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
    oldestCheck: oldestCheck?.toISOString() ?? null,
    overdue,
    notReplicated: settings.fixity.replica ? notReplicated : null,
    faults: shown.map(({ key, fault, foundAt, mendedAt }) => ({
      key,
      uploads: uploads.get(key) ?? [],
      fault,
      foundAt: foundAt.toISOString(),
      mendedAt: mendedAt?.toISOString() ?? null,
    })),
  };
}
