import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';
import { type MissingCodes, missingCodesId } from '~/forms/mapping-form';

/** Missing-value codes of the file. This is metadata field 31, which the check needs earlier. */
export function MissingCodesField({ codes: { typed, saved }, error }: { codes: MissingCodes; error?: string }) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <TextField
        id={missingCodesId}
        name="missingCodes"
        label={t('missingCodes')}
        hint={t('missingCodesHint')}
        defaultValue={typed}
        error={error}
        maxLength={200}
        autoComplete="off"
      />
      {saved === null ? null : <input type="hidden" name="savedMissingCodes" value={saved} />}
    </>
  );
}
