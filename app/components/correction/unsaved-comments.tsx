import { useTranslation } from 'react-i18next';

import { CommentTexts } from '~/components/problem-list/comment-texts';
import { readComments } from '~/forms/comment-form';
import { Form } from '~/forms/form';
import { paths } from '~/paths';

interface UnsavedCommentsProps {
  id: string;
  /** Entries of the comment forms at the time the file was replaced. */
  entries: readonly [name: string, value: string][];
  /** Saved comments. A draft contains those of its page as well. */
  saved: readonly string[];
}

/** Comments that were not saved before the file was replaced. Users can copy them until they discard them. */
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
      <CommentTexts comments={typed} />
      <Form reloadDocument action={paths.uploadCorrect(id)}>
        <button type="submit" name="intent" value="discard" className="button-quiet">
          {t('unsaved.discard')}
        </button>
      </Form>
    </section>
  );
}
