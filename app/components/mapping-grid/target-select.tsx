import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GridColumn } from '~/components/data-grid/data-grid';
import { FieldError } from '~/forms/fields';
import { type OptionGroup, optionsOf } from '~/forms/option-markup';
import { type Suggestion, targetFieldId } from '~/forms/mapping-form';

import type { FoundTarget } from './find-targets';
import { TargetFinder } from './target-finder';

interface TargetSelectProps {
  column: GridColumn;
  /** First values of the column, for narrow windows, which show no rows. */
  sample: readonly string[];
  /** '<key>|<unit>', or '' if the column is not mapped. */
  choice: string;
  /** Suggestion for the column, if it was filled in with the button. */
  suggestion?: Suggestion;
  /** Validation error. */
  error?: string;
  groups: readonly OptionGroup[];
}

/** Select that maps one column. The hidden field before it names the column (see `readChoices`). */
export function TargetSelect({ column, sample, choice, suggestion, error, groups }: TargetSelectProps) {
  const { t } = useTranslation('mapping');
  const [current, setCurrent] = useState(choice);
  const id = targetFieldId(column.letters);
  const isSuggested = suggestion !== undefined && suggestion.value === current;
  const described = [error ? `${id}-error` : '', isSuggested ? `${id}-reason` : ''].filter(Boolean).join(' ');
  const finder = useTargetFinder();
  const firstOptions = [{ value: '', label: t('notMapped') }];
  // A chosen target that the vocabulary no longer has is offered as well.
  if (choice !== '' && !groups.some(({ options }) => options.some(({ value }) => value === choice))) {
    firstOptions.push({ value: choice, label: t('unknownTarget', { target: choice.replace('|', ' ') }) });
  }
  return (
    <>
      <ColumnName column={column} fieldId={id} />
      <FieldError id={id} error={error} />
      <select
        ref={finder.select}
        id={id}
        name="target"
        {...finder.handlers}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={isSuggested ? 'suggested-target' : undefined}
        {...optionsOf(groups, choice, firstOptions)}
      />
      {finder.typed !== null && finder.select.current ? (
        <TargetFinder
          select={finder.select.current}
          label={t('find', { letters: column.letters, name: column.name })}
          targets={targetsOf([{ label: '', options: firstOptions.slice(0, 1) }, ...groups])}
          typed={finder.typed}
          onClose={finder.close}
        />
      ) : null}
      {isSuggested ? <SuggestionReason id={`${id}-reason`} reason={suggestion.reason} /> : null}
      {sample.length > 0 ? <p className="column-card-sample">{sample.join(' · ')}</p> : null}
    </>
  );
}

/** Why the target is suggested. */
function SuggestionReason({ id, reason }: { id: string; reason: string }) {
  const { t } = useTranslation('mapping');
  return (
    <p className="suggestion" id={id}>
      <strong>{t('suggestion')}</strong>
      {/* One text with its space: Chromium leaves out a space alone when it makes the description. */}
      {` ${reason}`}
    </p>
  );
}

/** Names the column for the form, for narrow windows and for screen readers. */
function ColumnName({ column: { letters, name }, fieldId }: { column: GridColumn; fieldId: string }) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <input type="hidden" name="source" value={name} />
      <p className="column-card-head" aria-hidden="true">
        <span className="data-grid-letters">{letters}</span> {name}
      </p>
      <label className="visually-hidden" htmlFor={fieldId}>
        {t('target', { letters, name })}
      </label>
    </>
  );
}

function targetsOf(groups: readonly OptionGroup[]): FoundTarget[] {
  return groups.flatMap(({ label: group, options }) => options.map((option) => ({ ...option, group })));
}

/**
 * With script, a typed character or a click of a mouse opens the finder in place of the browser's list. Other keys and
 * touch do what they do on any select.
 */
function useTargetFinder() {
  const select = useRef<HTMLSelectElement>(null);
  const pointer = useRef('');
  const [typed, setTyped] = useState<string | null>(null);
  return {
    select,
    typed,
    close: () => setTyped(null),
    handlers: {
      onPointerDown: ({ pointerType }: { pointerType: string }) => {
        pointer.current = pointerType;
      },
      onMouseDown: (event: MouseEvent) => {
        if (event.button !== 0 || pointer.current !== 'mouse') return;
        event.preventDefault();
        setTyped('');
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
        event.preventDefault();
        setTyped(key);
      },
    },
  };
}
