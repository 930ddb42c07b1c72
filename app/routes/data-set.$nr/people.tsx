import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';

import { type Cited, creatorsOf } from './cited.server';

/** Authors with their ORCID iDs and institutions; before the DOI is minted their names alone. */
export function People({ row, cited }: { row: Pick<DataSet['row'], 'authors'>; cited: Cited }) {
  const { t } = useTranslation('data-set');
  return (
    <ul className="data-set-people" aria-label={t('authors')}>
      {creatorsOf(cited, row).map(({ name, orcid, affiliation }, index) => (
        <li key={index}>
          {name}
          {orcid ? (
            <>
              {' '}
              <a href={orcid}>ORCID {orcid.slice(orcid.lastIndexOf('/') + 1)}</a>
            </>
          ) : null}
          {affiliation.length > 0 ? <small>{affiliation.map((one) => one.name).join('; ')}</small> : null}
        </li>
      ))}
    </ul>
  );
}
