import type { TFunction } from 'i18next';
import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { NormGroup, NormPoint, NormTest } from '@domain/api/norms';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { curveBox } from './curve-box';
import { type CurveDrawing, drawCurves, type Edges } from './curve-geometry';
import { LineNames } from './line-names';
import { useNormWords } from './norm-words';
import { lookOfPercentile } from './percentile-look';
import { Paths, Picture, PictureText, type PlotBox, useFrame } from './picture-frame';
import { Mark, shapesOf } from './point-marks';

/** Heights in lines of text: of the bars below the plot, and of the whole picture. */
const barsTop = curveBox.top + curveBox.height + 0.6;
const barsHeight = 1.8;
const ageLine = barsTop + barsHeight + 1.2;
const pictureLines = ageLine + 1.5;

interface CurvePictureProps {
  test: Pick<NormTest, 'label' | 'unit'>;
  group: NormGroup;
  points: readonly NormPoint[];
  edges: Edges;
  version: string;
}

/** Percentile curves of a sex by age, with the results behind them, groups beside them and the number of people. */
export function CurvePicture({ test, group, points, edges, version }: CurvePictureProps) {
  const { t } = useTranslation('compare');
  const drawing = drawCurves(group, points, edges);
  const words = useNormWords();
  const shapes = shapesOf(points);
  const named = { test: test.label, sex: group.label };
  const file = {
    title: t('picture.title', named),
    description: [...(group.ages.length > 0 ? [t('picture.description')] : []), ...describeShapes(shapes, t)].join(' '),
    source: t('picture.source', { version: words.version(version) }),
  };
  return (
    <Picture label={t('picture.label', named)} lines={pictureLines} file={file}>
      <PictureText look="heading" x={0} y={1}>
        {group.label}
      </PictureText>
      {test.unit === '' ? null : (
        <PictureText look="scale" x={1} y={1} anchor="end">
          {t('picture.unit', { unit: test.unit })}
        </PictureText>
      )}
      <Scales drawing={drawing} />
      <Paths
        box={curveBox}
        paths={drawing.lines.map(({ percentile, pieces }) => ({ look: lookOfPercentile(percentile), pieces }))}
      />
      <LineNames box={curveBox} lines={drawing.lines} />
      <Marks drawing={drawing} shapes={shapes} />
      {group.ages.length > 0 ? <Bars drawing={drawing} /> : null}
    </Picture>
  );
}

/** Which mark stands for which data set, for files, which have no key beside them. */
function describeShapes(shapes: ReturnType<typeof shapesOf>, t: TFunction<'compare'>): string[] {
  const marks = [...shapes].map(([nr, shape]) => t('picture.mark', { shape: t(`picture.shapes.${shape}`), nr }));
  return marks.length === 0 ? [] : [t('picture.marks', { marks: marks.join(', ') })];
}

const xIn = (box: PlotBox, x: number) => box.left + x * box.width;
const yIn = (box: PlotBox, y: number) => box.top + y * box.height;

function Scales({ drawing: { valueTicks, ageTicks } }: { drawing: CurveDrawing }) {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  const { across, down, look } = useFrame();
  const line = look('grid') as SVGProps<SVGLineElement>;
  return (
    <>
      {valueTicks.map(({ value, y }) => (
        <g key={value}>
          <line
            {...line}
            x1={0}
            x2={across(xIn(curveBox, 1))}
            y1={down(yIn(curveBox, y))}
            y2={down(yIn(curveBox, y))}
          />
          <PictureText look="scale" x={0} y={yIn(curveBox, y) - 0.25}>
            {formatNumber(value, language)}
          </PictureText>
        </g>
      ))}
      {ageTicks.map(({ age, x }) => (
        <PictureText key={age} look="scale" x={xIn(curveBox, x)} y={ageLine} anchor="middle">
          {age}
        </PictureText>
      ))}
      <PictureText look="scale" x={xIn(curveBox, 1) + 0.01} y={ageLine}>
        {t('picture.years')}
      </PictureText>
    </>
  );
}

/** Percentiles of the results, and groups beside the curves. */
function Marks({ drawing: { dots, points }, shapes }: { drawing: CurveDrawing; shapes: ReturnType<typeof shapesOf> }) {
  const { across, down, look } = useFrame();
  const dot = look('dot') as SVGProps<SVGCircleElement>;
  return (
    <>
      {dots.map(({ age, percentile, x, y }) => (
        <circle
          key={`${age} ${percentile}`}
          {...dot}
          cx={across(xIn(curveBox, x))}
          cy={down(yIn(curveBox, y))}
          r={down(0.13)}
        />
      ))}
      {points.map(({ nr, x, y }, index) => (
        <Mark
          key={`${nr} ${index}`}
          look="point"
          shape={shapes.get(nr)!}
          x={xIn(curveBox, x)}
          y={yIn(curveBox, y)}
          radius={0.33}
        />
      ))}
    </>
  );
}

/** How many people there are at each age. */
function Bars({ drawing: { bars } }: { drawing: CurveDrawing }) {
  const { across, down, look } = useFrame();
  const bottom = barsTop + barsHeight;
  const bar = look('bar') as SVGProps<SVGRectElement>;
  const base = look('base') as SVGProps<SVGLineElement>;
  return (
    <>
      <PictureText look="scale" x={0} y={bottom - 0.3}>
        n
      </PictureText>
      {bars.map(({ age, x, width, share }) => (
        <rect
          key={age}
          {...bar}
          x={across(xIn(curveBox, x))}
          width={across(width * curveBox.width)}
          y={down(bottom - share * barsHeight)}
          height={down(share * barsHeight)}
        />
      ))}
      <line {...base} x1={0} x2={across(xIn(curveBox, 1))} y1={down(bottom)} y2={down(bottom)} />
    </>
  );
}
