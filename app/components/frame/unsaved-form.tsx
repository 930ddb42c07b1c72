import { useTranslation } from 'react-i18next';

import type { UnsavedForm as Unsaved } from '~/load-context';
import { TypedEntries } from '~/components/workflow/typed-entries';
import { paths } from '~/paths';

/** What somebody typed into a form whose session had ended, for copying: nothing typed is ever just gone. */
export function UnsavedForm({ form }: { form: unknown }) {
  const { t } = useTranslation('forms');
  const { unsaved = [], page = '/' } = form as Partial<Unsaved>;
  return (
    <>
      <h1>{t('unsaved.title')}</h1>
      <p>{t('unsaved.explain')}</p>
      <TypedEntries entries={unsaved} />
      <p>
        <a href={`${paths.login()}?returnUrl=${encodeURIComponent(page)}`}>{t('unsaved.login')}</a>
      </p>
    </>
  );
}
