import { Link } from '@remix-run/react';
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
            <Group group={group} />
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

function Group({ group }: { group: OverriddenGroup }) {
  const { t } = useTranslation('submit');
  const { cell, column, warning, count, comments, commentCount } = group;
  return (
    <>
      <p>
        {cell === '' ? null : <strong>{column === null ? cell : `${cell} ${column}`}: </strong>}
        {warning} {count > 1 ? t('comments.further', { count: count - 1 }) : null}
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
