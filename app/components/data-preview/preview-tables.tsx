import { useTranslation } from 'react-i18next';

import type { TableShape } from '@domain/api/uploads';

import { TableLinks } from '~/components/workflow/table-links';

interface PreviewTablesProps {
  tables: readonly TableShape[];
  current: string;
  addressOf: (table: string) => string;
}

/** Links to the tables of a file with their numbers of rows. */
export function PreviewTables({ tables, current, addressOf }: PreviewTablesProps) {
  const { t } = useTranslation('mapping');
  return (
    <TableLinks
      label={t('tables')}
      current={current}
      tables={tables.map(({ name, rowCount }) => ({
        name,
        href: addressOf(name),
        state: t('rows', { count: rowCount }),
      }))}
    />
  );
}
