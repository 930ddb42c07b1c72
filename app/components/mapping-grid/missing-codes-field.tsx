import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';

/** Missing-value codes of the file. This is metadata field 31, which the check needs earlier. */
export function MissingCodesField({ value }: { value: string }) {
  const { t } = useTranslation('mapping');
  return (
    <TextField
      id="missingCodes"
      name="missingCodes"
      label={t('missingCodes')}
      hint={t('missingCodesHint')}
      defaultValue={value}
      maxLength={200}
      autoComplete="off"
    />
  );
}
