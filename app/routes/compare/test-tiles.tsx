import { useTranslation } from 'react-i18next';

import type { NormOverview, NormTest } from '@domain/api/norms';
import { type MotorTest, motorTestRows } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';
import { comparePage, noChoice } from '~/components/norms/norm-address';
import { useNormWords } from '~/components/norms/norm-words';

/** The 23 motor tests as on the start page. Those with results lead to their curves. */
export function TestTiles({ overview: { tests } }: { overview: NormOverview }) {
  const { t } = useTranslation('compare');
  return (
    <ul className="test-icons compare-tiles" aria-label={t('tiles.heading')}>
      {motorTestRows.flat().map((test) => (
        <li key={test} className="test-icon">
          <Tile test={test} norm={mostOf(tests, test)} />
        </li>
      ))}
    </ul>
  );
}

/** The kind of result of a test that most people have; of handgrip, for example, that of the better hand. */
function mostOf(tests: readonly NormTest[], test: MotorTest): NormTest | undefined {
  return tests.filter((one) => one.test === test).toSorted((a, b) => b.persons - a.persons)[0];
}

function Tile({ test, norm }: { test: MotorTest; norm: NormTest | undefined }) {
  const { t } = useTranslation(['compare', 'tests']);
  const words = useNormWords();
  const name = (
    <>
      <TestPicture test={test} />
      <span>{t(`tests:${test}.short`)}</span>
    </>
  );
  if (!norm) {
    return (
      <span className="compare-tile compare-tile-empty">
        {name}
        <small>{t('compare:tiles.none')}</small>
      </span>
    );
  }
  const n = words.number(norm.persons);
  return (
    <a className="compare-tile" href={comparePage({ test: norm.key, choice: noChoice })}>
      {name}
      <small>
        {norm.persons === 0 ? t('compare:tiles.aggregated') : t('compare:tiles.people', { n, count: norm.dataSets })}
      </small>
    </a>
  );
}
