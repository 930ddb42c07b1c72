import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Problem } from '@domain/api/mapping';
import type { ListedGroup } from '@domain/api/problems';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { FieldError } from '~/forms/fields';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import {
  type Commenting,
  commentLabel,
  commentName,
  type CommentTarget,
  groupTarget,
  cellsName,
} from '~/forms/comment-form';
import { commentFieldId, commentHintId, gridCellId, problemRowId } from './problem-ids';

/** A name that is no test in long format: all rows with it can be left out at once. */
const unknownTestRule = 'R63';

interface ProblemTableProps {
  groups: readonly ListedGroup[];
  /** Cells and columns shown in the grid below. */
  linked: ReadonlySet<string>;
  commenting: Commenting | null;
  groupAddress: (group: string) => string;
}

/** Problems of a table with their comments, grouped. */
export function ProblemTable({ groups, ...list }: ProblemTableProps) {
  const { t } = useTranslation('check');
  return (
    <ScrollTable
      label={t('problems')}
      height="problems"
      className="problem-table"
      heads={[t('columns.cell'), t('columns.warning'), t('columns.comment')]}
    >
      {groups.map((group) => (
        <tbody key={group.id}>
          {group.problems.map((problem) => (
            <ProblemLine key={problem.id} problem={problem} group={group} {...list} />
          ))}
        </tbody>
      ))}
    </ScrollTable>
  );
}

type ProblemLineProps = Omit<ProblemTableProps, 'groups'> & { problem: Problem; group: ListedGroup };

function ProblemLine({ problem, group, linked, commenting, groupAddress }: ProblemLineProps) {
  const { t } = useTranslation('check');
  const { id, cell, more, byGroup, comment } = problem;
  const target = { id, cell, more, all: 0, comment: byGroup ? '' : comment };
  const warningId = `${problemRowId(id)}-warning`;
  return (
    <tr id={problemRowId(id)} data-locked={!problem.canOverride}>
      <th scope="row">
        <ProblemCells {...{ group, target, linked }} posts={commenting !== null} href={groupAddress(group.id)} />
      </th>
      <td id={warningId}>{problem.warning}</td>
      <td>
        {problem.rule === unknownTestRule && problem.row !== null && commenting ? (
          <LeaveTest row={problem.row} warningId={warningId} />
        ) : null}
        {problem.canOverride ? (
          <CommentCell target={target} commenting={commenting} shared={byGroup ? comment : ''} warningId={warningId} />
        ) : (
          <span className="problem-remedy">
            {problem === group.problems[0] ? problem.remedy || t('locked') : t('likewise')}
          </span>
        )}
      </td>
    </tr>
  );
}

interface ProblemCellsProps extends Omit<GroupLinkProps, 'text'> {
  target: CommentTarget;
  linked: ReadonlySet<string>;
}

/** The cells of a problem, linked to the page of their group or to the grid below. */
function ProblemCells({ group, target, linked, posts, href }: ProblemCellsProps) {
  const { t } = useTranslation('check');
  const name = cellsName(target, t);
  if (target.more > 0) return <GroupLink group={group} text={name} posts={posts} href={href} />;
  return linked.has(target.cell) ? <a href={`#${gridCellId(target.cell)}`}>{target.cell}</a> : name;
}

/** Button that leaves out all rows with the test of a row. */
function LeaveTest({ row, warningId }: { row: number; warningId: string }) {
  const { t } = useTranslation('check');
  return (
    <button
      type="submit"
      name="intent"
      value={`leave-test:${row}`}
      className="link-button"
      aria-describedby={warningId}
    >
      {t('leaveTest')}
    </button>
  );
}

interface GroupTableProps {
  groups: readonly ListedGroup[];
  commenting: Commenting | null;
}

/**
 * Groups that one comment may explain, each with its first problem on the page. Read-only, only groups with a comment
 * are listed.
 */
export function GroupTable({ groups, commenting }: GroupTableProps) {
  const { t } = useTranslation('check');
  const lines = groups.flatMap((group) => {
    const target = groupTarget(group);
    return target && (commenting || target.comment !== '') ? [{ group, target }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ScrollTable
      label={t('groups')}
      height="problem-groups"
      className="problem-table"
      heads={[t('columns.cells'), t('columns.example'), t('columns.commentForAll')]}
    >
      <tbody>
        {lines.map(({ group, target }) => (
          <GroupLine key={group.id} group={group} target={target} commenting={commenting} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function GroupLine(props: { group: ListedGroup; target: CommentTarget; commenting: Commenting | null }) {
  const { group, target, commenting } = props;
  const { t } = useTranslation('check');
  const warningId = `${problemRowId(target.id)}-warning`;
  return (
    <tr id={problemRowId(target.id)}>
      <th scope="row">{cellsName(target, t)}</th>
      <td id={warningId}>{group.problems[0]?.warning}</td>
      <td>
        <CommentCell target={target} commenting={commenting} shared="" warningId={warningId} />
      </td>
    </tr>
  );
}

interface GroupLinkProps {
  group: Pick<ListedGroup, 'id'>;
  text: string;
  /** True if it is a button of the surrounding form, so that entries are kept. */
  posts: boolean;
  href: string;
}

/** Link or button to the page with all cells of a group. */
function GroupLink({ group, text, posts, href }: GroupLinkProps) {
  if (!posts) return <a href={href}>{text}</a>;
  return (
    <button type="submit" name="intent" value={`group:${group.id}`} className="link-button">
      {text}
    </button>
  );
}

interface CommentCellProps {
  target: CommentTarget;
  commenting: Commenting | null;
  /** The group's comment, if it applies. */
  shared: string;
  warningId: string;
}

/** Comment on a line, as a field with a counter or as text. */
function CommentCell({ target, commenting, shared, warningId }: CommentCellProps) {
  const { t } = useTranslation('check');
  const [count, setCount] = useState<number | null>(null);
  if (!commenting) {
    const comment = target.comment || shared;
    return comment ? <ContributedText language="">{comment}</ContributedText> : t('noComment');
  }
  const id = commentFieldId(target.id);
  const error = commenting.errors.get(target.id) ?? null;
  const described = [error ? `${id}-error` : '', warningId, commentHintId].filter(Boolean).join(' ');
  return (
    // Only the focused field is counted, because a hundred announced counters would be noise.
    <div
      className="comment-field"
      onFocus={(event) => setCount(lengthOf(event.target))}
      onInput={(event) => setCount(lengthOf(event.target))}
      onBlur={() => setCount(null)}
    >
      <label className="visually-hidden" htmlFor={id}>
        {commentLabel(target, t)}
      </label>
      <FieldError id={id} error={error} />
      <input
        id={id}
        name={commentName(target.id)}
        defaultValue={commenting.typed.get(target.id) ?? target.comment}
        placeholder={shared || undefined}
        maxLength={maxCommentCharacters}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
      />
      {count === null ? null : <Counter count={count} />}
    </div>
  );
}

const lengthOf = (target: EventTarget) => (target as HTMLInputElement).value.trim().length;

function Counter({ count }: { count: number }) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  const isShort = count > 0 && count < minCommentCharacters;
  return (
    <span className={isShort ? 'counter counter-wrong' : 'counter'} aria-live={isShort ? 'polite' : 'off'}>
      {isShort
        ? t('countShort', { count, min: minCommentCharacters })
        : t('count', { count, max: formatNumber(maxCommentCharacters, language) })}
    </span>
  );
}
