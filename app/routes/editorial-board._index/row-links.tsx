import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ListedSubmission } from '@domain/api/board-list';
import { canOpenForVoting, parseListedStatus } from '@domain/upload-status';
import { paths } from '~/paths';

/** Links to what the expert may do with a submission, or to its review if the expert is a party to it. */
export function RowLinks({ row }: { row: ListedSubmission }) {
  const { t } = useTranslation('board-list');
  if (row.standing !== 'board') {
    return (
      <RowLink to={row.standing === 'own' ? paths.uploadSubmit(row.id) : paths.editorialVote(row.id)} row={row}>
        {t(`editorial:list.standing.${row.standing}`)}
      </RowLink>
    );
  }
  const state = row.state ?? parseListedStatus(row.status).status;
  const { acts } = row;
  const isOpen = canOpenForVoting(state, row.e1, row.e2);
  return (
    <>
      {acts.includes('vote') ? (
        <Link to={paths.editorialVote(row.id)}>
          {t('editorial:list.vote')}{' '}
          <span className="visually-hidden">{t('editorial:list.voteOn', { file: row.datei })}</span>
        </Link>
      ) : isOpen || acts.length > 0 ? (
        <RowLink to={isOpen ? paths.editorialVote(row.id) : paths.editorialPanels(row.id)} row={row}>
          {t('acts.view')}
        </RowLink>
      ) : null}{' '}
      {acts.includes('answerInvitation') ? (
        <>
          <RowLink to={paths.editorialPanels(row.id)} row={row}>
            {t('acts.answerInvitation')}
          </RowLink>{' '}
        </>
      ) : null}
      {acts.includes('decideTie') || acts.includes('invite') ? (
        <RowLink to={paths.editorialPanels(row.id)} row={row}>
          {t(acts.includes('decideTie') ? 'acts.decideTie' : 'acts.invite')}
        </RowLink>
      ) : null}
    </>
  );
}

interface RowLinkProps {
  to: string;
  row: ListedSubmission;
  children: string;
}

function RowLink({ to, row, children }: RowLinkProps) {
  const { t } = useTranslation('editorial');
  return (
    <Link to={to}>
      {children} <span className="visually-hidden">{t('list.standing.of', { file: row.datei })}</span>
    </Link>
  );
}
