import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';

/** The codes that mean 'missing' in the file, in one line: metadata field 31 before the check, which needs them. */
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
