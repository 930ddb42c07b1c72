import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry } from '@domain/api/metadata';
import type { NamedBlocker } from '@domain/api/submission';
import type { FormField } from '@domain/metadata/directives';

import { visibleErrors } from '~/components/metadata-form/form-errors';
import { formOf } from '~/forms/metadata/stored-metadata';
import { paths, withQuery } from '~/paths';

interface BlockerListProps {
  blockers: readonly NamedBlocker[];
  fields: readonly FormField[];
  metadata: readonly MetadataEntry[];
}

/** Everything that is missing, grouped by workflow step, with links to the exact places. */
export function BlockerList({ blockers, fields, metadata }: BlockerListProps) {
  const { t } = useTranslation(['uploads', 'upload-documents']);
  return (['mapping', 'check', 'documents', 'metadata'] as const).map((step) => {
    const own = blockers.filter((blocker) => blocker.step === step);
    if (own.length === 0) return null;
    return (
      <section key={step} aria-labelledby={`missing-${step}`}>
        <h3 id={`missing-${step}`}>{step === 'documents' ? t('upload-documents:title') : t(`steps.${step}`)}</h3>
        <ul>
          {own.map((blocker, index) => (
            <li key={index}>
              <Link to={addressOf(blocker, fields, metadata)}>{blocker.message}</Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** Address at which a blocker can be resolved: the file, the table, its problem list, or the field. */
function addressOf(
  { upload, code, table, error }: NamedBlocker,
  fields: readonly FormField[],
  metadata: readonly MetadataEntry[],
): string {
  switch (code) {
    case 'file-unread':
    case 'file-failed':
    case 'no-tables':
      return paths.uploadData(upload);
    case 'being-corrected':
      return paths.uploadCorrect(upload);
    case 'table-unmapped':
      return paths.uploadData(upload, table);
    case 'table-empty':
    case 'rows-lost':
      return `${paths.uploadData(upload, table)}#rows-left-out`;
    case 'check-running':
    case 'check-missing':
    case 'check-failed':
      return paths.uploadCheck(upload, table);
    case 'problems-locked':
      return withQuery(paths.uploadCheck(upload), { table, severity: 'error' });
    case 'problems-open':
      return withQuery(paths.uploadCheck(upload), { table, severity: 'open' });
    case 'findings-open':
      return `${paths.uploadDocuments(upload)}#findings`;
    case 'no-metadata':
      return paths.uploadMeta(upload);
    case 'metadata-error': {
      const [shown] = error ? visibleErrors([error], fields, formOf(fields, metadata), () => '') : [];
      return paths.uploadMeta(upload) + (shown ? `#${shown.fieldId}` : '');
    }
  }
}
