import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { OverriddenGroup, SubmissionReview } from '@domain/api/submission';

import { ContributedText } from '~/components/contributed-text';
import { paths } from '~/paths';

type Table = SubmissionReview['tables'][number];

/** Commented problems of the tables, by group. Only the first ones of large groups are listed, with a link to all. */
export function CommentAnswers({ id, tables }: { id: string; tables: readonly Table[] }) {
  const { t } = useTranslation('submit');
  const found = tables.filter(({ groupCount }) => groupCount > 0);
  if (found.length === 0) return <p>{t('comments.none')}</p>;
  return found.map(({ name, groupCount, cellCount, overridden }) => (
    <div key={name}>
      <p>{t('comments.summary', { table: name, count: cellCount })}</p>
      <ul className="comment-answers">
        {overridden.map((group) => (
          <li key={`${group.cell} ${group.warning}`}>
            <ExplainedGroup group={group} />
          </li>
        ))}
      </ul>
      {groupCount > overridden.length ? (
        <p>{t('comments.moreGroups', { count: groupCount - overridden.length })}</p>
      ) : null}
      <p>
        <Link to={paths.uploadCheck(id, name)}>
          {t('comments.all')} <span className="visually-hidden">{name}</span>
        </Link>
      </p>
    </div>
  ));
}

/** A kind of problem in a column with its first comments. `share` tells how many rows it is in, instead of how many cells. */
export function ExplainedGroup({ group, share }: { group: OverriddenGroup; share?: ReactNode }) {
  const { t } = useTranslation('submit');
  const { cell, column, warning, count, comments, commentCount } = group;
  return (
    <>
      <p>
        {cell === '' ? null : <strong>{column === null ? cell : `${cell} ${column}`}: </strong>}
        {warning} {share ? <>({share})</> : count > 1 ? t('comments.further', { count: count - 1 }) : null}
      </p>
      {comments.map((comment) => (
        <blockquote key={comment} className="long-text">
          <ContributedText language="">{comment}</ContributedText>
        </blockquote>
      ))}
      {commentCount > comments.length ? (
        <p>{t('comments.moreComments', { count: commentCount - comments.length })}</p>
      ) : null}
    </>
  );
}
