import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SiteStatistics } from '@domain/api/search';
import { infoPages } from '@domain/info-pages';
import type { Language } from '@domain/language-code';
import { formatNumber } from '~/i18n/formats';
import { paths } from '~/paths';

import { LanguageSwitch } from './language-switch';

const counters = [
  'submitted',
  'pending',
  'accepted',
  'rejected',
  'processed',
  'r',
  'a',
  'd',
  'n',
  'u',
] as const satisfies (keyof SiteStatistics)[];

interface FooterProps {
  language: Language;
  /** Shows no buttons for other languages. */
  keepsLanguage: boolean;
  /** Null if they are not known: on some pages about failures, or while the API is away. */
  statistics: SiteStatistics | null;
}

export function Footer({ language, keepsLanguage, statistics }: FooterProps) {
  const { t } = useTranslation();
  return (
    <footer className="footer">
      <div className="footer-inner">
        <ul className="footer-links">
          {infoPages.map((page) => (
            <li key={page}>
              <Link to={paths.info(page)}>{t(`footer.${page}`)}</Link>
            </li>
          ))}
          <li>
            <a href={paths.compare()}>{t('footer.compare')}</a>
          </li>
          <li>
            <a href={paths.apiDocs()}>{t('footer.api')}</a>
          </li>
        </ul>
        {statistics ? (
          <dl className="counters">
            {counters.map((counter) => (
              <div key={counter}>
                <dt>{t(`counters.${counter}`)}</dt>
                <dd>{formatNumber(statistics[counter], language)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {keepsLanguage ? null : <LanguageSwitch language={language} />}
      </div>
    </footer>
  );
}
