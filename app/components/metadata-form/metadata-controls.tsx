import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import { checkedValue, confirmedValue, isBlankText } from '@domain/metadata/storage-forms';
import { valueLanguage, type TextLanguage } from '@domain/metadata/text-language';
import { countCharacters } from '@domain/metadata/value-rules';

import { LicenceMark } from '~/components/search/licence-marks';
import { paths } from '~/paths';
import { CheckboxField, FieldGroup, SelectField, TextArea, TextField } from '~/forms/fields';
import { useSuggestions } from './use-suggestions';

/** Properties of the controls of one value. */
interface ControlProps {
  field: FormField;
  /** Form name of the value; also the id of its first control. */
  name: string;
  /** Name of the field, with its number from the second value on. */
  label: string;
  parts: readonly string[];
  error: { part: number; message: string } | null;
  focused: boolean;
  /** Language in which the study is described. */
  language: TextLanguage;
}

/** Id of a control: the form name for the first part, with the number of the part for the others. */
export function controlId(name: string, part: number): string {
  return part === 0 ? name : `${name}-part-${part + 1}`;
}

/** Renders the controls of one value, depending on the style of its field (spec section 3). */
export function ValueControls(props: ControlProps) {
  switch (props.field.style) {
    case 'Name':
      return <NameControls {...props} />;
    case 'DateRangeYMD':
      return <DateRangeControls {...props} />;
    case 'Checkbox':
      return <CheckboxControl {...props} />;
    case 'SUFL':
      return <ConfirmationControl {...props} />;
    case 'TextArea':
      return <CountedTextArea {...props} />;
    case 'DropDownList':
      return <ChoiceControl {...props} />;
    case 'Input':
      return <TextControl {...props} />;
  }
}

/** Hint of a field: the schema's tool tip, and `extra` for what it does not mention. */
function Hint({ field, extra = '' }: { field: FormField; extra?: string }) {
  const { t } = useTranslation('metadata');
  const more = [extra, field.private ? t('private') : ''].filter((text) => !field.toolTip.includes(text));
  return (
    <>
      {[field.toolTip, ...more].join(' ')}
      <Needed field={field} />
    </>
  );
}

/** Text alternative of the mark. */
export function Needed({ field }: { field: FormField }) {
  const { t } = useTranslation('metadata');
  return field.required ? <span className="visually-hidden"> ({t('required')})</span> : null;
}

/** Properties that a single control shares with the fields of app/forms. */
function frameOf({ field, name, label, error, focused }: ControlProps, extra?: string) {
  return {
    id: name,
    name,
    label,
    mark: field.mark,
    hint: <Hint field={field} extra={extra} />,
    error: error?.message,
    autoFocus: focused,
  };
}

/** Language of the typed text, if known. In an empty control, only our own placeholder is shown. */
function langOf({ field, parts: [text = ''], language }: ControlProps): string | undefined {
  if (text === '' && field.placeholder !== '') return undefined;
  return valueLanguage(field, text, language) || undefined;
}

/** Phone keyboards for formats. */
const inputModes = { 'e-mail': 'email', 'positive-integer': 'numeric' } as const;

