import { Link } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface AnswerSectionProps {
  heading: string;
  /** Where it is changed, and what is, for those who hear the link alone; null when it can no longer be. */
  change: { to: string; what: string } | null;
  children: ReactNode;
}

/** One part of what is handed in, with the way to change it. */
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
