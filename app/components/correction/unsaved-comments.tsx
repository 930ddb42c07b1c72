import { useTranslation } from 'react-i18next';

import { columnLetters } from '@domain/column-letters';

import { ContributedText } from '~/components/contributed-text';
import { readComments } from '~/forms/comment-form';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

/** '<rule>-<place of the column>-<row>' */
const cellPattern = /^R\d{2}-(\d+)-(\d+)$/;

interface UnsavedCommentsProps {
  id: string;
  /** Entries of the comments' forms, as they were when the file was replaced. */
  entries: readonly [name: string, value: string][];
  /** Comments that were saved: a draft holds those of its page, too. */
  saved: readonly string[];
}

/** Comments that were typed and not saved before the file was replaced: text to copy, until it is discarded. */
export function UnsavedComments({ id, entries, saved }: UnsavedCommentsProps) {
  const { t } = useTranslation('correction');
  const typed = [...readComments([...entries])].filter(
    ([, comment]) => comment.trim() !== '' && !saved.includes(comment.trim()),
  );
  if (typed.length === 0) return null;
  return (
    <section aria-labelledby="unsaved-heading">
      <h3 id="unsaved-heading">{t('unsaved.heading')}</h3>
      <p>{t('unsaved.text')}</p>
      <dl className="typed-text">
        {typed.map(([problem, comment]) => (
          <div key={problem}>
            <dt>{placeOf(problem)}</dt>
            <dd>
              <ContributedText language="">{comment}</ContributedText>
            </dd>
          </div>
        ))}
      </dl>
      <Form reloadDocument action={paths.uploadCorrect(id)}>
        <button type="submit" name="intent" value="discard" className="button-quiet">
          {t('unsaved.discard')}
        </button>
      </Form>
    </section>
  );
}

/** A cell by its name in the file before, 'C/17'; what stands for several by the problem's own id. */
function placeOf(problem: string): string {
  const [, column, row] = cellPattern.exec(problem) ?? [];
  return column === undefined ? problem : `${columnLetters(Number(column))}/${row}`;
}
