import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { UploadDocument } from '@domain/api/documents';
import { formatBytes } from '@domain/formats';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

interface DocumentTableProps {
  documents: readonly UploadDocument[];
  /** Where a document can be downloaded. */
  addressOf: (document: string) => string;
  /** What can be done with a document. */
  actOf?: (document: UploadDocument) => ReactNode;
}

/** README and codebook files, with what came of looking through them. */
export function DocumentTable({ documents, addressOf, actOf }: DocumentTableProps) {
  const { t } = useTranslation('upload-documents');
  const language = useLanguage();
  const heads = [t('table.file'), t('table.size'), t('table.found'), ...(actOf ? [t('table.act')] : [])];
  return (
    <ScrollTable label={t('table.caption')} heads={heads}>
      <tbody>
        {documents.map((document) => (
          <tr key={document.id}>
            <th scope="row">
              <a href={addressOf(document.id)}>{document.fileName}</a>
            </th>
            <td>{formatBytes(document.bytes, language)}</td>
            <td>
              <WhatWasFound document={document} />
            </td>
            {actOf ? <td>{actOf(document)}</td> : null}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function WhatWasFound({ document: { state, pages, emptyPages, findings } }: { document: UploadDocument }) {
  const { t } = useTranslation('upload-documents');
  const language = useLanguage();
  if (state !== 'read') return t(`states.${state}`);
  const count = findings.reduce((sum, finding) => sum + finding.count, 0);
  return (
    <>
      {count === 0 ? t('states.nothing') : t('states.found', { count, number: formatNumber(count, language) })}
      {emptyPages ? ` ${t('states.emptyPages', { count: emptyPages, pages })}` : null}
    </>
  );
}
