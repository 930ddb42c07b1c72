import { useTranslation } from 'react-i18next';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { groupName, type ShownDistribution } from './distribution-numbers';
import { type EndBar, endBarWidth, plotGeometry, type PlotGeometry, type PlotRow } from './plot-geometry';

/** Heights in em, so that the plot grows with its text. */
const rowHeight = 6.6;
const barsTop = 2.3;
const barsHeight = 3;
const summaryBelowBars = 0.55;
const axisHeight = 2.7;

interface DistributionPlotProps {
  distribution: ShownDistribution;
  titleId: string;
  /** Text alternative of the plot. */
  description: string;
}

/**
 * Histogram with one row per sex and the bounds as lines through all rows. It fills the available width: horizontal
 * positions are in percent, and outlines are stretched.
 */
export function DistributionPlot({ distribution, titleId, description }: DistributionPlotProps) {
  const language = useLanguage();
  const geometry = plotGeometry(distribution, (value) => formatNumber(value, language));
  const bottom = geometry.rows.length * rowHeight;
  const descriptionId = `${titleId}-words`;
  return (
    <svg
      className="distribution-plot"
      width="100%"
      height={`${bottom + axisHeight}em`}
      role="img"
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
    >
      <desc id={descriptionId}>{description}</desc>
      {geometry.bounds.map(({ kind, x }) => (
        <line key={x} className={`bound-${kind}`} x1={percent(x)} x2={percent(x)} y1="0.2em" y2={em(bottom)} />
      ))}
      {geometry.rows.map((row, index) => (
        <Row key={row.group.sex} row={row} top={index * rowHeight} scaled={geometry.scaled} />
      ))}
      <Axis geometry={geometry} top={bottom} />
    </svg>
  );
}

function Row({ row, top, scaled }: { row: PlotRow; top: number; scaled: PlotGeometry['scaled'] }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  const bottom = top + barsTop + barsHeight;
  const bars = { y: em(top + barsTop), height: em(barsHeight), preserveAspectRatio: 'none' };
  return (
    <>
      <text x={percent(row.nameX)} y={em(top + 1)}>
        <tspan className="row-name">{groupName(row.group, t)}</tspan>{' '}
        {t('count', { number: formatNumber(row.group.count, language) })}
      </text>
      <svg {...bars} x={percent(scaled.from)} width={percent(scaled.to - scaled.from)} viewBox="0 0 1000 100">
        <path className="bars" d={row.bars} />
      </svg>
      <line className="base-line" x1={percent(scaled.from)} x2={percent(scaled.to)} y1={em(bottom)} y2={em(bottom)} />
      {row.ends.map((end) => (
        <svg
          key={`${end.kind}-${end.side}`}
          {...bars}
          x={percent(end.x)}
          width={percent(endBarWidth)}
          viewBox="0 0 100 100"
        >
          <path className={`bar-${end.kind}`} d={end.bar} />
        </svg>
      ))}
      {row.ends.map((end) => (
        <EndCount key={`${end.kind}-${end.side}`} end={end} top={top} />
      ))}
      {row.summary ? <Summary summary={row.summary} y={em(bottom + summaryBelowBars)} /> : null}
    </>
  );
}

/** Number of results beyond a bound. Those beyond hard bounds are one line higher, so that all digits fit. */
function EndCount({ end: { kind, countLabel }, top }: { end: EndBar; top: number }) {
  const { x, text, anchor } = countLabel;
  const y = em(top + (kind === 'impossible' ? 1 : 2.05));
  return (
    <text className={`end-count-${kind}`} x={percent(x)} y={y} textAnchor={anchor}>
      {text}
    </text>
  );
}

/** Minimum, maximum, interquartile range and median. */
function Summary({ summary, y }: { summary: NonNullable<PlotRow['summary']>; y: string }) {
  return (
    <>
      <line className="whole-range" x1={percent(summary.min)} x2={percent(summary.max)} y1={y} y2={y} />
      <line
        className="middle-half"
        x1={percent(summary.lowerQuartile)}
        x2={percent(summary.upperQuartile)}
        y1={y}
        y2={y}
      />
      <circle className="median" cx={percent(summary.median)} cy={y} r="0.3em" />
    </>
  );
}

function Axis({ geometry, top }: { geometry: PlotGeometry; top: number }) {
  const rows = [
    { labels: geometry.ticks, y: top + 1.05 },
    { labels: geometry.hardLabels, y: top + 2.25 },
  ];
  return rows.map(({ labels, y }) =>
    labels.map(({ x, text }) => (
      <text key={`${x} ${text}`} className="scale" x={percent(x)} y={em(y)} textAnchor="middle">
        {text}
      </text>
    )),
  );
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

function em(value: number): string {
  return `${Math.round(value * 100) / 100}em`;
}
