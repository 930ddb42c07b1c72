import { useTranslation } from 'react-i18next';

/** Link to where a DOI leads; a test DOI says that nobody registered it. */
export function DoiLink({ doi, href, isTest }: { doi: string; href: string; isTest: boolean }) {
  const { t } = useTranslation('home');
  return (
    <>
      <a href={href}>{doi}</a>
      {isTest ? <span className="hint"> ({t('row.testDoi')})</span> : null}
    </>
  );
}
