import type { Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';

import { withheldReason } from '../packaging/texts';
import type { PublishedTable } from '../store/published-data-sets';

/** Columns of the contributor's file that are left out or published with less detail, with the reason. */
export function changedColumns(tables: readonly PublishedTable[], language: Language): Quality['columns'] {
  return tables.flatMap(({ name, columns, withheld }) =>
    withheld.map(({ column, reason }) => ({
      table: name,
      column,
      outcome: columns.some(({ source }) => source === column) ? ('less-detailed' as const) : ('left-out' as const),
      reason: withheldReason(reason, language),
    })),
  );
}
