import { useTranslation } from 'react-i18next';

import type { NormAge, NormGroup, Norms, NormTest } from '@domain/api/norms';
import { normPercentiles } from '@domain/norms/age-groups';

import { ScrollTable } from '~/components/scroll-area';

import { useNormWords } from './norm-words';

/** All numbers of the curves: a row for each age of each sex. */
export function PercentileTable({ norms: { test, groups } }: { norms: Pick<Norms, 'test' | 'groups'> }) {
  const { t } = useTranslation('compare');
  const scope = t(test.unit === '' ? 'table.scopeBare' : 'table.scope', { test: test.label, unit: test.unit });
  const heads = [t('table.age'), t('table.n'), ...normPercentiles.map((percentile) => `P${percentile}`)];
  return (
    <>
      <p>
        {scope}. {t('table.explain')}
      </p>
      <ScrollTable label={t('table.caption')} heads={heads} numeric={heads.slice(1)} className="norm-table">
        {groups.map((group) => (
          <Group key={group.sex} group={group} test={test} columns={heads.length} />
        ))}
      </ScrollTable>
    </>
  );
}

function Group({ group: { sex, label, ages }, test, columns }: { group: NormGroup; test: NormTest; columns: number }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns} className="norm-group">
          {label}
        </th>
      </tr>
      {ages.map((age) => (
        <AgeRow key={age.age} age={age} test={test} sex={sex} />
      ))}
    </tbody>
  );
}

function AgeRow({
  age: { age, persons, smooth, empirical },
  test,
  sex,
}: {
  age: NormAge;
  test: NormTest;
  sex: string;
}) {
  const { t } = useTranslation('compare');
  const words = useNormWords();
  return (
    <tr data-sex={sex} data-age={age}>
      <th scope="row">{t('table.years', { age })}</th>
      <td className="numeric">{words.number(persons)}</td>
      {normPercentiles.map((percentile, at) => {
        const own = empirical[at];
        const curve = smooth?.[at];
        return (
          <td key={percentile} className="numeric">
            {curve === undefined ? <None /> : <b>{words.value(curve, test)}</b>}
            {own ? (
              <small>
                {words.measured(own.value, test)} (
                {t('table.interval', { low: words.measured(own.low, test), high: words.measured(own.high, test) })})
              </small>
            ) : curve === undefined ? null : (
              <small>
                <None />
              </small>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Stands for a value that there is not. */
export function None() {
  const { t } = useTranslation('compare');
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('table.none')}</span>
    </>
  );
}
