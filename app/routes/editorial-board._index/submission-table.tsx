import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { EditorialRow } from '@domain/api/editorial';
import { readsFile } from '@domain/review-standing';
import { canOpenForVoting, parseListedStatus } from '@domain/upload-status';

import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { StatusWords } from '~/components/status-words';
import { paths } from '~/paths';

const columns = ['metadata', 'number', 'status', 'date', 'e1', 'e2', 'email', 'n', 'type', 'file'] as const;

/** Submissions of the board (spec section 2). Each row links to its parts and, while it is open, to the vote. */
export function SubmissionTable({ submissions }: { submissions: readonly EditorialRow[] }) {
  const { t } = useTranslation('editorial');
  if (submissions.length === 0) return <p>{t('list.none')}</p>;
  return (
    <>
      <ScrollTable
        label={t('list.caption')}
        heads={columns.map((column) => t(`list.columns.${column}`))}
        className="submission-table"
        isLabelShown
      >
        <tbody>
          {submissions.map((row) => (
            <SubmissionRow row={row} key={row.id} />
          ))}
        </tbody>
      </ScrollTable>
      <p className="hint">{t('list.legend')}</p>
    </>
  );
}

function SubmissionRow({ row }: { row: EditorialRow }) {
  const { t } = useTranslation('editorial');
  const isOwn = row.standing === 'own';
  const empty = <span className="visually-hidden">{t('uploads:list.empty')}</span>;
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
      </td>
      <td>{row.nr ?? empty}</td>
      <td>
        <StatusWords status={row.status} /> <ReviewLink row={row} />
      </td>
      <td>{row.date}</td>
      <td>
        <ExpertColumn value={row.e1} />
      </td>
      <td>
        <ExpertColumn value={row.e2} />
      </td>
      <td>{row.email}</td>
      <td>{row.n ?? empty}</td>
      <td>{row.typ}</td>
      <th scope="row" abbr={row.datei}>
        {isOwn || readsFile(row.standing, parseListedStatus(row.status).status) ? (
          <>
            <Link to={isOwn ? paths.uploadData(row.id) : paths.editorialData(row.id)}>{row.datei}</Link>{' '}
            <a href={isOwn ? paths.original(row.id) : paths.editorialOriginal(row.id)} className="original-link">
              {t('uploads:list.original')} <span className="visually-hidden">{row.datei}</span>
            </a>
          </>
        ) : (
          row.datei
        )}
      </th>
    </tr>
  );
}

/** Link to the vote, or to the review of a submission that the expert is a party to. */
function ReviewLink({ row }: { row: EditorialRow }) {
  const { t } = useTranslation('editorial');
  if (row.standing === 'board') {
    return canOpenForVoting(parseListedStatus(row.status).status, row.e1, row.e2) ? (
      <Link to={paths.editorialVote(row.id)}>
        {t('list.vote')} <span className="visually-hidden">{t('list.voteOn', { file: row.datei })}</span>
      </Link>
    ) : null;
  }
  return (
    <Link to={row.standing === 'own' ? paths.uploadSubmit(row.id) : paths.editorialVote(row.id)}>
      {t(`list.standing.${row.standing}`)}{' '}
      <span className="visually-hidden">{t('list.standing.of', { file: row.datei })}</span>
    </Link>
  );
}

/** 'C' with its meaning, or the rating in words if two votes disagree. */
function ExpertColumn({ value }: { value: EditorialRow['e1'] }) {
  const { t } = useTranslation('editorial');
  if (value !== 'C') return t(`list.rating.${value}`);
  return (
    <>
      C<span className="visually-hidden"> ({t('list.consensus')})</span>
    </>
  );
}
