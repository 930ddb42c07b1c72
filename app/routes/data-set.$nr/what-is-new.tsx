import { useTranslation } from 'react-i18next';

import type { DataSetVersion, PublicChanges } from '@domain/api/versions';

import { ContributedText } from '~/components/contributed-text';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** What a version brings: in the words of its contributor, and the differences to the one before. */
export function WhatIsNew({ version: { version, news, changes } }: { version: DataSetVersion }) {
  const { t } = useTranslation('versions');
  return (
    <>
      {version === 1 ? t('page.first') : null}
      {news === '' ? null : (
        <span className="long-text">
          <ContributedText language="">{news}</ContributedText>
        </span>
      )}
      {changes ? <Changes changes={changes} /> : null}
    </>
  );
}

/** The differences, folded because they may be many. */
function Changes({ changes }: { changes: PublicChanges }) {
  const { t } = useTranslation('versions');
  const lines = useChangeLines(changes);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{t('page.details')}</summary>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function useChangeLines({ tables, columns, tablesAdded, tablesGone, documents, fields }: PublicChanges): string[] {
  const { t } = useTranslation('versions');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const columnWords = { added: 'page.columnAdded', gone: 'page.columnGone', mapped: 'page.columnMapped' } as const;
  const documentWords = {
    added: 'page.documentAdded',
    removed: 'page.documentRemoved',
    replaced: 'page.documentReplaced',
  } as const;
  return [
    ...tables.flatMap(({ table, rowsBefore, rowsAfter, added, removed, isCompared }) => {
      if (!isCompared) {
        return t('page.rowsUncompared', { table, before: number(rowsBefore), count: rowsAfter });
      }
      return added + removed === 0
        ? []
        : t('page.rows', {
            table,
            before: number(rowsBefore),
            count: rowsAfter,
            added: number(added),
            removed: number(removed),
          });
    }),
    ...columns.map(({ column, change, cells }) =>
      change === 'cells' ? t('page.columnCells', { column, count: cells }) : t(columnWords[change], { column }),
    ),
    ...tablesAdded.map((table) => t('page.tableAdded', { table })),
    ...tablesGone.map((table) => t('page.tableGone', { table })),
    ...documents.map(({ name, change }) => t(documentWords[change], { name })),
    ...(fields.length > 0 ? [t('page.fields', { fields: fields.join(', ') })] : []),
  ];
}