function TextControl(props: ControlProps) {
  const { field, name, parts } = props;
  const { values, onInput } = useSuggestions(field.id, field.suggest);
  const options = [...field.choices.map(({ label }) => label), ...values];
  const list = options.length > 0 ? `${name}-choices` : undefined;
  const isWords = field.format === 'text' || field.format === 'organisation';
  return (
    <>
      <TextField
        {...frameOf(props)}
        defaultValue={parts[0]}
        lang={langOf(props)}
        placeholder={field.placeholder}
        list={list}
        onInput={onInput}
        inputMode={inputModes[field.format as keyof typeof inputModes]}
        spellCheck={isWords ? undefined : false}
        autoCapitalize={isWords ? undefined : 'none'}
      />
      {list ? (
        <datalist id={list}>
          {options.map((value) => (
            <option value={value} key={value} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

function ChoiceControl(props: ControlProps) {
  const { t } = useTranslation('metadata');
  const { choices } = props.field;
  const [chosen = ''] = props.parts;
  const strange = chosen !== '' && !choices.some(({ value }) => value === chosen);
  const options = strange ? [...choices, { value: chosen, label: t('otherValue', { value: chosen }) }] : choices;
  return (
    <>
      <SelectField {...frameOf(props)} options={options} empty={t('choose')} defaultValue={chosen} />
      {props.field.id === fieldIds.licence ? <LogosOfChoices field={props.field} /> : null}
    </>
  );
}

/** Logos of the licences, below the select, which can only show text. */
function LogosOfChoices({ field }: { field: FormField }) {
  return (
    <p className="licence-choices" aria-hidden="true">
      {field.choices.map(({ value }) => (
        <span key={value}>
          <LicenceMark name={value} />
        </span>
      ))}
    </p>
  );
}

/** Pause in typing before the count is announced, if it is over the limit. */
const countRestMs = 1500;

/** Text area with its limit. Script counts the characters. */
function CountedTextArea(props: ControlProps) {
  const { t } = useTranslation('metadata');
  const { field, parts } = props;
  const [text, setText] = useState(parts[0] ?? '');
  const [spoken, setSpoken] = useState(0);
  const max = field.maxCharacters;
  const count = countCharacters(text);
  const wrong = count > max || (field.required && isBlankText(text));
  useEffect(() => {
    const rest = setTimeout(() => setSpoken(count > max ? count - max : 0), countRestMs);
    return () => clearTimeout(rest);
  }, [count, max]);
  // The schema's tool tip may mention the limit already.
  const limit = field.toolTip.includes(String(max)) ? '' : t('counter', { max });
  return (
    <div onInput={(event) => setText((event.target as HTMLTextAreaElement).value)}>
      <TextArea {...frameOf(props, limit)} rows={6} lang={langOf(props)} defaultValue={parts[0]} />
      <p className={wrong ? 'counter counter-wrong' : 'counter'}>{t('characters', { count, max })}</p>
      <p role="status" className="visually-hidden">
        {spoken > 0 ? t('tooMany', { count: spoken }) : ''}
      </p>
    </div>
  );
}

function CheckboxControl(props: ControlProps) {
  const { field, parts } = props;
  return (
    <CheckboxField
      {...frameOf(props)}
      hint={
        <>
          {field.question} <Hint field={field} />
        </>
      }
      value={checkedValue}
      defaultChecked={parts[0] === checkedValue}
    />
  );
}

function NameControls({ field, name, parts, error, focused }: ControlProps) {
  return (
    <div className="name-parts">
      {[0, 1].map((part) => (
        <TextField
          key={part}
          id={controlId(name, part)}
          name={name}
          label={field.subLabels[part]}
          // A given name may be missing: some people have one name only.
          mark={part === 0 ? field.mark : ''}
          error={error?.part === part ? error.message : null}
          defaultValue={parts[part]}
          autoFocus={focused && part === 0}
          spellCheck={false}
        />
      ))}
    </div>
  );
}

const dateParts = ['year', 'month', 'day'] as const;

function DateRangeControls({ field, name, parts, error, focused }: ControlProps) {
  const { t } = useTranslation('metadata');
  return [field.beginLabel, field.endLabel].map((legend, half) => (
    <FieldGroup id={`${name}-half-${half + 1}`} legend={legend} hint={half === 0 ? t('dateHint') : null} key={half}>
      <div className="date-parts">
        {dateParts.map((datePart, index) => {
          const part = half * 3 + index;
          return (
            <TextField
              key={datePart}
              id={controlId(name, part)}
              name={name}
              label={t(datePart)}
              error={error?.part === part ? error.message : null}
              defaultValue={parts[part]}
              inputMode="numeric"
              autoFocus={focused && part === 0}
              size={datePart === 'year' ? 4 : 2}
            />
          );
        })}
      </div>
    </FieldGroup>
  ));
}

/** Confirmation of the Scientific Use File licence. It is only a button (spec section 3). */
function ConfirmationControl({ field, name, parts, error, focused }: ControlProps) {
  const { t } = useTranslation('metadata');
  const confirmed = parts[0] === confirmedValue;
  return (
    <FieldGroup
      id={`${name}-group`}
      legend={field.label}
      hint={
        <>
          {t('confirmText')} <a href={paths.info('sufl-licence')}>{t('licenceTerms')}</a>
        </>
      }
      error={error?.message}
    >
      {confirmed ? (
        <p className="confirmed" id={name} tabIndex={-1} autoFocus={focused}>
          <input type="hidden" name={name} value={confirmedValue} />
          {t('confirmed')}
        </p>
      ) : (
        <button type="submit" id={name} name="intent" value={`confirm:${name}`}>
          {t('confirm')}
        </button>
      )}
    </FieldGroup>
  );
}
