import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ProblemCounts } from '@domain/api/problems';
import type { UploadState } from '@domain/api/uploads';
import { statusRules } from '@domain/upload-status';
import type { CheckState } from '@domain/workflow-steps';
import { paths } from '~/paths';

interface PublicationNotesProps {
  upload: Pick<UploadState, 'id' | 'status'>;
  table: { name: string; mapped: boolean; checkState: CheckState };
  problems: Pick<ProblemCounts, 'errors' | 'open'>;
  /** Number of the data set once it is public. */
  dataSet: number | null;
}

/** Notes on what is missing before the table is published. */
export function PublicationNotes({ upload, table, problems, dataSet }: PublicationNotesProps) {
  const { t } = useTranslation('publication');
  if (!statusRules[upload.status].editable) return <StatusNote status={upload.status} dataSet={dataSet} />;
  const { errors, open } = problems;
  if (!table.mapped) {
    return (
      <div className="notice">
        <p>{t('notes.unmapped')}</p>
        <p>
          <Link to={paths.uploadData(upload.id, table.name)}>{t('notes.toMapping')}</Link>
        </p>
      </div>
    );
  }
  const isChecked = table.checkState === 'ready';
  if (isChecked && errors + open === 0) return null;
  return (
    <div className="notice">
      {isChecked ? null : <p>{t(table.checkState === 'running' ? 'notes.running' : 'notes.unchecked')}</p>}
      {errors > 0 ? <p>{t('notes.locked', { count: errors })}</p> : null}
      {open > 0 ? <p>{t('notes.open', { count: open })}</p> : null}
      <p>
        <Link to={paths.uploadCheck(upload.id, table.name)}>{t('notes.toCheck')}</Link>
      </p>
    </div>
  );
}

/** Status of a submitted file. */
function StatusNote({ status, dataSet }: { status: UploadState['status']; dataSet: number | null }) {
  const { t } = useTranslation('publication');
  if (dataSet !== null) {
    return (
      <div className="notice notice-success">
        <p>{t('notes.published')}</p>
        <p>
          <Link to={paths.dataSet(dataSet)}>{t('notes.toDataSet')}</Link>
        </p>
      </div>
    );
  }
  if (statusRules[status].published) return <p className="notice">{t('notes.accepted')}</p>;
  return <p className="notice">{t(status === 'Rejected' ? 'notes.rejected' : 'notes.submitted')}</p>;
}

/** Lists what else of an upload is published, and what is never published. */
export function PublishedBesides() {
  const { t } = useTranslation('publication');
  return (
    <section>
      <h3>{t('also.heading')}</h3>
      <ul>
        {(['names', 'labels', 'problems', 'metadata', 'original'] as const).map((part) => (
          <li key={part}>{t(`also.${part}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Link to the table as it will be published. */
export function PreviewLink({ to }: { to: string }) {
  const { t } = useTranslation('publication');
  return <Link to={to}>{t('link')}</Link>;
}
