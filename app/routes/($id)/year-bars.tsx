import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { ChartLink } from './chart-link';
import { yearBars } from './chart-geometry';

/** Heights of the bars and of the years below them, in pixels. */
const barsHeight = 64;
const axisHeight = 18;
/** Share of the width of a year that its bar takes. */
const barShare = 0.8;

/** Number of hits by year of collection; nothing for fewer than two years. */
export function YearBars({ values }: { values: Facet['values'] }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const bars = yearBars(values);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <svg
      className="facet-chart"
      width="100%"
      height={barsHeight + axisHeight}
      role="group"
      aria-label={t('charts.years')}
    >
      {bars.map(({ value, count, x, width, share, isChosen }) => (
        <ChartLink
          key={value}
          facet="years"
          value={value}
          isChosen={isChosen}
          name={t('charts.year', { year: value, count, shown: formatNumber(count, language) })}
        >
          <rect className="target" x={`${x}%`} width={`${width}%`} height={barsHeight} />
          <rect
            x={`${x}%`}
            y={barsHeight * (1 - share / 100)}
            width={`${width * barShare}%`}
            height={barsHeight * (share / 100)}
          />
        </ChartLink>
      ))}
      <line x2="100%" y1={barsHeight} y2={barsHeight} />
      <text y={barsHeight + 14} aria-hidden="true">
        {first.value}
      </text>
      <text x="100%" y={barsHeight + 14} textAnchor="end" aria-hidden="true">
        {last.value}
      </text>
    </svg>
  );
}
