import type { SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import { useNormWords } from './norm-words';
import { useFrame } from './picture-frame';

/** Height of a strip in lines of text. */
const stripLines = 1;

/**
 * Where something stands from 0 to 100, as a dot on a line whose middle half is thick. Decorative: the number and the words are
 * beside it.
 */
export function StandingStrip({ standing }: { standing: number }) {
  const { across, down, look } = useFrame();
  const y = down(stripLines / 2);
  const line = look('base') as SVGProps<SVGLineElement>;
  const x = (percent: number) => across(0.03 + (percent / 100) * 0.94);
  return (
    <svg className="norm-picture norm-strip" width="100%" height={down(stripLines)} aria-hidden="true">
      <line {...line} x1={x(0)} x2={x(100)} y1={y} y2={y} />
      <line className="norm-half" x1={x(25)} x2={x(75)} y1={y} y2={y} />
      <circle {...(look('own') as SVGProps<SVGCircleElement>)} cx={x(standing)} cy={y} r={down(0.35)} />
    </svg>
  );
}

/** How many people a standing is of, if not of all. */
export function PlacedOf({ placed, persons }: { placed: number; persons: number }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  return placed === persons ? null : <small> {t('studies.placed', { n: words.number(placed) })}</small>;
}
