import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isLicence, type Licence } from '@domain/licences';

import { LicenceMark } from '~/components/search/licence-marks';
import { paths } from '~/paths';

/** Short texts and links to the full licences. */
const details = {
  'CC-BY 4.0': { text: 'cc-by', href: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA 4.0': { text: 'cc-by-sa', href: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'SUFL 1.0': { text: 'sufl', href: null },
} as const satisfies Record<Licence, { text: string; href: string | null }>;

/** The licence with its logo, its meaning, and a link to the full text. */
export function LicenceAnswer({ name }: { name: string }) {
  const { t } = useTranslation('submit');
  if (!isLicence(name)) return <p>{name || t('licence.none')}</p>;
  const { text, href } = details[name];
  return (
    <>
      <p>
        <LicenceMark name={name} />
      </p>
      <p>{t(`licence.${text}`)}</p>
      <p>
        {href ? (
          <a href={href}>{t('licence.read')}</a>
        ) : (
          <Link to={paths.info('sufl-licence')}>{t('licence.read')}</Link>
        )}
      </p>
    </>
  );
}
