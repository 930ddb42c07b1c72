import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PreviewLink } from '~/components/publication/preview-link';
import { paths } from '~/paths';
import type { SubmitSummary } from '~/screens/submit.server';

interface SummaryProps {
  id: string;
  summary: SubmitSummary;
  /** Without the links that change something. */
  readOnly: boolean;
}

/** The three steps with what was entered, each with the way back to it. */
export function Summary({ id, summary, readOnly }: SummaryProps) {
  const { t } = useTranslation('uploads');
  const { tables, title, licence } = summary;
  return (
    <dl className="summary-list">
      <Step name={t('steps.mapping')} change={readOnly ? null : paths.uploadData(id)}>
        {tables.map(({ table, mapped }) => (
          <p key={table}>{t('submit.mapped', { count: mapped, table })}</p>
        ))}
      </Step>
      <Step name={t('steps.check')} change={readOnly ? null : paths.uploadCheck(id)}>
        {tables.map(({ table, problems, open }) => (
          <p key={table}>
            {table}:{' '}
            {problems === 0
              ? t('submit.noProblems')
              : open > 0
                ? t('submit.open', { count: open })
                : t('submit.overridden', { count: problems })}
          </p>
        ))}
        <p>
          <PreviewLink to={paths.uploadPreview(id)} />
        </p>
      </Step>
      <Step name={t('steps.metadata')} change={readOnly ? null : paths.uploadMeta(id)}>
        <p>{title || t('submit.noMetadata')}</p>
        {licence ? <p>{t('submit.licence', { licence })}</p> : null}
      </Step>
    </dl>
  );
}

function Step({ name, change, children }: { name: string; change: string | null; children: ReactNode }) {
  const { t } = useTranslation('uploads');
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change ? (
        <dd>
          <Link to={change}>
            {t('submit.change')} <span className="visually-hidden">{name}</span>
          </Link>
        </dd>
      ) : null}
    </div>
  );
}
