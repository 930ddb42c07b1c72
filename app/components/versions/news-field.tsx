import { useTranslation } from 'react-i18next';

import { maxNewsCharacters } from '@domain/life/versions';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { newsField, newsFieldId } from '~/forms/submit-fields';

/** Asks what is new in a version. */
export function NewsField({ typed, errors }: { typed: string; errors: readonly FormError[] }) {
  const { t } = useTranslation('versions');
  return (
    <TextArea
      id={newsFieldId}
      name={newsField}
      label={t('news.label')}
      mark="*"
      hint={t('news.hint', { max: maxNewsCharacters })}
      defaultValue={typed}
      error={errors.find(({ fieldId }) => fieldId === newsFieldId)?.message ?? null}
      rows={4}
    />
  );
}
