import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { FormField } from '@domain/metadata/directives';

import { FieldGroup } from '~/forms/fields';
import { RepeatableGroup } from '~/forms/repeatable-group';
import {
  childrenOf,
  placeName,
  topFields,
  type FormState,
  type TypedValue,
  type ValuePlace,
} from './form-state';
import { ValueControls } from './metadata-controls';

/** All that a metadata form shows. */
export interface MetadataView {
  fields: readonly FormField[];
  state: FormState;
  /** Errors by the form name of their value. */
  errors: ReadonlyMap<string, { part: number; message: string }>;
  /** Form name of the value that was just added. */
  focus: string | null;
  /** See ControlProps. */
  checkAddress: string | null;
}

/** Every field of the schema in its order, each with its values. */
export function MetadataFields(view: MetadataView) {
  return topFields(view.fields).map((field) => (
    <FieldValues
      key={field.id}
      view={view}
      field={field}
      parent={null}
      values={view.state.get(field.id) ?? []}
    />
  ));
}

interface FieldValuesProps {
  view: MetadataView;
  field: FormField;
  parent: number | null;
  values: readonly TypedValue[];
}

function FieldValues({ view, field, parent, values }: FieldValuesProps): ReactNode {
  const items = values.map((value, index) => {
    const place = { field: field.id, parent, index };
    return {
      key: placeName(place),
      content: <FieldValue view={view} field={field} place={place} value={value} />,
    };
  });
  if (!field.multi) return items[0]?.content;
  const list = parent === null ? `${field.id}` : `${field.id}-${parent}`;
  return (
    <RepeatableGroup
      label={field.label}
      items={items}
      addIntent={`add:${list}`}
      removeIntent={(index) => `remove:${placeName({ field: field.id, parent, index })}`}
    />
  );
}

interface FieldValueProps {
  view: MetadataView;
  field: FormField;
  place: ValuePlace;
  value: TypedValue;
}

/** One value; fields of several parts, or with fields that belong to them, stand in a group of their own. */
function FieldValue({ view, field, place, value }: FieldValueProps) {
  const { t } = useTranslation('metadata');
  const name = placeName(place);
  const number = place.index + 1;
  const children = childrenOf(view.fields, field.id);
  const controls = (
    <ValueControls
      field={field}
      name={name}
      label={number === 1 ? field.label : t('repeated', { field: field.label, number })}
      parts={value.parts}
      error={view.errors.get(name) ?? null}
      focused={view.focus === name}
      checkAddress={view.checkAddress}
    />
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
      hint={hasOwnHint ? field.toolTip : null}
    >
      {controls}
      {children.map((child) => (
        <FieldValues
          key={child.id}
          view={view}
          field={child}
          parent={place.index}
          values={value.nested.get(child.id) ?? []}
        />
      ))}
    </FieldGroup>
  );
}
