import { useTranslation } from 'react-i18next';

import type { SubmissionReview } from '@domain/api/submission';
import type { UploadState } from '@domain/api/uploads';
import { formatBytes } from '@domain/formats';

import { formatDateTime, formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

interface FileAnswersProps {
  upload: Pick<UploadState, 'fileName' | 'bytes' | 'kind'>;
  submission: Pick<SubmissionReview, 'receivedAt' | 'tables' | 'others'>;
}

/** The file, its tables, and the other files of its study. */
export function FileAnswers({ upload, submission }: FileAnswersProps) {
  const { t } = useTranslation(['submit', 'uploads']);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const number = (value: number) => formatNumber(value, language);
  return (
    <dl className="facts">
      <div>
        <dt>{t('submit:file.name')}</dt>
        <dd>{upload.fileName}</dd>
      </div>
      <div>
        <dt>{t('submit:file.size')}</dt>
        <dd>{formatBytes(upload.bytes, language)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.type')}</dt>
        <dd>{t(`uploads:upload.about.${upload.kind}`)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.received')}</dt>
        <dd>{formatDateTime(submission.receivedAt, language, timeZone)}</dd>
      </div>
      <div>
        <dt>{t('submit:file.tables')}</dt>
        {submission.tables.map(({ name, rowCount, columnCount }) => (
          <dd key={name}>{t('submit:file.table', { name, rows: number(rowCount), columns: number(columnCount) })}</dd>
        ))}
      </div>
      <div>
        <dt>{t('submit:file.others')}</dt>
        {submission.others.length === 0 ? <dd>{t('submit:file.noOthers')}</dd> : null}
        {submission.others.map(({ id, fileName, kind, status }) => (
          <dd key={id}>
            {t('submit:file.other', {
              file: fileName,
              kind: kind.toUpperCase(),
              status: t(`uploads:status.${status}`),
            })}
          </dd>
        ))}
      </div>
    </dl>
  );
}
