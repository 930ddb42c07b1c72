import { useTranslation } from 'react-i18next';

/** Licence whose data need the download form (spec section 3). */
export const scientificUseLicence = 'SUFL 1.0';

/** Licences of a data set, with the mark '§' beside those that need the download form. */
export function LicenceMarks({ rights }: { rights: readonly string[] }) {
  const { t } = useTranslation('home');
  return (
    <>
      {rights.join(', ')}
      {rights.includes(scientificUseLicence) ? (
        <>
          {' '}
          <span className="licence-mark" aria-hidden="true">
            §
          </span>
          <span className="visually-hidden">({t('row.sufl')})</span>
        </>
      ) : null}
    </>
  );
}
