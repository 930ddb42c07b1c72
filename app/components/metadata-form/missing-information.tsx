import { useTranslation } from 'react-i18next';

import type { VisibleError } from './form-errors';

/** Fields that prevent saving, each with its error in brackets. */
export function MissingInformation({ errors }: { errors: readonly VisibleError[] }) {
  const { t } = useTranslation('metadata');
  if (errors.length === 0) return null;
  return (
    <section aria-labelledby="missing-heading" className="missing-information">
      <h2 id="missing-heading">{t('missing')}</h2>
      <ul>
        {errors.map(({ fieldId, label, message }) => (
          <li key={`${fieldId} ${message}`}>
            <a href={`#${fieldId}`}>{label}</a> ({message})
          </li>
        ))}
      </ul>
    </section>
  );
}
