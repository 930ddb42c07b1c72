import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { PoolDataSets } from '@domain/api/pool';

import { ScrollTable } from '~/components/scroll-area';
import { LicenceMarks } from '~/components/search/licence-marks';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import type { FoundPool } from './find-pool.server';

/** The data sets that fit, with a box for each that can be taken. */
export function DataSetTable({ found }: { found: FoundPool }) {
  const { dataSets, ticked } = found;
  const { t } = useTranslation('pool');
  const seen = dataSets.filter(isTakeable).map(({ nr }) => nr);
  const columns = (['take', 'title', 'licence', 'people', 'note'] as const).map((name) => t(`sets.columns.${name}`));
  return (
    <>
      <Counts found={found} />
      <input type="hidden" name="seen" value={seen.join('.')} />
      {dataSets.length > 0 ? (
        <ScrollTable label={t('sets.heading')} heads={columns} className="pool-table">
          <tbody>
            {dataSets.map((dataSet) => (
              <DataSetRow key={dataSet.nr} dataSet={dataSet} isTicked={ticked.includes(dataSet.nr)} />
            ))}
          </tbody>
        </ScrollTable>
      ) : null}
    </>
  );
}

const isTakeable = ({ isOpen, kind }: PoolDataSets[number]) => isOpen && kind === 'raw';

/** How many data sets fit, and which chosen ones are not there any more. */
function Counts({ found: { dataSets, fitting, gone } }: { found: FoundPool }) {
  const { t } = useTranslation('pool');
  const language = useLanguage();
  const numbers = gone.join(', ');
  return (
    <>
      {gone.length > 0 ? <p className="notice">{t('sets.gone', { count: gone.length, numbers })}</p> : null}
      <p>
        {t('sets.count', { count: fitting, shown: formatNumber(fitting, language) })}
        {fitting > dataSets.length ? ` ${t('sets.more', { max: dataSets.length })}` : null}
      </p>
    </>
  );
}

function DataSetRow({ dataSet, isTicked }: { dataSet: PoolDataSets[number]; isTicked: boolean }) {
  const { t } = useTranslation('pool');
  const language = useLanguage();
  const { nr, title, licences, persons, kind, isOpen } = dataSet;
  const id = `pool-set-${nr}`;
  return (
    <tr>
      <td>
        {isTakeable(dataSet) ? (
          <input
            type="checkbox"
            id={id}
            name="set"
            value={nr}
            defaultChecked={isTicked}
            aria-labelledby={`${id}-title`}
          />
        ) : (
          <span className="visually-hidden">{t('sets.not')}</span>
        )}
      </td>
      <th scope="row">
        <Link id={`${id}-title`} to={paths.dataSet(nr)}>
          {t('sets.name', { nr, title })}
        </Link>
      </th>
      <td>
        <LicenceMarks rights={licences} />
      </td>
      <td>{persons === null ? t('sets.unknown') : formatNumber(persons, language)}</td>
      <td>{kind === 'agg' ? t('sets.aggregated') : isOpen ? null : t('sets.closed')}</td>
    </tr>
  );
}
