import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';
import { type ReadingValues, readingValues } from '~/forms/reading-form';

import { decimalNames, ReadingFields, separatorNames } from './reading-fields';

interface ReadingDetailsProps {
  reading: ParseResult;
  /** Table whose header row can be chosen. */
  table: string;
  /** Choices that were not sent yet; null = use the stored ones. */
  typed: ReadingValues | null;
}

/** One line that says how the file was read, which unfolds the fields that change it. */
export function ReadingDetails({ reading, table, typed }: ReadingDetailsProps) {
  const { t } = useTranslation('reading');
  const parts = useReadAs(reading, table).join(', ');
  if (reading.scope === 'none') return null;
  const stored = JSON.stringify(readingValues(reading.choices, table));
  const isChanged = typed !== null && JSON.stringify(typed) !== stored;
  return (
    <details className="reading-details" open={isChanged || reading.failure !== null}>
      <summary>{t('readAs.line', { parts })}</summary>
      <ReadingFields reading={reading} table={table} typed={typed} />
    </details>
  );
}

/** What was found out or chosen about a file and one of its tables, in a few words each. */
function useReadAs({ dialect, tables }: ParseResult, table: string): string[] {
  const { t } = useTranslation('reading');
  const { top, dated = [] } = tables.find(({ name }) => name === table) ?? {};
  const orders = new Set(dated.map(({ order }) => order));
  return [
    dialect ? t(`separators.${separatorNames[dialect.separator]}`) : [],
    dialect ? t(`readAs.${decimalNames[dialect.decimal]}`) : [],
    dialect ? t(`readAs.encodings.${dialect.encoding}`) : [],
    orders.size === 1 ? [...orders].map((order) => t(`readAs.${order}`)) : [],
    top ? (top.headerRow === 0 ? t('readAs.noHeader') : t('readAs.header', { row: top.headerRow })) : [],
  ].flat();
}
