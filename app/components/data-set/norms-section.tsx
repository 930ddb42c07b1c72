import { useTranslation } from 'react-i18next';

import type { DataSetNorms } from '@domain/api/norms';
import { differenceOf, minPersonsPlaced, wholePercentile } from '@domain/norms/rules';

import { comparePage, noChoice } from '~/components/norms/norm-address';
import { useNormWords } from '~/components/norms/norm-words';
import { None } from '~/components/norms/percentile-table';
import { PlacedOf, StandingStrip } from '~/components/norms/standing-strip';
import { ScrollTable } from '~/components/scroll-area';
import { paths } from '~/paths';

type Test = DataSetNorms['tests'][number];

interface NormsSectionProps {
  norms: DataSetNorms;
  /** Whether distributions of all single results stand above it, whose numbers may be others. */
  isBelowResults: boolean;
}

/** Where a data set lies in the percentile curves of its tests; nothing if it is not in any of them. */
export function NormsSection({ norms: { tests }, isBelowResults }: NormsSectionProps) {
  const { t } = useTranslation('compare');
  if (tests.length === 0) return null;
  const columns = ['sex', 'ages', 'n', 'median', 'standing'] as const;
  const heads = [t('dataSet.test'), ...columns.map((column) => t(`studies.${column}`))];
  return (
    <section aria-labelledby="norms">
      <h2 id="norms">{t('dataSet.heading')}</h2>
      <p>
        {t('dataSet.intro')} {isBelowResults ? `${t('dataSet.onePerPerson')} ` : null}
        <a href={paths.compareMethod()}>{t('methodLink')}</a>
      </p>
      <ScrollTable
        label={t('dataSet.caption')}
        heads={heads}
        numeric={[t('studies.n'), t('studies.median')]}
        className="norm-studies"
      >
        <tbody>
          {tests.flatMap((test) =>
            test.groups.map((group, index) => (
              <GroupRow key={`${test.key} ${group.sex}`} test={test} group={group} isFirst={index === 0} />
            )),
          )}
        </tbody>
      </ScrollTable>
    </section>
  );
}

function GroupRow({ test, group, isFirst }: { test: Test; group: Test['groups'][number]; isFirst: boolean }) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  const { sex, ages, persons, median, standing, placed } = group;
  return (
    <tr>
      {isFirst ? (
        <th scope="rowgroup" rowSpan={test.groups.length}>
          <a href={comparePage({ test: test.key, choice: noChoice })}>{words.labelWithUnit(test)}</a>
        </th>
      ) : null}
      <td>{t(`form.sexes.${sex}`)}</td>
      <td>{words.ages(ages)}</td>
      <td className="numeric">{words.number(persons)}</td>
      <td className="numeric">{median === null ? <None /> : words.measured(median, test)}</td>
      <td>
        {standing === null ? (
          t('dataSet.noStanding', { least: minPersonsPlaced })
        ) : (
          <>
            {wholePercentile(standing)}, {t(`dataSet.words.${differenceOf(standing, placed) ?? 'average'}`)}
            <PlacedOf placed={placed} persons={persons} />
            <StandingStrip standing={standing} />
          </>
        )}
      </td>
    </tr>
  );
}
