import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { maxRepeats } from '@domain/limits';

/**
 * Values of a repeatable field with the buttons that add and remove one. They are submit buttons of the surrounding
 * form, to which the server returns the form with one value more or less, without checking it.
 */
export function RepeatableGroup(props: {
  /** Name of the field in the labels of the buttons. */
  label: string;
  /** Name of what the field belongs to, read by screen readers, if there are several such groups. */
  within?: string;
  items: { key: string; content: ReactNode }[];
  /** Content before the item at an index. */
  note?: { index: number; content: ReactNode };
  /** Values of the button that adds an item and of the one that removes the item at an index. */
  addIntent: string;
  removeIntent: (index: number) => string;
  /** Value of the button that moves the item at an index, if their order matters. */
  moveIntent?: (index: number, toward: 'up' | 'down') => string;
}) {
  const { label, items, note, addIntent, removeIntent, moveIntent } = props;
  const { t } = useTranslation('forms');
  const within = props.within ? <span className="visually-hidden"> {t('within', { group: props.within })}</span> : null;
  return (
    <div className="repeatable">
      {items.map(({ key, content }, index) => (
        <div className="repeatable-item" key={key}>
          {note?.index === index ? note.content : null}
          {content}
          {moveIntent && index > 0 ? (
            <button type="submit" className="button-quiet" name="intent" value={moveIntent(index, 'up')}>
              {t('moveUp', { field: label, number: index + 1 })}
            </button>
          ) : null}
          {moveIntent && index < items.length - 1 ? (
            <button type="submit" className="button-quiet" name="intent" value={moveIntent(index, 'down')}>
              {t('moveDown', { field: label, number: index + 1 })}
            </button>
          ) : null}
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
