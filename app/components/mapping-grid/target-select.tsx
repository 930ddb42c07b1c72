import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GridColumn } from '~/components/data-grid/data-grid';
import { FieldError } from '~/forms/fields';
import type { Suggestion } from './mapping-form';
import { targetFieldId } from './target-field';
import type { TargetGroup } from './target-options';

interface TargetSelectProps {
  column: GridColumn;
  /** '<key>|<unit>', or '' if the column is not mapped. */
  choice: string;
  /** Suggestion for the column, if it was filled in with the button. */
  suggestion?: Suggestion;
  /** Validation error. */
  error?: string;
  groups: readonly TargetGroup[];
}

/** Select that maps one column. The hidden field before it names the column (see `readChoices`). */
export function TargetSelect({ column, choice, suggestion, error, groups }: TargetSelectProps) {
  const { t } = useTranslation('mapping');
  const [current, setCurrent] = useState(choice);
  const id = targetFieldId(column.letters);
  const isSuggested = suggestion !== undefined && suggestion.value === current;
  const described = [error ? `${id}-error` : '', isSuggested ? `${id}-reason` : ''].filter(Boolean).join(' ');
  const known = choice === '' || groups.some(({ options }) => options.some(({ value }) => value === choice));
  return (
    <>
      <input type="hidden" name="source" value={column.name} />
      <label className="visually-hidden" htmlFor={id}>
        {t('target', { letters: column.letters, name: column.name })}
      </label>
      <FieldError id={id} error={error} />
      <select
        id={id}
        name="target"
        defaultValue={choice}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={isSuggested ? 'suggested-target' : undefined}
      >
        <option value="">{t('notMapped')}</option>
        {known ? null : <option value={choice}>{t('unknownTarget', { target: choice.replace('|', ' ') })}</option>}
        {groups.map((group) => (
          <optgroup label={group.label} key={group.label}>
            {group.options.map((option) => (
              <option value={option.value} key={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {isSuggested ? (
        <p className="suggestion" id={`${id}-reason`}>
          <strong>{t('suggestion')}</strong> {suggestion.reason}
        </p>
      ) : null}
    </>
  );
}

/** Choices of columns on other pages, so that every post contains the whole mapping. */
export function HiddenChoices({ choices }: { choices: readonly (readonly [source: string, target: string])[] }) {
  return choices.map(([source, target]) => (
    <span hidden key={source}>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="target" value={target} />
    </span>
  ));
}

/** Columns that were filled in with the button, to distinguish them from the user's own choices. */
export function HiddenSuggested({ names }: { names: readonly string[] }) {
  return names.map((name) => <input type="hidden" name="suggested" value={name} key={name} />);
}
