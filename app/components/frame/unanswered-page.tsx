import { useTranslation } from 'react-i18next';

import type { UnansweredRequest } from '~/load-context';
import { TypedEntries } from '~/drafts/typed-entries';
import { FormToken } from '~/forms/form';

/**
 * Page shown when something that a request needs is not available or full. The entries of a form can be sent again with one
 * button and are shown for copying.
 */
export function UnansweredPage({ status, page, unsent, inWords, maySendAgain, hasFiles }: UnansweredRequest) {
  const { t } = useTranslation(['forms', 'common']);
  const again = t('forms:unanswered.again');
  if (!unsent) {
    return (
      <>
        <h1>{t(`common:failures.${status}.title`)}</h1>
        <p>{t(`common:failures.${status}.explain`)}</p>
        {hasFiles ? <p>{t('forms:unanswered.files')}</p> : null}
        <p>
          <a href={page}>{again}</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t(`common:failures.${status}.title`)}</h1>
      {status === 507 ? (
        <>
          <p>{t('common:failures.507.explain')}</p>
          <p>{t(maySendAgain ? 'forms:unanswered.sendFull' : 'forms:unanswered.copyFull')}</p>
        </>
      ) : (
        <p>{t(maySendAgain ? 'forms:unanswered.send' : 'forms:unanswered.copy')}</p>
      )}
      {maySendAgain ? (
        <form method="post" action={page}>
          <FormToken />
          {unsent.map(([name, value], index) => (
            <input type="hidden" name={name} value={value} key={index} />
          ))}
          <p className="actions">
            <button type="submit">{again}</button>
          </p>
        </form>
      ) : null}
      <h2>{t('form-versions:typed')}</h2>
      <TypedEntries entries={inWords ?? unsent} />
    </>
  );
}
