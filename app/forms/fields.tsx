import type { InputHTMLAttributes, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { type Option, optionsOf } from './option-markup';

/** Props of every field. The error is the same text as in the summary. */
export interface FieldProps {
  id: string;
  name: string;
  label: ReactNode;
  /** Mark after the label that is not part of its name: an asterisk for required fields. */
  mark?: string;
  hint?: ReactNode;
  error?: string | null;
  /** The field has the focus when the page opens, because the user has just asked for it. */
  autoFocus?: boolean;
}

/** Attributes that connect a control with its hint and error. */
export function describedBy({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}

/** Error text at a field. */
export function FieldError({ id, error }: { id: string; error?: string | null }) {
  const { t } = useTranslation('forms');
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="field-error">
      <span className="visually-hidden">{t('errorPrefix')} </span>
      {error}
    </p>
  );
}

function Label({ id, label, mark }: FieldProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {mark ? <span aria-hidden="true"> {mark}</span> : null}
    </>
  );
}

function Hint({ id, hint }: Pick<FieldProps, 'id' | 'hint'>) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="hint">
      {hint}
    </p>
  );
}

function FieldFrame({ field, children }: { field: FieldProps; children: ReactNode }) {
  return (
    <div className={field.error ? 'field field-with-error' : 'field'}>
      <div className="label-line">
        <Label {...field} />
      </div>
      <Hint id={field.id} hint={field.hint} />
      <FieldError id={field.id} error={field.error} />
      {children}
    </div>
  );
}

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

export function TextField({ id, name, label, mark, hint, error, type = 'text', ...input }: InputProps) {
  const field = { id, name, label, mark, hint, error };
  return (
    <FieldFrame field={field}>
      <input id={id} name={name} type={type} {...describedBy(field)} {...input} />
    </FieldFrame>
  );
}

export function TextArea({
  rows = 5,
  defaultValue,
  lang,
  ...field
}: FieldProps & { rows?: number; defaultValue?: string; lang?: string }) {
  return (
    <FieldFrame field={field}>
      <textarea
        id={field.id}
        name={field.name}
        rows={rows}
        lang={lang}
        defaultValue={defaultValue}
        autoFocus={field.autoFocus}
        {...describedBy(field)}
      />
    </FieldFrame>
  );
}

/** A native select. `empty` is the text of a first option without a value. */
export function SelectField({
  options,
  empty,
  defaultValue,
  autoComplete,
  ...field
}: FieldProps & { options: Option[]; empty?: string; defaultValue?: string; autoComplete?: string }) {
  return (
    <FieldFrame field={field}>
      <select
        id={field.id}
        name={field.name}
        autoComplete={autoComplete}
        autoFocus={field.autoFocus}
        {...describedBy(field)}
        {...optionsOf(options, defaultValue, empty === undefined ? [] : [{ value: '', label: empty }])}
      />
    </FieldFrame>
  );
}

/** One checkbox with its own error. */
export function CheckboxField({
  value = 'on',
  defaultChecked,
  ...field
}: FieldProps & { value?: string; defaultChecked?: boolean }) {
  return (
    <div className={field.error ? 'field choice field-with-error' : 'field choice'}>
      <FieldError id={field.id} error={field.error} />
      <input
        type="checkbox"
        id={field.id}
        name={field.name}
        value={value}
        defaultChecked={defaultChecked}
        autoFocus={field.autoFocus}
        {...describedBy(field)}
      />
      <div className="choice-label">
        <Label {...field} />
      </div>
      <Hint id={field.id} hint={field.hint} />
    </div>
  );
}

/** Radio buttons under one legend. The first one has the id of the group, for the link of an error. */
export function RadioGroup({
  options,
  defaultValue,
  ...field
}: FieldProps & { options: Option[]; defaultValue?: string }) {
  return (
    <FieldGroup id={`${field.id}-group`} legend={field.label} hint={field.hint} error={field.error}>
      {options.map(({ value, label }, index) => {
        const id = index === 0 ? field.id : `${field.id}-${value}`;
        return (
          <div className="choice" key={value}>
            <input type="radio" id={id} name={field.name} value={value} defaultChecked={defaultValue === value} />
            <label htmlFor={id}>{label}</label>
          </div>
        );
      })}
    </FieldGroup>
  );
}

/** Fields that belong together, under a legend. */
export function FieldGroup(props: {
  id: string;
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  children: ReactNode;
}) {
  const { id, legend, hint, error, children } = props;
  return (
    <fieldset id={id} className={error ? 'group field-with-error' : 'group'} {...describedBy({ id, hint, error })}>
      <legend>{legend}</legend>
      <Hint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}
