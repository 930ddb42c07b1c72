import { useTranslation } from 'react-i18next';

import { Form } from '~/forms/form';
import { paths } from '~/paths';

/** Has the reading or the check of an upload tried again at once. */
export function TryAgain({ id }: { id: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Form reloadDocument action={paths.uploadTryAgain(id)}>
      <button type="submit">{t('upload.tryNow')}</button>
    </Form>
  );
}
