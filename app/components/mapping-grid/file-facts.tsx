import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { CsvDialect, TableShape } from '@domain/api/uploads';

import { TableLinks } from '~/components/workflow/table-links';

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const decimalNames = { '.': 'point', ',': 'comma' } as const;

interface FileFactsProps {
  /** Address of the uploaded file. */
  original: string;
  dialect: CsvDialect | null;
  rowCount: number;
  /** Address of all rows; undefined if a button of the form leads there. */
  rowsAddress?: string;
}

/** Shows how the file was read, with a link to the original. */
export function FileFacts({ original, dialect, rowCount, rowsAddress }: FileFactsProps) {
  const { t } = useTranslation('reading');
  return (
    <p className="hint">
      {t('mapping:rows', { count: rowCount })}.{' '}
      {dialect
        ? t('dialect', {
            encoding: t(`encodings.${dialect.encoding}`),
            separator: t(`separators.${separatorNames[dialect.separator]}`),
            decimal: t(`decimals.${decimalNames[dialect.decimal]}`),
          })
        : null}{' '}
      {rowsAddress ? (
        <>
          <Link to={rowsAddress}>{t('showRows')}</Link>{' '}
        </>
      ) : null}
      <a href={original}>{t('mapping:original')}</a>
    </p>
  );
}

interface MappedTablesProps {
  tables: readonly TableShape[];
  current: string;
  addressOf: (table: string) => string;
  hint?: string;
}

/** Links to the tables of a file that show whether they are mapped. */
export function MappedTables({ tables, current, addressOf, hint }: MappedTablesProps) {
  const { t } = useTranslation('mapping');
  return (
    <TableLinks
      label={t('tables')}
      hint={hint}
      current={current}
      tables={tables.map(({ name, mapped }) => ({
        name,
        href: addressOf(name),
        state: t(mapped ? 'tableMapped' : 'tableUnmapped'),
      }))}
    />
  );
}
