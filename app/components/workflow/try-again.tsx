import { useTranslation } from 'react-i18next';

import { Form } from '~/forms/form';
import { paths } from '~/paths';

/** Button that retries reading or checking an upload immediately. */
export function TryAgain({ id }: { id: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Form reloadDocument action={paths.uploadTryAgain(id)}>
      <button type="submit">{t('upload.tryNow')}</button>
    </Form>
  );
}
