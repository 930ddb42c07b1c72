import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import { normPercentiles } from '@domain/norms/age-groups';

import { spread } from '~/components/norms/curve-geometry';
import { useNormWords } from '~/components/norms/norm-words';
import { PictureText, useFrame } from '~/components/norms/picture-frame';

import type { EnteredResult } from './standing-reply.server';

/** Heights in lines of text: names of percentiles, ends of their marks, the line, and their values. */
const heights = { names: 1.2, upper: 1.9, line: 2.6, lower: 3.3, values: 4.7, all: 5.1 };
/** Half of the height of a mark on the line. */
const halfMark = 0.4;
/** Percentiles whose names would run into those beside them, unless they are the same result as others. */
const unnamed: readonly number[] = [10, 90];
/** Width of a character, between labels, and of the widest label, as shares of the narrowest picture. Own estimates. */
const [characterWidth, labelGap, mostWidth] = [0.026, 0.02, 0.18];

interface ResultPictureProps {
  answer: Pick<EnteredResult, 'test' | 'value'>;
  /** Values of the percentiles 3 to 97 at this age. */
  percentiles: readonly number[];
}

/** The result on a line with the percentiles at this age. The better end is at the right. */
export function ResultPicture({ answer: { test, value }, percentiles }: ResultPictureProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { across, down, look } = useFrame();
  const x = scaleOf(percentiles);
  const ticks = normPercentiles.map((percentile, at) => ({
    percentile,
    x: x(percentiles[at]!),
    value: words.nearest(percentiles[at]!, test),
  }));
  const named = ticks.map((tick) => `P${tick.percentile}: ${tick.value}`).join(', ');
  const label = t('standing.pictureLabel', { value: words.valueWithUnit(value, test), percentiles: named });
  const line = look('base') as SVGProps<SVGLineElement>;
  const y = down(heights.line);
  return (
    <svg className="norm-picture norm-result" width="100%" height={down(heights.all)} role="img" aria-label={label}>
      <line {...line} x1={across(0)} x2={across(1)} y1={y} y2={y} />
      {ticks.map((tick) => (
        <line
          key={tick.percentile}
          {...line}
          x1={across(tick.x)}
          x2={across(tick.x)}
          y1={down(heights.line - halfMark)}
          y2={down(heights.line + halfMark)}
        />
      ))}
      {labelTicks(ticks).map((one) => (
        <TickLabel key={one.name} {...one} />
      ))}
      <circle {...(look('own') as SVGProps<SVGCircleElement>)} cx={across(x(value))} cy={y} r={down(0.45)} />
    </svg>
  );
}

/** Where values are as shares of the width. One that is beyond the percentiles is at an edge; if all are the same, they are in the middle. */
function scaleOf(percentiles: readonly number[]): (value: number) => number {
  const [worst, best] = [percentiles[0]!, percentiles.at(-1)!];
  const shareOf = (value: number) =>
    best === worst ? 0.5 + Math.sign(value - best) : (value - worst) / (best - worst);
  return (value) => 0.08 + Math.min(1.08, Math.max(-0.08, shareOf(value))) * 0.84;
}

interface Tick {
  percentile: number;
  x: number;
  value: string;
}

/** The label of percentiles that are the same result: where they are on the line, and where the label stands. */
interface TickLabel {
  name: string;
  value: string;
  x: number;
  labelX: number;
}

/** Labels of the percentiles, with one for those that are told as the same value, and none above another. */
export function labelTicks(ticks: readonly Tick[]): TickLabel[] {
  const labels = ticks
    .filter(({ value }, at) => value !== ticks[at - 1]?.value)
    .map(({ value }) => ticks.filter((tick) => tick.value === value))
    .map((same) => ({ same, first: same[0]!, last: same.at(-1)! }))
    .filter(({ same, first }) => same.length > 1 || !unnamed.includes(first.percentile))
    .map(({ first, last }) => ({
      name: first === last ? `P${first.percentile}` : `P${first.percentile}–P${last.percentile}`,
      value: first.value,
      x: (first.x + last.x) / 2,
    }));
  const longest = Math.max(...labels.flatMap(({ name, value: told }) => [name.length, told.length]));
  const width = Math.min(mostWidth, longest * characterWidth);
  const free = 1 - width;
  const shares = spread(
    labels.map(({ x }) => (x - width / 2) / free),
    (width + labelGap) / free,
  );
  return labels.map((label, at) => ({ ...label, labelX: width / 2 + shares[at]! * free }));
}

/** A name above the line and a value below it, each with a leader to its place on the line. */
function TickLabel({ name, value, x, labelX }: TickLabel) {
  const { across, down, look } = useFrame();
  const leader = look('leader') as SVGProps<SVGLineElement>;
  const { line, upper, lower } = heights;
  return (
    <g>
      {[
        { end: upper - 0.4, start: line - halfMark },
        { end: lower + 0.4, start: line + halfMark },
      ].map(({ end, start }) => (
        <line key={start} {...leader} x1={across(x)} x2={across(labelX)} y1={down(start)} y2={down(end)} />
      ))}
      <PictureText look="scale" x={labelX} y={heights.names} anchor="middle">
        {name}
      </PictureText>
      <PictureText look="scale" x={labelX} y={heights.values} anchor="middle">
        {value}
      </PictureText>
    </g>
  );
}
