import { useTranslation } from 'react-i18next';

import type { UnsavedForm as Unsaved } from '~/load-context';
import { TypedEntries } from '~/components/workflow/typed-entries';
import { paths } from '~/paths';

interface UnsavedFormProps {
  form: unknown;
  /** It was given to another account than the one that is signed in. */
  isOfOther: boolean;
}

/**
 * What somebody typed into a form whose session had ended or was followed by another account's, for copying:
 * nothing typed is ever just gone.
 */
export function UnsavedForm({ form, isOfOther }: UnsavedFormProps) {
  const { t } = useTranslation('forms');
  const { unsaved = [], page = '/' } = form as Partial<Unsaved>;
  return (
    <>
      <h1>{t(isOfOther ? 'unsaved.otherTitle' : 'unsaved.title')}</h1>
      <p>{t(isOfOther ? 'unsaved.otherExplain' : 'unsaved.explain')}</p>
      <TypedEntries entries={unsaved} />
      {isOfOther ? null : (
        <p>
          <a href={`${paths.login()}?returnUrl=${encodeURIComponent(page)}`}>{t('unsaved.login')}</a>
        </p>
      )}
    </>
  );
}
