import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ContributedText } from '~/components/contributed-text';
import { ErrorSummary } from '~/forms/error-summary';
import type { Entries } from '~/forms/form-entries';
import { openedField } from '~/forms/opened-form';

const orders = ['intent', 'confirmed', 'version', openedField];

/** What somebody typed into a form that cannot be shown again, for copying. */
export function TypedEntries({ entries }: { entries: Entries }) {
  const typed = entries.filter(([name, value]) => value !== '' && !orders.includes(name));
  return (
    <dl className="typed-text">
      {typed.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <ContributedText language="">{value}</ContributedText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SentTooLateProps {
  /** The form as it was sent. */
  again: { entries: Entries } | null | undefined;
  drafted: Entries | null;
  /** Its content as text. */
  show: (entries: Entries) => ReactNode;
}

/**
 * Says that a form was sent after its upload was closed, with what it held; what was drafted then is shown
 * as well. Nothing where there is nothing.
 */
export function SentTooLate({ again, drafted, show }: SentTooLateProps) {
  const { t } = useTranslation('forms');
  const entries = again?.entries ?? drafted;
  if (!entries) return null;
  const errors = again ? [{ message: t('versions.closed'), fieldId: 'sent-too-late' }] : [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <section className="notice" id="sent-too-late" aria-labelledby="sent-too-late-heading" tabIndex={-1}>
        <h2 id="sent-too-late-heading">{t('versions.typed')}</h2>
        {again ? null : <p>{t('versions.closed')}</p>}
        {show(entries)}
      </section>
    </>
  );
}
