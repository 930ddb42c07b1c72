import type { TableShape, UploadState } from '@domain/api/uploads';

import type { DistributionsView } from '~/components/distributions/distributions';
import type { LoadContext } from '~/load-context';
import { readDistributions } from '~/repository-client/distributions';
import { orWithoutRows } from '~/repository-client/failure-page';

/** Rows up to which distributions are counted with every look at the check: some tenths of a second. */
const rowsCountedUnasked = 50_000;

/** The distributions of a table, of a long one only when the address asks for them; null while nothing is mapped. */
export async function loadDistributions(
  context: LoadContext,
  upload: UploadState,
  table: TableShape,
  search: URLSearchParams,
): Promise<DistributionsView | null> {
  if (!table.mapped) return null;
  if (table.rowCount > rowsCountedUnasked && search.get('distributions') !== 'shown') {
    const asked = new URLSearchParams([...search, ['distributions', 'shown']]);
    return { rows: table.rowCount, address: `?${asked}#distributions` };
  }
  const address = { kind: upload.kind, id: upload.id, table: table.name };
  const found = await orWithoutRows(readDistributions(context, address));
  if (!found) return { without: 'away', distributions: [] };
  const { without, distributions } = found;
  return {
    without,
    distributions: distributions.map((distribution) => {
      const { letters = '', name = '' } = table.columns[distribution.position] ?? {};
      return { ...distribution, column: { letters, name } };
    }),
  };
}
