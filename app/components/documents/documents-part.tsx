import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadDocument } from '@domain/api/documents';
import { paths } from '~/paths';

import { DocumentTable } from './document-table';
import { FindingList } from './finding-list';

/** The documents of a submission, for those who review it; nothing if there are none. */
export function BoardDocuments({ id, documents }: { id: string; documents: readonly UploadDocument[] }) {
  const { t } = useTranslation('upload-documents');
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="board-documents">
      <h3 id="board-documents">{t('title')}</h3>
      <p>{t('board')}</p>
      <DocumentTable documents={documents} addressOf={(document) => paths.editorialDocument(id, document)} />
      <FindingList documents={documents} />
    </section>
  );
}

/** Link to the screen for documents. */
export function DocumentsLink({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('upload-documents');
  return (
    <Link to={paths.uploadDocuments(id)} className={className}>
      {t('link')}
    </Link>
  );
}
