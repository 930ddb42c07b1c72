import { useTranslation } from 'react-i18next';

import { licenceStep } from '@domain/life/corrections';
import type { FieldChange } from '@domain/metadata/compare';

/** What a change of the licence means; nothing if it does not change. */
export function LicenceStepNote({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation('metadata-correction');
  const step = licenceStep(changes);
  return step === null ? null : <p>{t(`licence.${step}`)}</p>;
}
