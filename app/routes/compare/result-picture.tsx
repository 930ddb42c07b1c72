import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import { normPercentiles } from '@domain/norms/age-groups';

import { useNormWords } from '~/components/norms/norm-words';
import { PictureText, useFrame } from '~/components/norms/picture-frame';

import type { EnteredResult } from './standing-reply.server';

/** Heights in lines of text: names of percentiles, the line, and their values. */
const heights = { names: 1.2, line: 2.1, values: 4, all: 4.4 };
/** Percentiles whose names would run into those beside them. */
const unnamed: readonly number[] = [10, 90];

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
  const [worst, best] = [percentiles[0]!, percentiles.at(-1)!];
  const span = best - worst || 1;
  const x = (one: number) => 0.08 + Math.min(1.08, Math.max(-0.08, (one - worst) / span)) * 0.84;
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
        <Tick key={tick.percentile} {...tick} />
      ))}
      <circle {...(look('own') as SVGProps<SVGCircleElement>)} cx={across(x(value))} cy={y} r={down(0.45)} />
    </svg>
  );
}

/** A percentile with its value, at a share of the width. */
function Tick({ percentile, x, value }: { percentile: number; x: number; value: string }) {
  const { across, down, look } = useFrame();
  const line = look('base') as SVGProps<SVGLineElement>;
  const middle = heights.line;
  return (
    <g>
      <line {...line} x1={across(x)} x2={across(x)} y1={down(middle - 0.5)} y2={down(middle + 0.5)} />
      {unnamed.includes(percentile) ? null : (
        <>
          <PictureText look="scale" x={x} y={heights.names} anchor="middle">
            {`P${percentile}`}
          </PictureText>
          <PictureText look="scale" x={x} y={heights.values} anchor="middle">
            {value}
          </PictureText>
        </>
      )}
    </g>
  );
}
