import type { TFunction } from 'i18next';
import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { NormPoint, NormTest } from '@domain/api/norms';
import { withMinusSign } from '@domain/formats';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { curveBox } from './curve-box';
import { type CurveDrawing, type Edges, undrawnOf } from './curve-geometry';
import type { DrawnGroup } from './drawn-groups';
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

interface CurvePictureProps extends DrawnGroup {
  test: Pick<NormTest, 'label' | 'unit'>;
  points: readonly NormPoint[];
  edges: Edges;
  version: string;
}

/** Percentile curves of a sex by age, with the results behind them, groups beside them and the number of people. */
export function CurvePicture({ test, group, drawing, points, edges, version }: CurvePictureProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const shapes = shapesOf(points);
  const named = { test: test.label, sex: group.label };
  const file = {
    title: t('picture.title', named),
    description: describePicture({ group, points, edges, drawing }, t),
    source: t('picture.source', { version: words.version(version) }),
  };
  return (
    <Picture label={t('picture.label', named)} lines={pictureLines} file={file}>
      <PageHeading>{group.label}</PageHeading>
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
      <LineNames box={curveBox} lines={drawing.lines} marks={[...drawing.dots, ...drawing.points]} />
      <Marks drawing={drawing} shapes={shapes} />
      {drawing.bars.length > 0 ? <Bars drawing={drawing} /> : null}
    </Picture>
  );
}

/** A heading that the title of a file has already. */
function PageHeading({ children }: { children: string }) {
  if (useFrame().stretch) return null;
  return (
    <PictureText look="heading" x={0} y={1}>
      {children}
    </PictureText>
  );
}

type Described = Pick<CurvePictureProps, 'group' | 'drawing' | 'points' | 'edges'>;

/** What files say below the picture, which have no key beside them, and no table. */
function describePicture({ group, points, edges, drawing }: Described, t: TFunction<'compare'>): string {
  const drawn = new Set(drawing.points.map(({ nr }) => nr));
  const marks = [...shapesOf(points)]
    .filter(([nr]) => drawn.has(nr))
    .map(([nr, shape]) => t('picture.mark', { shape: t(`picture.shapes.${shape}`), nr }));
  const own = points.filter(({ sex }) => sex === group.sex);
  const { ages, dataSets } = undrawnOf({ groups: [group], points: own }, edges);
  return [
    drawing.bars.length > 0 ? t('picture.description') : '',
    marks.length > 0 ? t('picture.marks', { marks: marks.join(', ') }) : '',
    drawing.ages.length > 1 ? t('curves.broken') : '',
    ages.length > 0 || dataSets.length > 0 ? t('picture.undrawn') : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const xIn = (box: PlotBox, x: number) => box.left + x * box.width;
const yIn = (box: PlotBox, y: number) => box.top + y * box.height;

function Scales({ drawing: { valueTicks, ageTicks, ages } }: { drawing: CurveDrawing }) {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  return (
    <>
      {valueTicks.map(({ value, y }) => (
        <g key={value}>
          <Level look="grid" ages={ages} y={yIn(curveBox, y)} />
          <PictureText look="scale" x={0} y={yIn(curveBox, y) - 0.25}>
            {withMinusSign(formatNumber(value, language))}
          </PictureText>
        </g>
      ))}
      {ageTicks.map(({ age, x }) => (
        <PictureText key={age} look="scale" x={xIn(curveBox, x)} y={ageLine} anchor="middle">
          {age}
        </PictureText>
      ))}
      <PictureText look="scale" x={1} y={ageLine} anchor="end">
        {t('picture.years')}
      </PictureText>
    </>
  );
}

/** A line across the picture, broken where the axis of ages is. */
function Level({ look: name, ages, y }: { look: 'grid' | 'base'; ages: CurveDrawing['ages']; y: number }) {
  const { across, down, look } = useFrame();
  return ages.map(({ start, left, width }) => (
    <line
      key={start}
      {...(look(name) as SVGProps<SVGLineElement>)}
      x1={across(left === 0 ? 0 : xIn(curveBox, left))}
      x2={across(xIn(curveBox, left + width))}
      y1={down(y)}
      y2={down(y)}
    />
  ));
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

/** How many people there are at each age. The largest number stands below the level that it reaches. */
function Bars({ drawing: { bars, ages } }: { drawing: CurveDrawing }) {
  const { across, down, look, stretch } = useFrame();
  const { number } = useNormWords();
  const bottom = barsTop + barsHeight;
  const bar = look('bar') as SVGProps<SVGRectElement>;
  return (
    <>
      <PictureText look="scale" x={0} y={bottom - 0.3}>
        n
      </PictureText>
      <Level look="grid" ages={ages} y={barsTop} />
      <PictureText look="scale" x={xIn(curveBox, 1) + 0.01} y={barsTop + 0.8}>
        {number(Math.max(...bars.map(({ persons }) => persons)))}
      </PictureText>
      {bars.map(({ age, x, width, share }) => (
        <rect
          key={age}
          {...bar}
          data-age={stretch ? undefined : age}
          x={across(xIn(curveBox, x))}
          width={across(width * curveBox.width)}
          y={down(bottom - share * barsHeight)}
          height={down(share * barsHeight)}
        />
      ))}
      <Level look="base" ages={ages} y={bottom} />
    </>
  );
}
