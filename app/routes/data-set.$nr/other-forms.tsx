import { useTranslation } from 'react-i18next';

import type { Cited } from './cited.server';

/** Leads from the individual values of a study to the aggregated ones, and back. */
export function OtherForms({ forms }: { forms: Cited['otherForms'] }) {
  const { t } = useTranslation('downloads');
  return forms.map(({ kind, address }) => (
    <p key={address}>
      {t(`dataSet.otherForm.${kind}`)} <a href={address}>{address}</a>
    </p>
  ));
}
