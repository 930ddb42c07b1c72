import { useTranslation } from 'react-i18next';

import type { NormGroup, NormTest } from '@domain/api/norms';

import { drawCurves, type Edges } from './curve-geometry';
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
  return (
    <Picture
      label={t('picture.homeLabel', { test: test.label, sex: group.label })}
      lines={ageLine + 0.3}
      description={t('picture.description')}
    >
      <PictureText look="heading" x={0} y={1}>
        {group.label}
      </PictureText>
      <Paths
        box={box}
        paths={lines.map(({ percentile, pieces }) => ({ look: lookOfPercentile(percentile), pieces }))}
      />
      {lines
        .filter(({ percentile }) => named.includes(percentile))
        .map(({ percentile, label }) =>
          label ? (
            <PictureText
              key={percentile}
              look="name"
              x={label.x * box.width + 0.015}
              y={box.top + label.y * box.height + 0.35}
            >
              {`P${percentile}`}
            </PictureText>
          ) : null,
        )}
      <PictureText look="scale" x={0} y={ageLine}>
        {t('table.years', { age: start })}
      </PictureText>
      <PictureText look="scale" x={box.width} y={ageLine} anchor="end">
        {t('table.years', { age: end })}
      </PictureText>
    </Picture>
  );
}
