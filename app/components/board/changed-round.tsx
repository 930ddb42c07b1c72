import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { RoundChanges } from '@domain/api/round-changes';
import type { FormField } from '@domain/metadata/directives';
import { ContributedText } from '~/components/contributed-text';
import { ChangedFields } from '~/components/metadata-form/changed-fields';
import { ScrollTable } from '~/components/scroll-area';
import { ChangedRowTables } from '~/components/versions/changed-row-tables';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

type Content = NonNullable<RoundChanges['content']>;

interface ChangedRoundProps {
  round: RoundChanges;
  fields: readonly FormField[];
  /** Null if there is one before it. */
  heading: string | null;
  /** Said where nothing has changed, if it is not that nothing has changed at all. */
  nothing?: string;
}

/** What was changed between two rounds: the file, its columns, mapping and comments, and the metadata. */
export function ChangedRound({ round: { content, metadata }, fields, heading, nothing }: ChangedRoundProps) {
  const { t } = useTranslation('board');
  const isSame = metadata.length === 0 && (content === null || isEmpty(content));
  return (
    <>
      {heading === null ? null : <h5>{heading}</h5>}
      {content === null ? <p className="hint">{t('rounds.closed')}</p> : null}
      {isSame && content !== null ? <p>{nothing ?? t('rounds.nothing')}</p> : null}
      {content ? <ChangedContent content={content} /> : null}
      {metadata.length > 0 ? (
        <ChangedFields
          label={t('rounds.metadata')}
          heads={[t('rounds.before'), t('rounds.after')]}
          changes={metadata}
          fields={fields}
        />
      ) : null}
    </>
  );
}

function isEmpty({ file, documents, tables, columns, mapping, comments }: Content): boolean {
  return (
    file === null && documents.length === 0 && [tables, columns, mapping, comments].every(({ count }) => count === 0)
  );
}

function ChangedContent({ content }: { content: Content }) {
  const { t } = useTranslation('board');
  const { file, values, columns, comments } = content;
  return (
    <>
      {file ? <p>{t(file.before === file.after ? 'rounds.fileSame' : 'rounds.file', file)}</p> : null}
      <ChangedDocuments documents={content.documents} />
      {values.map((one, index) => (
        <div key={index}>
          {values.length > 1 ? <p>{t('rounds.valuesOf', { file: one.file })}</p> : null}
          <ChangedRowTables tables={one.tables} />
        </div>
      ))}
      <ChangedTables content={content} />
      {columns.count > 0 ? (
        <ChangeTable
          name={t('rounds.columns')}
          heads={[t('rounds.table'), t('rounds.column')]}
          isList
          more={columns.count - columns.first.length}
        >
          {columns.first.map(({ table, column, isAdded }, index) => (
            <tr key={index}>
              <td>{table}</td>
              <td>{column}</td>
              <td>{t(isAdded ? 'rounds.added' : 'rounds.gone')}</td>
            </tr>
          ))}
        </ChangeTable>
      ) : null}
      <ChangedMapping content={content} />
      {comments.count > 0 ? <ChangedComments comments={comments} /> : null}
    </>
  );
}

function ChangedDocuments({ documents }: Pick<Content, 'documents'>) {
  const { t } = useTranslation('board');
  if (documents.length === 0) return null;
  return (
    <ul>
      {documents.map(({ name, change }) => (
        <li key={`${change} ${name}`}>{t(`rounds.documents.${change}`, { name })}</li>
      ))}
    </ul>
  );
}

function ChangedMapping({ content: { mapping } }: { content: Content }) {
  const { t } = useTranslation('board');
  if (mapping.count === 0) return null;
  return (
    <ChangeTable
      name={t('rounds.mapping')}
      heads={[t('rounds.table'), t('rounds.column')]}
      more={mapping.count - mapping.first.length}
    >
      {mapping.first.map(({ table, column, before, after }, index) => (
        <tr key={index}>
          <td>{table}</td>
          <td>{column}</td>
          <td>{before ?? t('rounds.notMapped')}</td>
          <td>{after ?? t('rounds.notMapped')}</td>
        </tr>
      ))}
    </ChangeTable>
  );
}

function ChangedComments({ comments }: Pick<Content, 'comments'>) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  return (
    <ChangeTable
      name={t('rounds.comments')}
      heads={[t('rounds.table'), t('rounds.place'), t('rounds.problem')]}
      more={comments.count - comments.first.length}
    >
      {comments.first.map(({ table, column, row, problem, before, after }, index) => (
        <tr key={index}>
          <td>{table}</td>
          <td>
            {column ?? t('rounds.whole')}
            {row === null ? null : `, ${t('rounds.row', { row: formatNumber(row, language) })}`}
          </td>
          <td>{problem}</td>
          <td>
            <Contributed text={before} />
          </td>
          <td>
            <Contributed text={after} />
          </td>
        </tr>
      ))}
    </ChangeTable>
  );
}

function Contributed({ text }: { text: string | null }) {
  const { t } = useTranslation('board');
  if (text === null) return t('rounds.empty');
  return (
    <span className="long-text">
      <ContributedText language="">{text}</ContributedText>
    </span>
  );
}

/** Tables that came or went, and those with other numbers of rows, people or columns. */
function ChangedTables({ content: { tables } }: { content: Content }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const number = (value: number | null) => (value === null ? t('glance.unknown') : formatNumber(value, language));
  if (tables.count === 0) return null;
  const sizes = ['rowCount', 'n', 'columnCount'] as const;
  const names = { rowCount: t('rounds.rows'), n: t('rounds.people'), columnCount: t('rounds.columnCount') };
  return (
    <ChangeTable
      name={t('rounds.tables')}
      heads={[t('rounds.table'), t('rounds.size')]}
      more={tables.count - tables.first.length}
    >
      {tables.first.flatMap(({ name, before, after }) =>
        sizes.flatMap((size) => {
          if (before && after && before[size] === after[size]) return [];
          return [
            <tr key={`${name} ${size}`}>
              <td>{name}</td>
              <td>{names[size]}</td>
              <td>{before ? number(before[size]) : t('rounds.empty')}</td>
              <td>{after ? number(after[size]) : t('rounds.empty')}</td>
            </tr>,
          ];
        }),
      )}
    </ChangeTable>
  );
}

interface ChangeTableProps {
  name: string;
  /** Heads of the first columns; those of before and after follow. */
  heads: readonly string[];
  /** There is one column for what has changed, instead of before and after. */
  isList?: boolean;
  /** Number of changes that are not listed. */
  more: number;
  children: ReactNode;
}

function ChangeTable({ name, heads, isList = false, more, children }: ChangeTableProps) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const last = isList ? [t('rounds.after')] : [t('rounds.before'), t('rounds.after')];
  return (
    <>
      <ScrollTable label={name} heads={[...heads, ...last]} isLabelShown className="change-table">
        <tbody>{children}</tbody>
      </ScrollTable>
      {more > 0 ? <p>{t('rounds.more', { count: more, number: formatNumber(more, language) })}</p> : null}
    </>
  );
}
