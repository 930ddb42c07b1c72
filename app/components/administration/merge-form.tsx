import { useTranslation } from 'react-i18next';

import { TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

interface MergeFormProps {
  /** Id of the account that would end. */
  account: string;
  /** The address that was entered. */
  into?: string;
  error?: string | null;
}

/** The first step of a merge: which account stays. Changes nothing. */
export function MergeForm({ account, into = '', error = null }: MergeFormProps) {
  const { t } = useTranslation('administration');
  return (
    <>
      <p>{t('merge.intro')}</p>
      <Form method="get" action={paths.administrationMerge(account)}>
        <TextField id="into" name="into" label={t('merge.into')} defaultValue={into} error={error} autoComplete="off" />
        <button type="submit" className="button-quiet">
          {t('merge.compare')}
        </button>
      </Form>
    </>
  );
}
