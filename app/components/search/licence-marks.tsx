import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import { asksForLicenceForm, isLicence } from '@domain/licences';

import { LicenceLogo } from '~/components/icons/picture';

/** Licences of a data set, each with its logo. */
export function LicenceMarks({ rights }: { rights: readonly string[] }) {
  return rights.map((name, index) => (
    <Fragment key={name}>
      {index > 0 ? ', ' : null}
      <LicenceMark name={name} />
    </Fragment>
  ));
}

/** One licence: logo, name, and the mark '§' if its data requires the download form. */
export function LicenceMark({ name }: { name: string }) {
  const { t } = useTranslation('home');
  return (
    <>
      {isLicence(name) ? <LicenceLogo licence={name} /> : null}{' '}
      <span className="licence">
        {name}
        {asksForLicenceForm([name]) ? (
          <>
            {' '}
            <span className="licence-mark" aria-hidden="true">
              §
            </span>
            <span className="visually-hidden">({t('row.sufl')})</span>
          </>
        ) : null}
      </span>
    </>
  );
}
