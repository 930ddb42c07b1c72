import { useTranslation } from 'react-i18next';

import type { MetadataEntry } from '@domain/api/metadata';
import type { FieldChange } from '@domain/metadata/compare';
import type { FormField } from '@domain/metadata/directives';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { formOf } from '~/forms/metadata/stored-metadata';

import { MetadataList } from './metadata-list';

interface ChangedFieldsProps {
  label: string;
  /** Heads of the columns; 'Before' and 'After' by default. */
  heads?: readonly [before: string, after: string];
  changes: readonly FieldChange[];
  fields: readonly FormField[];
}

/** Changed fields of the metadata, each with those nested in it, before and after. */
export function ChangedFields({ label, heads, changes, fields }: ChangedFieldsProps) {
  const { t } = useTranslation('metadata');
  const [before, after] = heads ?? [t('changed.before'), t('changed.after')];
  return (
    <ScrollTable label={label} heads={[before, after]} isLabelShown className="change-table" isCards>
      <tbody {...cardRoles.group}>
        {changes.map((change) => (
          <tr key={change.field} {...cardRoles.row}>
            <td data-label={before} {...cardRoles.cell}>
              <FieldValues fields={fields} entries={change.before} />
            </td>
            <td data-label={after} {...cardRoles.cell}>
              <FieldValues fields={fields} entries={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** The values of one field with those nested in it. */
function FieldValues({ fields, entries }: { fields: readonly FormField[]; entries: readonly MetadataEntry[] }) {
  const { t } = useTranslation('metadata');
  if (entries.length === 0) return t('changed.empty');
  return <MetadataList fields={fields} state={formOf(fields, entries)} />;
}
