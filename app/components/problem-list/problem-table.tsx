import { useTranslation } from 'react-i18next';

import type { Problem } from '@domain/api/mapping';
import { maxCommentCharacters } from '@domain/limits';

import { ScrollArea } from '~/components/scroll-area';
import { FieldError } from '~/forms/fields';
import { commentName } from './comment-form';
import { problemCell } from './problem-cell';

/** A problem at its place in the whole list, which gives its row its id. */
export interface ListedProblem extends Problem {
  position: number;
  /** Its cell stands in the grid below. */
  linked: boolean;
}

export function problemRowId(position: number): string {
  return `problem-${position + 1}`;
}

export function commentFieldId(position: number): string {
  return `comment-${position + 1}`;
}

/** Id of a data cell in the grid, by the name of the cell: 'C/17' is 'cell-C-17'. */
export function gridCellId(cell: string): string {
  return `cell-${cell.replace('/', '-')}`;
}

interface ProblemTableProps {
  problems: readonly ListedProblem[];
  /** Comments are shown as text. */
  readOnly: boolean;
  /** Sentences by problem id. */
  errors?: ReadonlyMap<string, string>;
}

/** The problems of a table with their comments; overridable ones take a comment. */
export function ProblemTable({ problems, readOnly, errors }: ProblemTableProps) {
  const { t } = useTranslation('check');
  return (
    <ScrollArea label={t('problems')} height="problems">
      <table className="problem-table">
        <caption>{t('problems')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.cell')}</th>
            <th scope="col">{t('columns.warning')}</th>
            <th scope="col">{t('columns.comment')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr id={problemRowId(problem.position)} key={problem.id} data-locked={!problem.canOverride}>
              <th scope="row">
                {problem.linked ? (
                  <a href={`#${gridCellId(problem.cell)}`}>{problem.cell}</a>
                ) : (
                  problemCell(problem, t)
                )}
              </th>
              <td id={`${problemRowId(problem.position)}-warning`}>{problem.warning}</td>
              <td>
                <CommentCell problem={problem} readOnly={readOnly} error={errors?.get(problem.id) ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function CommentCell(props: { problem: ListedProblem; readOnly: boolean; error: string | null }) {
  const { problem, readOnly, error } = props;
  const { t } = useTranslation('check');
  if (!problem.canOverride) return t('locked');
  if (readOnly) return problem.comment === '' ? t('noComment') : problem.comment;
  const id = commentFieldId(problem.position);
  const warning = `${problemRowId(problem.position)}-warning`;
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {t('comment', { cell: problemCell(problem, t) })}
      </label>
      <FieldError id={id} error={error} />
      <input
        id={id}
        name={commentName(problem.id)}
        defaultValue={problem.comment}
        maxLength={maxCommentCharacters}
        aria-describedby={error ? `${id}-error ${warning}` : warning}
        aria-invalid={error ? true : undefined}
      />
    </>
  );
}
