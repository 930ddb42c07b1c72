import type { ShownTest } from '@domain/api/published-distributions';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { barsOf, type BarRow, type DrawnGroup, linesOf, mostInArea } from './picture-geometry';

/** Heights in em, so that the pictures grow with their text. */
const rowHeight = 4.4;
const barsTop = 1.4;
const barsHeight = 2.3;
const axisHeight = 1.2;
const curvesHeight = 7;

/** Name of a group: its sex, 'sex unknown', or 'all' without a column for sex. */
export function useSexNames(labels: Record<string, string>): (sex: string | null) => string {
  const { t } = useTranslation('published-distributions');
  return (sex) => (sex === null ? t('pictures.all') : (labels[sex] ?? t('pictures.unknown')));
}

interface TestPictureProps {
  test: ShownTest;
  sexLabels: Record<string, string>;
}

/** Histogram with a row for each sex. It fills the available width. */
export function SexPicture({ test, sexLabels }: TestPictureProps) {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  const { histogram, label } = test;
  if (!histogram || histogram.groups.every(({ bins }) => bins.length === 0)) return null;
  const { rows, ends } = barsOf(histogram);
  const bottom = rows.length * rowHeight;
  return (
    <svg
      className="distribution-plot"
      width="100%"
      height={em(bottom + axisHeight)}
      role="img"
      aria-label={t('pictures.bySex', { test: label })}
    >
      {rows.map((row, index) => (
        <Bars key={row.sex} row={row} top={index * rowHeight} sexLabels={sexLabels} />
      ))}
      <Ends ends={ends.map((end) => formatNumber(end, language))} y={bottom + axisHeight - 0.2} />
    </svg>
  );
}

function Bars({ row, top, sexLabels }: { row: BarRow; top: number; sexLabels: Record<string, string> }) {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  const nameOf = useSexNames(sexLabels);
  const [lower, median, upper] = row.quartiles.map((x) => `${x}%`);
  const bottom = top + barsTop + barsHeight;
  const y = em(bottom + 0.35);
  return (
    <>
      <text x="0" y={em(top + 1)}>
        <tspan className="row-name">{nameOf(row.sex)}</tspan>{' '}
        {t('pictures.count', { number: formatNumber(row.results, language) })}
      </text>
      <svg y={em(top + barsTop)} height={em(barsHeight)} viewBox="0 0 1000 100" preserveAspectRatio="none">
        <path className="bars" d={row.bars} />
      </svg>
      <line className="base-line" x2="100%" y1={em(bottom)} y2={em(bottom)} />
      <line className="middle-half" x1={lower} x2={upper} y1={y} y2={y} />
      <circle className="median" cx={median} cy={y} r=".3em" />
    </>
  );
}

/** Lines by age: of all sexes together, or of each one where there are many lines. One age makes no line. */
export function AgePictures({ test, sexLabels }: TestPictureProps) {
  const { t } = useTranslation('published-distributions');
  const nameOf = useSexNames(sexLabels);
  const { curves, label } = test;
  if (!curves) return null;
  const hasValues = (at: number) =>
    curves.groups.some(({ lines }) => lines.some(({ values }) => values[at] !== undefined && values[at] !== null));
  if (curves.ages.filter((_, at) => hasValues(at)).length < 2) return <p className="hint">{t('pictures.oneAge')}</p>;
  // With more lines, each sex has a picture of its own.
  const isShared = curves.groups.every(({ lines }) => lines.length <= mostInArea);
  if (isShared) {
    return <Lines test={test} groups={curves.groups} label={t('pictures.byAge', { test: label })} />;
  }
  return curves.groups.map((group) => (
    <Lines
      key={group.sex}
      test={test}
      groups={[group]}
      label={t('pictures.byAgeOf', { test: label, sex: nameOf(group.sex) })}
      name={nameOf(group.sex)}
    />
  ));
}

interface LinesProps {
  test: ShownTest;
  groups: NonNullable<ShownTest['curves']>['groups'];
  label: string;
  /** Whose lines they are, if not those of all. */
  name?: string;
}

function Lines({ test: { curves }, groups, label, name }: LinesProps) {
  const { t } = useTranslation('published-distributions');
  const language = useLanguage();
  if (!curves) return null;
  const drawn = linesOf(curves, groups, curves.groups);
  const [least, largest] = drawn.values.map((value) => formatNumber(value, language));
  const [youngest = '', oldest = ''] = drawn.ages.map((age) => formatNumber(age, language));
  const top = 1.3;
  return (
    <svg className="distribution-plot" width="100%" height={em(top + curvesHeight + 2.4)} role="img" aria-label={label}>
      <text className="scale" y="1em">
        {largest}
      </text>
      {name ? (
        <text className="row-name" x="100%" y="1em" textAnchor="end">
          {name}
        </text>
      ) : null}
      <svg className="curves" y={em(top)} height={em(curvesHeight)} viewBox="0 0 1000 100" preserveAspectRatio="none">
        {drawn.groups.map((group) => (
          <Curve key={group.sex} group={group} />
        ))}
      </svg>
      <text className="scale" y={em(top + curvesHeight + 1)}>
        {least}
      </text>
      <line className="base-line" x2="100%" y1={em(top + curvesHeight + 1.2)} y2={em(top + curvesHeight + 1.2)} />
      <Ends ends={[t('pictures.firstAge', { age: youngest }), oldest]} y={top + curvesHeight + 2.3} />
    </svg>
  );
}

function Curve({ group: { sex, area, lines } }: { group: DrawnGroup }) {
  return (
    <g className={`curve-${sex ?? 'all'}`}>
      {area ? <path className="area" d={area} /> : null}
      {lines.map(({ path, isMiddle }) => (
        <path key={path} className={isMiddle ? 'middle' : undefined} d={path} />
      ))}
    </g>
  );
}

/** Numbers at both ends of a scale. */
function Ends({ ends: [first, last], y }: { ends: string[]; y: number }) {
  return (
    <>
      <text className="scale" y={em(y)}>
        {first}
      </text>
      <text className="scale" x="100%" y={em(y)} textAnchor="end">
        {last}
      </text>
    </>
  );
}

function em(value: number): string {
  return `${Math.round(value * 100) / 100}em`;
}
