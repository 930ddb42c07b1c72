import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';
import { type MissingCodes, missingCodesId } from '~/forms/mapping-form';

interface MissingCodesProps {
  codes: MissingCodes;
  error?: string;
  /** A table that is left out has no button that saves them. They are sent along as they are. */
  isHidden: boolean;
}

/** Missing-value codes of the file. This is metadata field 31, which the check needs earlier. */
export function MissingCodesField({ codes: { typed, saved }, error, isHidden }: MissingCodesProps) {
  const { t } = useTranslation('mapping');
  return (
    <>
      {isHidden ? (
        <input type="hidden" name="missingCodes" value={typed} />
      ) : (
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
      )}
      {saved === null ? null : <input type="hidden" name="savedMissingCodes" value={saved} />}
    </>
  );
}
