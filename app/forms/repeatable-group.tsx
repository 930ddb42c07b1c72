import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { maxRepeats } from '@domain/limits';

/**
 * Values of a repeatable field with the buttons that add and remove one. The buttons are submit buttons
 * of the form around: the server answers with the form one value longer or shorter, nothing checked yet.
 */
export function RepeatableGroup(props: {
  /** Name of the field as the buttons say it. */
  label: string;
  /** What the field belongs to, for those who hear a button alone; only where there are several of them. */
  within?: string;
  items: { key: string; content: ReactNode }[];
  /** What there is to say before the item at an index. */
  note?: { index: number; content: ReactNode };
  /** Value of the button that adds, and of the one that removes the item at an index. */
  addIntent: string;
  removeIntent: (index: number) => string;
}) {
  const { label, items, note, addIntent, removeIntent } = props;
  const { t } = useTranslation('forms');
  const within = props.within ? <span className="visually-hidden"> {t('within', { group: props.within })}</span> : null;
  return (
    <div className="repeatable">
      {items.map(({ key, content }, index) => (
        <div className="repeatable-item" key={key}>
          {note?.index === index ? note.content : null}
          {content}
          {items.length > 1 ? (
            <button type="submit" className="button-quiet button-remove" name="intent" value={removeIntent(index)}>
              {t('remove', { field: label, number: index + 1 })}
              {within}
            </button>
          ) : null}
        </div>
      ))}
      {items.length < maxRepeats ? (
        <button type="submit" className="button-quiet button-add" name="intent" value={addIntent}>
          {t('add', { field: label })}
          {within}
        </button>
      ) : (
        <p className="hint">{t('full', { max: maxRepeats })}</p>
      )}
    </div>
  );
}
