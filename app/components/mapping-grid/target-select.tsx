import { useTranslation } from 'react-i18next';

import type { GridColumn } from '~/components/data-grid/data-grid';
import type { TargetGroup } from './target-options';

interface TargetSelectProps {
  column: GridColumn;
  /** '<key>|<unit>', or '' while the column is not mapped. */
  choice: string;
  groups: readonly TargetGroup[];
}

/** The select that maps one column. Its hidden neighbour names the column, see `readChoices`. */
export function TargetSelect({ column, choice, groups }: TargetSelectProps) {
  const { t } = useTranslation('mapping');
  const id = `target-${column.letters}`;
  const known = choice === '' || groups.some(({ options }) => options.some(({ value }) => value === choice));
  return (
    <>
      <input type="hidden" name="source" value={column.name} />
      <label className="visually-hidden" htmlFor={id}>
        {t('target', { letters: column.letters, name: column.name })}
      </label>
      <select id={id} name="target" defaultValue={choice}>
        <option value="">{t('notMapped')}</option>
        {known ? null : (
          <option value={choice}>{t('unknownTarget', { target: choice.replace('|', ' ') })}</option>
        )}
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
    </>
  );
}

/** The mapped columns of the pages that are not shown, so that every post holds the whole mapping. */
export function HiddenChoices({
  choices,
}: {
  choices: readonly (readonly [source: string, target: string])[];
}) {
  return choices.map(([source, target]) => (
    <span hidden key={source}>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="target" value={target} />
    </span>
  ));
}
