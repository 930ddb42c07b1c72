import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import type { TextLanguage } from '@domain/metadata/text-language';
import { FieldGroup } from '~/forms/fields';
import { RepeatableGroup } from '~/forms/repeatable-group';

import {
  childrenOf,
  type FormState,
  valueName,
  topFields,
  type TypedValue,
  type ValuePath,
} from '~/forms/metadata/form-state';
import { LookupPart, type ShownLookup } from './lookup-part';
import { Needed, ValueControls } from './metadata-controls';
import { removedEntries, removedNoteId, type RemovedValue } from '../../forms/metadata/change-form';

/** Everything shown in a metadata form. */
interface MetadataView {
  fields: readonly FormField[];
  state: FormState;
  /** Errors by the form name of their value. */
  errors: ReadonlyMap<string, { part: number; message: string }>;
  /** The value removed last, which can be restored. */
  removed: RemovedValue | null;
  /** Form name of the value that was just added. */
  focus: string | null;
  /** Language in which the study is described. */
  language: TextLanguage;
  /** The last lookup; null after its field has been rendered again. */
  lookup: ShownLookup | null;
  /** Number for each top-level field that changes when script must render its values again. */
  turns: ReadonlyMap<number, number>;
}

/** All fields of the schema under the headings of their sections, with their values. */
export function MetadataFields(view: MetadataView) {
  return formParts(view.fields).map(({ id, title, fields }) => (
    <div className="form-part" key={id}>
      {title === '' ? null : (
        <h3 id={id} tabIndex={-1}>
          {title}
        </h3>
      )}
      {fields.map((field) => (
        <FieldValues
          key={`${field.id} ${view.turns.get(field.id) ?? 0}`}
          view={view}
          field={field}
          parent={null}
          values={view.state.get(field.id) ?? []}
        />
      ))}
    </div>
  ));
}

interface FieldValuesProps {
  view: MetadataView;
  field: FormField;
  parent: number | null;
  values: readonly TypedValue[];
}

function FieldValues({ view, field, parent, values }: FieldValuesProps): ReactNode {
  const { t } = useTranslation('metadata');
  const items = values.map((value, index) => {
    const path = { field: field.id, parent, index };
    return { key: valueName(path), content: <FieldValue view={view} field={field} path={path} value={value} /> };
  });
  if (!field.multi) return items[0]?.content;
  const list = parent === null ? `${field.id}` : `${field.id}-${parent}`;
  const owner = view.fields.find(({ id }) => id === field.nestedIn);
  const isRepeated = owner !== undefined && (view.state.get(owner.id)?.length ?? 0) > 1;
  return (
    <RepeatableGroup
      label={field.label}
      within={isRepeated ? t('group', { field: owner.label, number: (parent ?? 0) + 1 }) : undefined}
      items={items}
      note={removedNote(view, field, parent, values.length)}
      addIntent={`add:${list}`}
      removeIntent={(index) => `remove:${valueName({ field: field.id, parent, index })}`}
      moveIntent={
        // Authors are cited in their order.
        field.id === fieldIds.author
          ? (index, toward) => `${toward}:${valueName({ field: field.id, parent, index })}`
          : undefined
      }
    />
  );
}

/** Note about a removed value. It is where the focus goes, before the value that took its place. */
function removedNote({ removed }: MetadataView, field: FormField, parent: number | null, count: number) {
  if (removed?.path.field !== field.id || removed.path.parent !== parent) return undefined;
  const index = Math.min(removed.path.index, count - 1);
  return { index, content: <RemovedNote field={field} removed={removed} /> };
}

/** Names the removed value, keeps it in the form and offers to restore it. */
function RemovedNote({ field, removed }: { field: FormField; removed: RemovedValue }) {
  const { t } = useTranslation('metadata');
  return (
    <div className="removed-note" id={removedNoteId}>
      <p id={`${removedNoteId}-text`}>{t('removed', { field: field.label, number: removed.path.index + 1 })}</p>
      <button
        type="submit"
        className="button-quiet"
        name="intent"
        value="undo"
        aria-describedby={`${removedNoteId}-text`}
      >
        {t('undo')}
      </button>
      {removedEntries(removed).map(([name, value], index) => (
        <input type="hidden" name={name} value={value} key={`${name} ${index}`} />
      ))}
    </div>
  );
}

interface FieldValueProps {
  view: MetadataView;
  field: FormField;
  path: ValuePath;
  value: TypedValue;
}

/** One value. Fields with several parts or nested fields are grouped. */
function FieldValue({ view, field, path, value }: FieldValueProps) {
  const { t } = useTranslation('metadata');
  const name = valueName(path);
  const number = path.index + 1;
  const children = childrenOf(view.fields, field.id);
  const label = number === 1 ? field.label : t('repeated', { field: field.label, number });
  const controls = (
    <>
      <ValueControls
        field={field}
        name={name}
        label={label}
        parts={value.parts}
        error={view.errors.get(name) ?? null}
        focused={view.focus === name}
        language={view.language}
      />
      <LookupPart
        field={field}
        name={name}
        label={lookupLabel(view, field, path, label)}
        lookup={lookupOf(view, field)}
      />
    </>
  );
  const grouped = children.length > 0 || field.style === 'Name' || field.style === 'DateRangeYMD';
  if (!grouped) return controls;
  const hasOwnHint = field.style === 'Name' || field.style === 'DateRangeYMD';
  return (
    <FieldGroup
      id={`${name}-group`}
      legend={
        <>
          {t('group', { field: field.label, number })}
          {field.mark ? <span aria-hidden="true"> {field.mark}</span> : null}
        </>
      }
      hint={
        hasOwnHint ? (
          <>
            {[field.toolTip, field.id === fieldIds.embargo ? t('embargoHint') : ''].join(' ').trim()}
            <Needed field={field} />
          </>
        ) : null
      }
    >
      {controls}
      {children.map((child) => (
        <FieldValues
          key={child.id}
          view={view}
          field={child}
          parent={path.index}
          values={value.nested.get(child.id) ?? []}
        />
      ))}
    </FieldGroup>
  );
}

/** The last lookup, unless its field has changed since by script, so that it may belong to another value now. */
function lookupOf({ lookup, turns }: MetadataView, { id, nestedIn }: FormField): ShownLookup | null {
  return (turns.get(nestedIn ?? id) ?? 0) > 0 ? null : lookup;
}

/** Name of a value among all of the form. */
function lookupLabel({ fields }: MetadataView, { nestedIn }: FormField, { parent }: ValuePath, label: string): string {
  const owner = fields.find(({ id }) => id === nestedIn);
  return owner ? `${owner.label} ${(parent ?? 0) + 1}, ${label}` : label;
}

/** Section of the form with its own heading. */
interface FormSection {
  /** Id of the heading. */
  id: string;
  /** '' for fields before the first heading. */
  title: string;
  /** Top-level fields. */
  fields: FormField[];
}

/** Sections of the form, as the schema divides it. */
export function formParts(fields: readonly FormField[]): FormSection[] {
  const parts: FormSection[] = [];
  for (const field of topFields(fields)) {
    const last = parts.at(-1);
    if (last && field.section === '') last.fields.push(field);
    else parts.push({ id: `part-${field.id}`, title: field.section, fields: [field] });
  }
  return parts;
}

/** Whether a field or its parent is in a section. */
export function isInPart({ fields: own }: FormSection, fields: readonly FormField[], id: number): boolean {
  const field = fields.find((candidate) => candidate.id === id);
  return own.some((top) => top.id === id || top.id === field?.nestedIn);
}
