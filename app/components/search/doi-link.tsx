import { useTranslation } from 'react-i18next';

/**
 * Link to the target of a DOI. Test DOIs are marked as not registered. If the DOI does not exist yet ('' as address), a
 * sentence says so.
 */
export function DoiLink({ doi, href, isTest }: { doi: string; href: string; isTest: boolean }) {
  const { t } = useTranslation('home');
  if (doi === '') return <span className="hint">{t('row.doiFollows')}</span>;
  return (
    <>
      <a href={href}>{doi}</a>
      {isTest ? <span className="hint"> ({t('row.testDoi')})</span> : null}
    </>
  );
}
