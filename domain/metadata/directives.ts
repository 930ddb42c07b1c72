import type { SchemaField, ValueFormat } from '../api/metadata';
import { type Language, languages } from '../language';
import { maxTextAreaCharacters, maxValueCharacters } from '../limits';

/** How a field is displayed and stored (spec section 3, 'Field styles'). */
export const fieldStyles = ['Input', 'DropDownList', 'Checkbox', 'TextArea', 'DateRangeYMD', 'Name', 'SUFL'] as const;
export type FieldStyle = (typeof fieldStyles)[number];

/** Choice of a select, or suggestion of an input: the stored value and its text in the language of the page. */
export interface Choice {
  value: string;
  label: string;
}

/** A field of the metadata form, as described by its directives. */
export interface FormField {
  id: number;
  /** Name without mark, question and date names. */
  label: string;
  /** '*' = required by the repository, '#' = also required by DataCite. */
  mark: '' | '*' | '#';
  required: boolean;
  /** See SchemaField. */
  requiredWith: string[] | null;
  style: FieldStyle;
  /** Repeatable. */
  multi: boolean;
  /** For a DropDownList, the only values it accepts. For an Input, suggestions in addition to free text. */
  choices: Choice[];
  /** Names of the two parts of a Name: family name, given name. */
  subLabels: string[];
  placeholder: string;
  /** The server validates it separately (the title). */
  validate: boolean;
  nestedIn: number | null;
  toolTip: string;
  /** Text beside a Checkbox; '' for other styles. */
  question: string;
  /** Names of the two dates of a DateRangeYMD; '' for other styles. */
  beginLabel: string;
  endLabel: string;
  format: ValueFormat;
  /** Maximum length of a value, or of each part of a Name. */
  maxCharacters: number;
  /** Never published or exported. Fields nested in a private field are private too. */
  private: boolean;
  /** See SchemaField. */
  suggest: boolean;
  section: string;
  /** See SchemaField. */
  wording: SchemaField['wording'];
}

/** Directives that set the style of a field. */
const styleDirectives: Record<string, FieldStyle> = {
  '[SelectOnly]': 'DropDownList',
  '[Checkbox]': 'Checkbox',
  '[TextArea]': 'TextArea',
  '[YYYY-MM-DD]': 'DateRangeYMD',
  '[Name]': 'Name',
  '[SUFL]': 'SUFL',
};

/** Directives that make a field single-valued, whatever `multi` says. */
const singleValued = ['[Checkbox]', '[TextArea]', '[YYYY-MM-DD]', '[0..1]', '[SUFL]'];

/**
 * Reads the fields of a schema from their directives (spec section 3). A [Nested] field belongs to the last preceding
 * field that is not nested, unless it names its parent.
 */
export function readSchema(fields: SchemaField[]): FormField[] {
  let parent: number | null = null;
  const isPrivate = new Map(fields.map((field) => [field.id, field.private]));
  return fields.map((field) => {
    const nested: boolean = field.nested !== null || field.types.includes('[Nested]');
    if (!nested) parent = field.id;
    const nestedIn = nested ? (field.nested ?? parent) : null;
    const hidden = field.private || (nestedIn !== null && isPrivate.get(nestedIn) === true);
    return { ...readField(field, nestedIn), private: hidden };
  });
}

function readField(field: SchemaField, nestedIn: number | null): Omit<FormField, 'private'> {
  const { directives, placeholder, rest } = consumeDirectives(field.types);
  const style = styleOf(directives);
  const { label, mark, question, beginLabel, endLabel } = readName(field.name, style);
  return {
    id: field.id,
    label,
    mark,
    required: field.required || mark !== '',
    requiredWith: field.requiredWith,
    style,
    multi: field.multi && !singleValued.some((directive) => directives.includes(directive)),
    choices: style === 'Name' ? [] : rest.map((text, index) => ({ value: field.choices[index] ?? text, label: text })),
    subLabels: style === 'Name' ? rest : [],
    placeholder: placeholder ?? field.placeholder,
    validate: field.validate || directives.includes('[Validate]'),
    nestedIn,
    toolTip: field.toolTip,
    question,
    beginLabel,
    endLabel,
    format: field.format,
    maxCharacters: style === 'TextArea' ? maxTextAreaCharacters : maxValueCharacters,
    suggest: field.suggest,
    section: field.section,
    wording: field.wording,
  };
}

/** Separates the directives, and the entry after [Placeholder], from a types list. */
function consumeDirectives(types: string[]): { directives: string[]; placeholder: string | null; rest: string[] } {
  const directives: string[] = [];
  const rest: string[] = [];
  let placeholder: string | null = null;
  types.forEach((type, index) => {
    if (types[index - 1] === '[Placeholder]') placeholder = type;
    else if (isDirective(type)) directives.push(type);
    else rest.push(type);
  });
  return { directives, placeholder, rest };
}

const plainDirectives = ['[0..1]', '[Nested]', '[Placeholder]', '[Language]', '[Validate]'];

function isDirective(type: string): boolean {
  return Object.hasOwn(styleDirectives, type) || plainDirectives.includes(type);
}

/** [Language] without a style is a select. */
function styleOf(directives: string[]): FieldStyle {
  for (const directive of directives) {
    const style = styleDirectives[directive];
    if (style) return style;
  }
  return directives.includes('[Language]') ? 'DropDownList' : 'Input';
}

/** Splits 'label*', 'label:question*' and 'label;begin;end*'. */
function readName(name: string, style: FieldStyle) {
  const mark = name.endsWith('*') ? '*' : name.endsWith('#') ? '#' : '';
  const bare = name.slice(0, name.length - mark.length).trim();
  const result = { label: bare, mark, question: '', beginLabel: '', endLabel: '' } as const;
  if (style === 'Checkbox' && bare.includes(':')) {
    const colon = bare.indexOf(':');
    return { ...result, label: bare.slice(0, colon).trim(), question: bare.slice(colon + 1).trim() };
  }
  if (style === 'DateRangeYMD') {
    const [label = '', beginLabel = '', endLabel = ''] = bare.split(';').map((part) => part.trim());
    return { ...result, label, beginLabel, endLabel };
  }
  return result;
}

/** Text to show for a stored value: the label of a choice; other values are shown as they are. */
export function shownValue(field: FormField, stored: string): string {
  return field.choices.find((choice) => choice.value === stored)?.label ?? stored;
}

/** Value to store for a typed text: the value of the choice with that label; other texts are stored as they are. */
export function storedValue(field: FormField, text: string): string {
  return field.choices.find((choice) => choice.label === text.trim())?.value ?? text;
}

/**
 * Choices of a [Language] field: the page's language, the other languages of the site, then `further` ISO 639-1 codes sorted by name. The
 * codes are stored, because they do not depend on the page's language.
 */
export function languageChoices(language: Language, further: readonly string[] = []): Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const choice = (code: string): Choice => ({ value: code, label: names.of(code) ?? code });
  const own = [language, ...languages.filter((other) => other !== language)];
  const others = further.filter((code) => !own.some((known) => known === code)).map(choice);
  return [...own.map(choice), ...others.sort((a, b) => a.label.localeCompare(b.label, language))];
}
