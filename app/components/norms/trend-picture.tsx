import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import { normSexes, type NormSex } from '@domain/norms/age-groups';

import { useNormWords } from './norm-words';
import { type Look, Paths, Picture, PictureText, useFrame } from './picture-frame';
import { Mark, type MarkShape } from './point-marks';

/** Where the lines are: shares of the width, and heights in lines of text. */
const box = { left: 0.09, width: 0.87, top: 2.6, height: 9 };
const yearLine = box.top + box.height + 1.4;
const pictureLines = yearLine + 0.6;
/** Shape of the marks of a sex. */
export const trendShapes: Record<NormSex, MarkShape> = { f: 'circle', m: 'square' };
/** Lines of a sex: the sexes differ by their dashes and the shapes of their marks, never by colour alone. */
export const trendLook: Record<NormSex, Look> = { f: 'middle', m: 'outer' };
const mostYearTicks = 8;
const standingTicks = [0, 25, 50, 75, 100];

/** Years at both ends, and where the standing of each sex lies in them; null with less than two years. */
export function drawTrend(trend: Norms['trend']) {
  const known = trend.flatMap(({ standing, ...one }) => (standing === null ? [] : [{ ...one, standing }]));
  const years = [...new Set(known.map(({ year }) => year))].toSorted((a, b) => a - b);
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const step = Math.ceil((last - first + 1) / mostYearTicks);
  const xOf = (year: number) => (year - first) / (last - first);
  return {
    ticks: Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step).map(
      (year) => ({ year, x: xOf(year) }),
    ),
    lines: normSexes.flatMap((sex) => {
      const own = known.filter((one) => one.sex === sex);
      const places = own.map(({ year, standing }) => ({ year, standing, x: xOf(year), y: 1 - standing / 100 }));
      return places.length > 0 ? [{ sex, pieces: followingYears(places) }] : [];
    }),
  };
}

/** Places in pieces of years that follow each other: where nobody was tested, there is no line. */
function followingYears<Place extends { year: number }>(places: readonly Place[]): Place[][] {
  return places.reduce<Place[][]>((pieces, place) => {
    const last = pieces.at(-1);
    if (last?.at(-1)?.year === place.year - 1) last.push(place);
    else pieces.push([place]);
    return pieces;
  }, []);
}

interface TrendPictureProps {
  norms: Pick<Norms, 'trend' | 'test' | 'version'>;
}

/** Where the median person of each year stands in the curves; nothing with less than two years. */
export function TrendPicture({ norms: { trend, test, version } }: TrendPictureProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const drawn = drawTrend(trend);
  if (!drawn) return null;
  const file = {
    title: t('picture.trendTitle', { test: test.label }),
    description: [t('picture.trendDescription'), ...drawn.lines.map(({ sex }) => t(`picture.trendLines.${sex}`))].join(
      ' ',
    ),
    source: t('picture.source', { version: words.version(version) }),
  };
  return (
    <Picture label={t('picture.trendLabel', { test: test.label })} lines={pictureLines} file={file}>
      <PictureText look="heading" x={0} y={1}>
        {t('studies.standing')}
      </PictureText>
      <StandingGrid />
      <Paths box={box} paths={drawn.lines.map(({ sex, pieces }) => ({ look: trendLook[sex], pieces }))} />
      {drawn.lines.map(({ sex, pieces }) =>
        pieces
          .flat()
          .map(({ year, x, y }) => (
            <Mark key={`${sex} ${year}`} look="own" shape={trendShapes[sex]} x={xIn(x)} y={yIn(y)} radius={0.25} />
          )),
      )}
      {drawn.ticks.map(({ year, x }) => (
        <PictureText key={year} look="scale" x={xIn(x)} y={yearLine} anchor={x === 1 ? 'end' : 'middle'}>
          {year}
        </PictureText>
      ))}
    </Picture>
  );
}

const xIn = (x: number) => box.left + x * box.width;
const yIn = (y: number) => box.top + y * box.height;

/** Lines at some percentiles, with their numbers. */
function StandingGrid() {
  const { across, down, look } = useFrame();
  const grid = look('grid') as SVGProps<SVGLineElement>;
  return standingTicks.map((standing) => {
    const y = yIn(1 - standing / 100);
    return (
      <g key={standing}>
        <line {...grid} x1={0} x2={across(xIn(1))} y1={down(y)} y2={down(y)} />
        <PictureText look="scale" x={0} y={y - 0.25}>
          {standing}
        </PictureText>
      </g>
    );
  });
}
