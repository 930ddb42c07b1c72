import { useTranslation } from 'react-i18next';

import { columnLetters } from '@domain/column-letters';
import { ContributedText } from '~/components/contributed-text';
import { readComments } from '~/forms/comment-form';
import type { Entries } from '~/forms/form-entries';
import { goneCommentsId } from './problem-ids';

/** '<rule>-<column position>-<row>', or a word for several cells in place of the row */
const cellPattern = /^R\d{2}-(\d+)-(\d+|more|all)$/;

/** Comments as text, for copying, with the cells they are about. */
export function CommentTexts({ comments }: { comments: Iterable<readonly [problem: string, comment: string]> }) {
  return (
    <dl className="typed-text">
      {[...comments].map(([problem, comment]) => (
        <div key={problem}>
          <dt>{cellOf(problem)}</dt>
          <dd>
            <ContributedText language="">{comment}</ContributedText>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Name of a cell such as 'C/17', and of the column of several cells; the problem's id if it is about the table. */
function cellOf(problem: string): string {
  const [, column, row] = cellPattern.exec(problem) ?? [];
  if (column === undefined) return problem;
  const letters = columnLetters(Number(column));
  return Number(row) > 0 ? `${letters}/${row}` : letters;
}

/** Comments of a posted form on problems that no longer exist. */
export function GoneComments({ entries }: { entries: Entries }) {
  const { t } = useTranslation('check');
  if (entries.length === 0) return null;
  return (
    <section className="notice" id={goneCommentsId} aria-labelledby={`${goneCommentsId}-heading`} tabIndex={-1}>
      <h3 id={`${goneCommentsId}-heading`}>{t('gone.heading')}</h3>
      <p>{t('gone.text')}</p>
      <CommentTexts comments={readComments(entries)} />
    </section>
  );
}
