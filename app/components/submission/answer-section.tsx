import { Link } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface AnswerSectionProps {
  heading: string;
  /** Address to change the section, and its name for screen readers; null if it can no longer be changed. */
  change: { to: string; what: string } | null;
  children: ReactNode;
}

/** One section of a submission, with a link to change it. */
export function AnswerSection({ heading, change, children }: AnswerSectionProps) {
  const { t } = useTranslation('submit');
  const id = useId();
  return (
    <section className="answer-section" aria-labelledby={id}>
      <div className="answer-head">
        <h3 id={id}>{heading}</h3>
        {change ? (
          <Link to={change.to}>
            {t('change')} <span className="visually-hidden">{change.what}</span>
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  );
}
