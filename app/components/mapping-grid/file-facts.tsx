import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { CsvDialect } from '@domain/api/uploads';

import { decimalNames, separatorNames } from '~/components/reading/reading-fields';

interface FileFactsProps {
  /** Address of the uploaded file. */
  original: string;
  dialect: CsvDialect | null;
  rowCount: number;
  /** Address of all rows; undefined if a button of the form leads there. */
  rowsAddress?: string;
  /** Further links. */
  children?: ReactNode;
}

/** Shows how the file was read, with a link to the original. */
export function FileFacts({ original, dialect, rowCount, rowsAddress, children }: FileFactsProps) {
  const { t } = useTranslation('reading');
  return (
    <p className="hint">
      {t('mapping:dataRows', { count: rowCount })}.{' '}
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
      {children ? <> · {children}</> : null}
    </p>
  );
}
