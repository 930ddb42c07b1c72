import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ErrorSummary } from '~/forms/error-summary';
import type { Entries } from '~/forms/form-entries';
import type { UnsavedForm } from '~/load-context';
import { paths } from '~/paths';
import { formSnapshotField } from './form-snapshot';

const orders = ['intent', 'confirmed', 'version', formSnapshotField];

/** The text of a form that cannot be shown again, for copying. */
export function TypedEntries({ entries }: { entries: Entries }) {
  const typed = entries.filter(([name, value]) => value !== '' && !orders.includes(name));
  return (
    <dl className="typed-text">
      {typed.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd lang="">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SentTooLateProps {
  /** The form as it was sent. */
  reply: { entries: Entries } | null | undefined;
  drafted: Entries | null;
  /** Its content as text. */
  show: (entries: Entries) => ReactNode;
}

/** The text of a form that was sent, or drafted, for an upload that can no longer be changed. */
export function SentTooLate({ reply, drafted, show }: SentTooLateProps) {
  const { t } = useTranslation('forms');
  const entries = reply?.entries ?? drafted;
  if (!entries) return null;
  const errors = reply ? [{ message: t('form-versions:closed'), fieldId: 'sent-too-late' }] : [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <section className="notice" id="sent-too-late" aria-labelledby="sent-too-late-heading" tabIndex={-1}>
        <h2 id="sent-too-late-heading">{t('form-versions:typed')}</h2>
        {reply ? null : <p>{t('form-versions:closed')}</p>}
        {show(entries)}
      </section>
    </>
  );
}

interface UnsavedFormPageProps extends Partial<UnsavedForm> {
  /** 401: no account is known; 404: the object is gone; 409: the form was rendered for another account. */
  status: number;
}

const unsavedTexts = {
  401: { title: 'unsaved.title', explain: 'unsaved.explain' },
  409: { title: 'unsaved.otherTitle', explain: 'unsaved.otherExplain' },
} as const;
const goneTexts = {
  account: { title: 'unsaved.goneAccountTitle', explain: 'unsaved.goneAccountExplain' },
  upload: { title: 'unsaved.goneTitle', explain: 'unsaved.goneExplain' },
} as const;

function textsOf({ status, about = 'upload' }: UnsavedFormPageProps) {
  return status === 404 ? goneTexts[about] : unsavedTexts[status === 409 ? 409 : 401];
}

/** Key of the page's title, which is its heading, too. */
export const unsavedTitle = (props: UnsavedFormPageProps) => `forms:${textsOf(props).title}`;

/** Page with the text of a form that could not be stored. */
export function UnsavedFormPage(props: UnsavedFormPageProps) {
  const { unsaved = [], page = '/', status } = props;
  const { t } = useTranslation('forms');
  const { title, explain } = textsOf(props);
  return (
    <>
      <h1>{t(title)}</h1>
      <p>{t(explain)}</p>
      <TypedEntries entries={unsaved} />
      {status === 401 ? (
        <p>
          <a href={`${paths.login()}?returnUrl=${encodeURIComponent(page)}`}>{t('unsaved.login')}</a>
        </p>
      ) : null}
    </>
  );
}
