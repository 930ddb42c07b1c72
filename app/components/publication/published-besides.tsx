import { useTranslation } from 'react-i18next';

/** Lists what else of an upload is published, and what is never published. */
export function PublishedBesides() {
  const { t } = useTranslation('publication');
  return (
    <section>
      <h3>{t('also.heading')}</h3>
      <ul>
        {(['names', 'labels', 'problems', 'metadata', 'original'] as const).map((part) => (
          <li key={part}>{t(`also.${part}`)}</li>
        ))}
      </ul>
    </section>
  );
}
