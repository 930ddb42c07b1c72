import { useTranslation } from 'react-i18next';

import type { MonthFigures } from '@domain/api/board-figures';
import { formatDay } from '@domain/formats';
import { useLanguage } from '~/i18n/use-language';

import { monthBars } from './month-bars';

/** Heights of the bars and of the months below them, in pixels. */
const barsHeight = 96;
const axisHeight = 20;

/** Submissions and decisions of each month as bars. The table below has the same numbers. */
export function MonthChart({ months }: { months: readonly MonthFigures[] }) {
  const { t } = useTranslation('board-figures');
  const language = useLanguage();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <figure className="month-chart">
      <figcaption>
        {t('chart.heading')} <span className="key submitted">{t('chart.submitted')}</span>{' '}
        <span className="key decided">{t('chart.decided')}</span>
      </figcaption>
      <svg width="100%" height={barsHeight + axisHeight} role="img" aria-label={t('chart.label')}>
        {monthBars(months).map(({ month, kind, x, width, share }) => (
          <rect
            key={`${month}-${kind}`}
            className={kind}
            x={`${x}%`}
            y={barsHeight * (1 - share)}
            width={`${width}%`}
            height={barsHeight * share}
          />
        ))}
        <line x2="100%" y1={barsHeight} y2={barsHeight} />
        <text y={barsHeight + 15}>{formatDay(first.month.split('-'), language)}</text>
        <text x="100%" y={barsHeight + 15} textAnchor="end">
          {formatDay(last.month.split('-'), language)}
        </text>
      </svg>
    </figure>
  );
}
