import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { ChartLink } from './chart-link';
import { countryBars, mapCircles, mapSize, outlinePoints } from './chart-geometry';

/** Height of a bar with its name, in units of the drawing. */
const barHeight = 24;
/** Countries that are drawn; the list has all. */
const barsShown = 8;

/** Regions of the hits: a map of German postal areas and bars of countries; each where there are at least two. */
export function RegionMap({ values }: { values: Facet['values'] }) {
  return (
    <>
      <GermanyMap values={values} />
      <CountryBars values={values} />
    </>
  );
}

function GermanyMap({ values }: { values: Facet['values'] }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const circles = mapCircles(values);
  if (circles.length < 2) return null;
  return (
    <svg
      className="facet-chart"
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      role="group"
      aria-label={t('charts.map')}
    >
      <polygon className="outline" points={outlinePoints} />
      {circles.map(({ value, area, count, isChosen, x, y, radius }) => (
        <ChartLink
          key={value}
          facet="region"
          value={value}
          isChosen={isChosen}
          name={t('charts.area', { area, count, shown: formatNumber(count, language) })}
        >
          <circle cx={x} cy={y} r={radius} />
        </ChartLink>
      ))}
    </svg>
  );
}

function CountryBars({ values }: { values: Facet['values'] }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const bars = countryBars(values);
  if (bars.length < 2) return null;
  const shown = bars.slice(0, barsShown);
  return (
    <svg
      className="facet-chart"
      width="100%"
      height={shown.length * barHeight}
      role="group"
      aria-label={t('charts.countries')}
    >
      {shown.map(({ value, label, count, share, isChosen }, index) => (
        <ChartLink
          key={value}
          facet="region"
          value={value}
          isChosen={isChosen}
          name={t('charts.country', { country: label, count, shown: formatNumber(count, language) })}
        >
          <rect className="target" y={index * barHeight} width="100%" height={barHeight} />
          <text y={index * barHeight + 12}>{label}</text>
          <rect y={index * barHeight + 16} width={`${share}%`} height="5" />
        </ChartLink>
      ))}
    </svg>
  );
}
