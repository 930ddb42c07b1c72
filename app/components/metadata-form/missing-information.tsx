import { useTranslation } from 'react-i18next';

import type { ShownFault } from './form-errors';

/** The fields that still keep the metadata from being saved, each with its error in brackets. */
export function MissingInformation({ faults }: { faults: readonly ShownFault[] }) {
  const { t } = useTranslation('metadata');
  if (faults.length === 0) return null;
  return (
    <section aria-labelledby="missing-heading" className="missing-information">
      <h2 id="missing-heading">{t('missing')}</h2>
      <ul>
        {faults.map(({ fieldId, label, message }) => (
          <li key={`${fieldId} ${message}`}>
            <a href={`#${fieldId}`}>{label}</a> ({message})
          </li>
        ))}
      </ul>
    </section>
  );
}
