import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import { checkedValue } from '@domain/metadata/storage-forms';
import { valueLanguage, type TextLanguage } from '@domain/metadata/text-language';

import { ContributedText } from '~/components/contributed-text';
import { LicenceMark } from '~/components/search/licence-marks';
import { useLanguage } from '~/i18n/use-language';

import { childrenOf, formLanguage, topFields, type FormState, type TypedValue } from '../../forms/metadata/form-state';

interface MetadataListProps {
  fields: readonly FormField[];
  state: FormState;
}

/** Metadata as text: fields with values, each with its nested fields below. Private fields are marked. */
export function MetadataList({ fields, state }: MetadataListProps) {
  const { t } = useTranslation('metadata');
  const filled = topFields(fields).filter((field) => (state.get(field.id) ?? []).some(isFilled));
  const study = formLanguage(fields, state);
  if (filled.length === 0) return <p>{t('none')}</p>;
  return (
    <dl className="metadata-list">
      {filled.map((field) => (
        <FieldAsText key={field.id} fields={fields} study={study} field={field} values={state.get(field.id) ?? []} />
      ))}
    </dl>
  );
}

function isFilled(value: TypedValue): boolean {
  return value.parts.some((part) => part !== '') || [...value.nested.values()].some((nested) => nested.some(isFilled));
}

/** Schema, and the language in which the study is described. */
interface Described {
  fields: readonly FormField[];
  study: TextLanguage;
}

interface FieldAndValues {
  field: FormField;
  values: readonly TypedValue[];
}

function FieldAsText({ field, values, ...described }: Described & FieldAndValues) {
  const { t } = useTranslation('metadata');
  return (
    <div>
      <dt>
        {field.label} {field.private ? <span className="hint">({t('notPublished')})</span> : null}
      </dt>
      {values.filter(isFilled).map((value, index) => (
        <dd key={index}>
          <ValueAsText field={field} parts={value.parts} study={described.study} />
          <NestedAsText {...described} field={field} value={value} />
        </dd>
      ))}
    </div>
  );
}

function NestedAsText({ field, value, ...described }: Described & { field: FormField; value: TypedValue }) {
  const children = childrenOf(described.fields, field.id).filter((child) =>
    (value.nested.get(child.id) ?? []).some(isFilled),
  );
  if (children.length === 0) return null;
  return (
    <dl>
      {children.map((child) => (
        <FieldAsText key={child.id} {...described} field={child} values={value.nested.get(child.id) ?? []} />
      ))}
    </dl>
  );
}

interface ValueAsTextProps {
  field: FormField;
  parts: readonly string[];
  study: TextLanguage;
}

function ValueAsText({ field, parts, study }: ValueAsTextProps) {
  const { t } = useTranslation('metadata');
  const language = useLanguage();
  const [first = '', second = ''] = parts;
  switch (field.style) {
    case 'Name':
      return [first, second].filter(Boolean).join(', ');
    case 'DateRangeYMD': {
      const [begin, end] = [parts.slice(0, 3), parts.slice(3, 6)].map((date) =>
        date[0] ? formatDay(date, language) : '',
      );
      if (begin === end) return begin;
      return begin && end ? t('range', { begin, end }) : begin || t('until', { end });
    }
    case 'Checkbox':
      return `${field.question} ${first === checkedValue ? t('yes') : t('no')}`;
    case 'SUFL':
      return t('confirmed');
    case 'DropDownList':
      if (field.id === fieldIds.licence) return <LicenceMark name={first} />;
      return field.choices.find(({ value }) => value === first)?.label ?? first;
    case 'TextArea':
      return (
        <span className="long-text">
          <ContributedText language={valueLanguage(field, first, study)}>{first}</ContributedText>
        </span>
      );
    case 'Input':
      return <ContributedText language={valueLanguage(field, first, study)}>{first}</ContributedText>;
  }
}
