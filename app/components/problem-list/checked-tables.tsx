import { useTranslation } from 'react-i18next';

import type { TableShape } from '@domain/api/uploads';

import { TableLinks } from '~/components/workflow/table-links';

interface CheckedTablesProps {
  tables: readonly TableShape[];
  current: string;
  addressOf: (table: string) => string;
}

const stateKeys = {
  none: 'tableUnchecked',
  running: 'tableRunning',
  ready: 'tableDone',
  failed: 'tableUnchecked',
} as const;

/** Links to the tables of a file with the states of their checks. */
export function CheckedTables({ tables, current, addressOf }: CheckedTablesProps) {
  const { t } = useTranslation('check');
  return (
    <TableLinks
      label={t('tables')}
      current={current}
      tables={tables.map(({ name, checkState }) => ({ name, href: addressOf(name), state: t(stateKeys[checkState]) }))}
    />
  );
}
