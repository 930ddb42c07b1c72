import { useTranslation } from 'react-i18next';

/**
 * Link to where a DOI leads; a test DOI says that nobody registered it. One that its registrar has not made
 * yet ('') is a sentence.
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
