import { useTranslation } from 'react-i18next';

import type { NormGroup, NormTest } from '@domain/api/norms';

import { drawCurves, type Edges } from './curve-geometry';
import { LineNames } from './line-names';
import { Paths, Picture, PictureText } from './picture-frame';
import { lookOfPercentile } from './percentile-look';

/** Where the lines are: the names of some fit beside them. */
const box = { left: 0, width: 0.86, top: 1.6, height: 7 };
const ageLine = box.top + box.height + 1.3;
const named = [3, 50, 97];

/** Percentile curves without results and scales, as a picture that leads to the whole. */
export function SmallCurves({ test, group, edges }: { test: Pick<NormTest, 'label'>; group: NormGroup; edges: Edges }) {
  const { t } = useTranslation('compare');
  const { lines } = drawCurves(group, [], edges);
  const { start, end } = edges.ages;
  const label = t('picture.title', { test: test.label, sex: group.label });
  const ends = [start, end - 1].map((age) => ({ age, x: ((age + 0.5 - start) / (end - start)) * box.width }));
  return (
    <Picture label={label} lines={ageLine + 0.3} file={{ title: label, description: '', source: '' }}>
      <PictureText look="heading" x={0} y={1}>
        {group.label}
      </PictureText>
      <Paths
        box={box}
        paths={lines.map(({ percentile, pieces }) => ({ look: lookOfPercentile(percentile), pieces }))}
      />
      <LineNames box={box} lines={lines.filter(({ percentile }) => named.includes(percentile))} />
      {ends.map(({ age, x }) => (
        <PictureText key={age} look="scale" x={x} y={ageLine} anchor="middle">
          {t('table.years', { age })}
        </PictureText>
      ))}
    </Picture>
  );
}
