import { useTranslation } from 'react-i18next';

import type { NormGroup, NormTest } from '@domain/api/norms';
import { normPercentiles } from '@domain/norms/age-groups';

import { xOfAge } from './age-axis';
import { drawCurves, type Edges } from './curve-geometry';
import { LineNames } from './line-names';
import { useNormWords } from './norm-words';
import { Paths, Picture, PictureText } from './picture-frame';
import { lookOfPercentile } from './percentile-look';

/** Where the lines are: the names of some fit beside them, with their last values. */
const box = { left: 0, width: 0.74, top: 1.6, height: 7 };
const ageLine = box.top + box.height + 1.3;
const named = [3, 50, 97];

interface SmallCurvesProps {
  test: Pick<NormTest, 'label' | 'unit' | 'decimals'>;
  group: NormGroup;
  edges: Edges;
}

/** Percentile curves without results and scales, as a picture that leads to the whole; the last values are told. */
export function SmallCurves({ test, group, edges }: SmallCurvesProps) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { lines } = drawCurves(group, [], edges);
  const points = group.curves.flat();
  const last = points.at(-1)?.values ?? [];
  const valueOf = (percentile: number) => last[normPercentiles.findIndex((one) => one === percentile)] ?? 0;
  const label = t('picture.title', { test: test.label, sex: group.label });
  const told = named.map((percentile) => `P${percentile}: ${words.nearestWithUnit(valueOf(percentile), test)}`);
  const ends = [points[0], points.at(-1)].flatMap((point) => {
    const x = point ? xOfAge(edges.ages, point.age) : null;
    return point && x !== null ? [{ age: Math.floor(point.age), x: x * box.width }] : [];
  });
  const lastAge = t('table.years', { age: ends.at(-1)?.age });
  return (
    <Picture
      label={`${label}. ${lastAge}: ${told.join(', ')}`}
      lines={ageLine + 0.3}
      file={{ title: label, description: '', source: '' }}
    >
      <PictureText look="heading" x={0} y={1}>
        {group.label}
      </PictureText>
      {test.unit === '' ? null : (
        <PictureText look="scale" x={1} y={1} anchor="end">
          {t('picture.unit', { unit: test.unit })}
        </PictureText>
      )}
      <Paths
        box={box}
        paths={lines.map(({ percentile, pieces }) => ({ look: lookOfPercentile(percentile), pieces }))}
      />
      <LineNames
        box={box}
        lines={lines.filter(({ percentile }) => named.includes(percentile))}
        nameOf={(percentile) => `P${percentile}: ${words.nearest(valueOf(percentile), test)}`}
      />
      {ends.map(({ age, x }) => (
        <PictureText key={age} look="scale" x={x} y={ageLine} anchor="middle">
          {t('table.years', { age })}
        </PictureText>
      ))}
    </Picture>
  );
}
