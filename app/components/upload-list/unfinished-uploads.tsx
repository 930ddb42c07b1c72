import { useTranslation } from 'react-i18next';

import type { ResumableUpload } from '@domain/api/parts';
import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';

import { Form } from '~/forms/form';
import { formatDate } from '~/i18n/formats';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

interface UnfinishedUploadsProps {
  parts: readonly ResumableUpload[];
  language: Language;
}

/** The user's unfinished uploads, from all visits and browsers. */
export function UnfinishedUploads({ parts, language }: UnfinishedUploadsProps) {
  const { t } = useTranslation('uploads');
  if (parts.length === 0) return null;
  const canGoOn = parts.some(({ state }) => state === 'receiving');
  return (
    <section className="unfinished" aria-labelledby="unfinished-heading">
      <h2 id="unfinished-heading">{t('unfinished.heading', { count: parts.length })}</h2>
      {canGoOn ? <p>{t('unfinished.hint')}</p> : null}
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <UnfinishedUpload part={part} language={language} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnfinishedUpload({ part, language }: { part: ResumableUpload; language: Language }) {
  const { t } = useTranslation('uploads');
  const timeZone = useTimeZone();
  const { id, kind, name, bytes, offset, state, error, expiresAt } = part;
  const figures = {
    percent: Math.floor((100 * offset) / Math.max(bytes, 1)),
    size: formatBytes(bytes, language),
    date: formatDate(expiresAt, language, timeZone),
  };
  return (
    <>
      <p>
        <strong>{name}</strong> ({kind.toUpperCase()}):{' '}
        {state === 'refused'
          ? (error?.message ?? t('upload.stopped'))
          : state === 'checking'
            ? t('upload.states.checking')
            : t('unfinished.kept', figures)}
      </p>
      {state === 'checking' ? null : (
        <Form action={paths.part(id)} reloadDocument>
          <button type="submit" className="button-quiet">
            {t('unfinished.delete')}
            <span className="visually-hidden"> {name}</span>
          </button>
        </Form>
      )}
    </>
  );
}
