import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { type ListColumn, listColumns, type ListedSubmission, type ListQuery, sortParts } from '@domain/api/board-list';
import { localDay } from '@domain/local-time';
import { readsFile } from '@domain/review-standing';
import { parseListedStatus } from '@domain/upload-status';

import { ContributedText, OtherTitles, titlesFor } from '~/components/contributed-text';
import { ScrollArea } from '~/components/scroll-area';
import { StatusWords } from '~/components/status-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';

import { ExpertColumn } from './expert-column';
import { listAddress } from './list-address';
import { RowLinks } from './row-links';

interface SubmissionTableProps {
  submissions: readonly ListedSubmission[];
  query: ListQuery;
}

/** Submissions of the board (spec section 2). Each row links to its parts and to what the expert may do with it. */
export function SubmissionTable({ submissions, query }: SubmissionTableProps) {
  const { t } = useTranslation('editorial');
  return (
    <>
      <ScrollArea label={t('list.caption')}>
        <table className="submission-table">
          <caption>{t('list.caption')}</caption>
          <thead>
            <tr>
              {listColumns.map((column) => (
                <SortHead column={column} query={query} key={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {submissions.map((row) => (
              <SubmissionRow row={row} key={row.id} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="hint">{t('list.legend')}</p>
    </>
  );
}

/** Head of a column that sorts by it, and the other way round when it is sorted by already. */
function SortHead({ column, query }: { column: ListColumn; query: ListQuery }) {
  const { t } = useTranslation('board-list');
  const sorted = sortParts(query.sort);
  const isSorted = sorted.column === column;
  const sort = isSorted && !sorted.isDescending ? (`-${column}` as const) : column;
  const direction = sorted.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <Link to={paths.editorialList(listAddress({ ...query, sort, page: 1 }))} className="sort-link">
        {column === 'due' ? t('due.head') : t(`editorial:list.columns.${column}`)}
        {isSorted ? <span aria-hidden="true">{sorted.isDescending ? ' ▼' : ' ▲'}</span> : null}
      </Link>
    </th>
  );
}

function SubmissionRow({ row }: { row: ListedSubmission }) {
  const { t } = useTranslation('editorial');
  const language = useLanguage();
  const inWords = usePersonInWords();
  const isOwn = row.standing === 'own';
  const empty = <span className="visually-hidden">{t('uploads:list.empty')}</span>;
  // The list is sorted and searched by the study's own title, so that comes first.
  const titles = titlesFor(row, row.titleLanguage);
  return (
    <tr>
      <td>
        <Link to={isOwn ? paths.uploadMeta(row.id) : paths.editorialMeta(row.id)}>
          {row.title === null ? (
            t('uploads:list.noMetadata')
          ) : (
            <ContributedText language={row.titleLanguage}>{row.title}</ContributedText>
          )}
        </Link>
        <OtherTitles titles={titles} />
      </td>
      <td>{row.nr ?? empty}</td>
      <td>
        <StatusWords status={row.status} withdrawal={row.withdrawal} /> <StateNote row={row} /> <RowLinks row={row} />
      </td>
      <td>{row.date}</td>
      <td>
        <ExpertColumn row={row} nr={1} />
      </td>
      <td>
        <ExpertColumn row={row} nr={2} />
      </td>
      <td>{inWords(row)}</td>
      <td>{row.n === null ? empty : formatNumber(row.n, language)}</td>
      <td>{row.typ}</td>
      <FileHead row={row} />
      <td>{row.dueAt === null ? empty : <Due dueAt={row.dueAt} isOverdue={row.isOverdue} />}</td>
    </tr>
  );
}

/** What a status leaves open: 'Pending' while the votes disagree and while the contributor is asked for changes. */
function StateNote({ row: { state } }: { row: ListedSubmission }) {
  const { t } = useTranslation('board-list');
  if (state !== 'Pending' && state !== 'ChangesRequested') return null;
  return <span className="status-note">({t(`state.${state}`)})</span>;
}

function FileHead({ row }: { row: ListedSubmission }) {
  const { t } = useTranslation('uploads');
  const isOwn = row.standing === 'own';
  const isReadable =
    row.withdrawal !== 'withdrawn' &&
    (isOwn || readsFile(row.standing, row.state ?? parseListedStatus(row.status).status));
  return (
    <th scope="row" abbr={row.datei}>
      {isReadable ? (
        <>
          <Link to={isOwn ? paths.uploadData(row.id) : paths.editorialData(row.id)}>{row.datei}</Link>{' '}
          <a href={isOwn ? paths.original(row.id) : paths.editorialOriginal(row.id)} className="original-link">
            {t('list.original')} <span className="visually-hidden">{row.datei}</span>
          </a>
        </>
      ) : (
        row.datei
      )}
    </th>
  );
}

function Due({ dueAt, isOverdue }: { dueAt: string; isOverdue: boolean }) {
  const { t } = useTranslation('board-list');
  const day = localDay(new Date(dueAt), useTimeZone());
  return (
    <>
      <span className="day">{day}</span> {isOverdue ? <strong className="overdue">{t('due.overdue')}</strong> : null}
    </>
  );
}
