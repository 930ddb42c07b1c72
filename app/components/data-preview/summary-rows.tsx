import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ColumnMeasures, ColumnSummary } from '@domain/column-info';
import { withDecimalSign } from '@domain/formats';

import type { LeadRow } from '~/components/data-grid/data-grid';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Maximum number of value labels listed for a column. */
const labelsListed = 12;

/**
 * Statistics of the columns on a page, one line per measure. Lines without any value are left out. `exactAddress`
 * returns the address of the page with exact values for the column at an index.
 */
export function useSummaryRows(
  summaries: readonly ColumnSummary[],
  exactAddress: (index: number) => string,
): LeadRow[] {
  const { t } = useTranslation('reading');
  const language = useLanguage();
  const line = (label: string, cells: ReactNode[]): LeadRow => ({ id: label, label, cells });
  const measured = (label: string, cellOf: (measures: ColumnMeasures) => ReactNode) =>
    line(
      label,
      summaries.map(({ measures }) => measures && cellOf(measures)),
    );
  const count = (value: number) => formatNumber(value, language);
  const about = (value: string, isExact: boolean) => (isExact ? value : t('summary.about', { value }));
  const decimal = (value: string | null) => value && withDecimalSign(value, language);
  const isEstimated = (measures: ColumnMeasures | null) =>
    measures !== null && !(measures.distinctIsExact && (measures.median === null || measures.medianIsExact));
  const lines = [
    measured(t('summary.kind'), (measures) => <Kind measures={measures} />),
    measured(t('summary.distinct'), ({ distinct, distinctIsExact }) => about(count(distinct), distinctIsExact)),
    measured(t('summary.missing'), ({ missing }) => count(missing)),
    measured(t('summary.min'), ({ min }) => decimal(min)),
    measured(t('summary.median'), ({ median, medianIsExact }) => median && about(decimal(median) ?? '', medianIsExact)),
    measured(t('summary.max'), ({ max }) => decimal(max)),
    line(
      t('summary.exact'),
      summaries.map(({ name, measures }, index) =>
        isEstimated(measures) ? (
          <Link key={name} to={exactAddress(index)} preventScrollReset>
            {t('summary.count')} <span className="visually-hidden">{t('summary.countOf', { name })}</span>
          </Link>
        ) : null,
      ),
    ),
    line(
      t('summary.labels'),
      summaries.map(({ valueLabels }) => valueLabels && <Labels labels={valueLabels} />),
    ),
  ];
  return lines.filter(({ cells }) => cells.some((cell) => cell !== null));
}

/** Type of the values, with their decimal sign if they have one. */
function Kind({ measures: { kind, decimal } }: { measures: ColumnMeasures }) {
  const { t } = useTranslation('reading');
  if (decimal === null) return t(`summary.kinds.${kind}`);
  return t('summary.kindWithSign', {
    kind: t(`summary.kinds.${kind}`),
    sign: t(`decimals.${decimal === ',' ? 'comma' : 'point'}`),
  });
}

/** Labels of coded values: '1 = male'. */
function Labels({ labels }: { labels: Record<string, string> }) {
  const { t } = useTranslation('reading');
  const entries = Object.entries(labels);
  const rest = entries.length - labelsListed;
  return (
    <ul className="value-labels">
      {entries.slice(0, labelsListed).map(([value, label]) => (
        <li key={value}>{t('summary.label', { value, label })}</li>
      ))}
      {rest > 0 ? <li>{t('summary.labelsMore', { count: rest })}</li> : null}
    </ul>
  );
}
