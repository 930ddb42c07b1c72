import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import { ContributedText } from '~/components/contributed-text';
import { FieldError } from '~/forms/fields';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { type Commenting, commentName, type CommentTarget } from './comment-form';
import { commentLabel } from './problem-cell';
import { commentFieldId, commentHintId } from './problem-ids';

interface CommentCellProps {
  position: CommentTarget;
  commenting: Commenting | null;
  /** The group's comment, if it applies. */
  shared: string;
  warningId: string;
}

/** Comment on a line, as a field with a counter or as text. */
export function CommentCell({ position, commenting, shared, warningId }: CommentCellProps) {
  const { t } = useTranslation('check');
  const [count, setCount] = useState<number | null>(null);
  if (!commenting) {
    const comment = position.comment || shared;
    return comment ? <ContributedText language="">{comment}</ContributedText> : t('noComment');
  }
  const id = commentFieldId(position.id);
  const error = commenting.errors.get(position.id) ?? null;
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
        {commentLabel(position, t)}
      </label>
      <FieldError id={id} error={error} />
      <input
        id={id}
        name={commentName(position.id)}
        defaultValue={commenting.typed.get(position.id) ?? position.comment}
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
