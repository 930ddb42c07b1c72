import fc from 'fast-check';

import type { MetadataEntry } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import { checkedValue, confirmedValue, formatDateRange, formatName, isBlankText } from '@domain/metadata/storage-forms';
import { joinLines } from '@domain/text';
import { entry, withEntries } from '../fixtures/complete-metadata';

/** Characters with a meaning in one of our output formats, and letters of several scripts. */
const signs = [
  ...'abcXYZ019 äöüßÄñłИ中',
  '<',
  '>',
  '&',
  '"',
  "'",
  '&amp;',
  '<br/>',
  ']]>',
  '<!--',
  '{',
  '}',
  '\\',
  '%',
  '$',
  '#',
  '_',
  '^',
  '~',
  '|',
  '||',
  ';',
  ':',
  '-',
  ' and ',
  ', ',
  '.',
  '?',
  '😀',
  '👩‍🔬',
  'e\u0301',
  '\u200f',
  '\u00a0',
  '\u2028',
  '*',
  '#',
  'of the study ',
];

/** Trimmed, visible texts of at most `max` characters, sometimes of exactly that length. */
export function textArbitrary(max: number, { lines = false } = {}): fc.Arbitrary<string> {
  // What begins a line would be joined in a field of one line.
  const own = lines ? [...signs, '\n', '\n\n'] : signs.filter((sign) => joinLines(sign) === sign);
  const unit = fc.constantFrom(...own);
  const short = fc.string({ unit, minLength: 1, maxLength: 40 });
  const long = short.map((text) => cut(`${text.trim() || 'x'} `.repeat(max), max - 1) + '.');
  return fc
    .oneof({ weight: 15, arbitrary: short }, { weight: 1, arbitrary: long })
    .map((text) => cut(text.trim(), max).trim())
    .filter((text) => !isBlankText(text));
}

/** The first characters of a text, without splitting a surrogate pair. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);

/** An embargo that ends in this year lasts less than the 24 months that it may. */
const lastEmbargoYear = new Date().getFullYear() + 1;

/** Valid date ranges, with any of their optional parts missing. */
export function dateRangeArbitrary(field: number): fc.Arbitrary<string> {
  const date = (from: number, to: number) =>
    fc
      .tuple(digits(from, to), fc.option(fc.tuple(digits(1, 12), fc.option(digits(1, 28)))))
      .map(([year, rest]) => ({ year, month: rest?.[0] ?? '', day: rest?.[1] ?? '' }));
  const none = fc.constant({ year: '', month: '', day: '' });
  const [begin, end] =
    field === fieldIds.embargo
      ? [fc.oneof(none, date(1950, 2020)), date(2021, lastEmbargoYear)]
      : [date(1950, 2020), fc.oneof(none, date(2021, 2099))];
  return fc.record({ begin, end }).map(formatDateRange);
}

const orcidArbitrary = fc.integer({ min: 0, max: 999_999_999 }).map((number) => {
  const base = `000000${String(number).padStart(9, '0')}`;
  let total = 0;
  for (const digit of base) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return `${base}${check === 10 ? 'X' : check}`.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
});

const rors = ['https://ror.org/04t3en479', 'https://ror.org/018mejw64'];
const organisation = fc
  .tuple(textArbitrary(400), fc.option(fc.constantFrom(...rors)))
  .map(([name, ror]) => (ror === null ? name : `${name} (${ror})`));
const reference = fc.oneof(
  fc.constantFrom('10.1000/182', 'https://doi.org/10.5555/A(b)<c>;d', 'https://example.org/a?b=1&c=ü#d'),
  textArbitrary(490).map((text) => `See ${text}`),
);

/** Values of fields that exports do not treat as plain text. */
const special = new Map<number, fc.Arbitrary<string>>([[fieldIds.instrumentModel, reference]]);

/** Valid stored values of a field, in their canonical form. */
export function valueArbitrary(field: FormField): fc.Arbitrary<string> {
  switch (field.style) {
    case 'DropDownList':
      return fc.constantFrom(...field.choices.map(({ value }) => value));
    case 'Checkbox':
      return fc.constant(checkedValue);
    case 'SUFL':
      return fc.constant(confirmedValue);
    case 'DateRangeYMD':
      return dateRangeArbitrary(field.id);
    case 'Name':
      return nameArbitrary(field.maxCharacters).map(formatName);
    case 'TextArea':
      return textArbitrary(field.maxCharacters, { lines: true });
    case 'Input':
      return inputArbitrary(field);
  }
}

/** Names with and without a given name, without bars, which are forbidden. */
export function nameArbitrary(max: number): fc.Arbitrary<{ family: string; given: string }> {
  const part = textArbitrary(max)
    .map((text) => text.replaceAll('|', '').trim())
    .filter((text) => !isBlankText(text));
  return fc.record({ family: part, given: fc.oneof(fc.constant(''), part) });
}

function inputArbitrary(field: FormField): fc.Arbitrary<string> {
  switch (field.format) {
    case 'e-mail':
      return fc.constantFrom('eva.muster@example.org', 'ü+tag@sub.example.de', "o'neil@example.co.uk");
    case 'orcid':
      return orcidArbitrary;
    case 'organisation':
      return organisation;
    case 'reference':
      return reference;
    case 'positive-integer':
      return digits(1, 999_999_999);
    case 'text': {
      const text = special.get(field.id) ?? textArbitrary(field.maxCharacters);
      const choices = field.choices.map(({ value }) => value);
      return choices.length === 0 ? text : fc.oneof(fc.constantFrom(...choices), text);
    }
  }
}

/** Whether a value of the parent makes this nested field required. */
function isAsked(child: FormField, parentValue: string): boolean {
  const { required, requiredWith } = child;
  return required || (requiredWith !== null && (requiredWith.length === 0 || requiredWith.includes(parentValue)));
}

/** Largest number of values. A confirmation is kept only for the choice that requires it. */
function mostOf(child: FormField, parentValue: string): number {
  if (child.style === 'SUFL') return isAsked(child, parentValue) ? 1 : 0;
  return child.multi ? 3 : 1;
}

function groupArbitrary(fields: readonly FormField[], field: FormField): fc.Arbitrary<MetadataEntry[]> {
  const children = fields.filter(({ nestedIn }) => nestedIn === field.id);
  const value = valueArbitrary(field).chain((stored) =>
    fc.tuple(
      fc.constant(stored),
      fc.tuple(
        ...children.map((child) =>
          fc.array(valueArbitrary(child), {
            minLength: isAsked(child, stored) ? 1 : 0,
            maxLength: mostOf(child, stored),
          }),
        ),
      ),
    ),
  );
  const counts = { minLength: field.required ? 1 : 0, maxLength: field.multi ? 3 : 1 };
  return fc.array(value, counts).map((values) => {
    const own = { id: field.id, name: field.label, values: values.map(([stored]) => stored) };
    const nested = children.map((child, position) => {
      const pairs = values.flatMap(([, lists], parent) =>
        (lists[position] ?? []).map((stored) => ({ stored, parent })),
      );
      const stored = pairs.map((pair) => pair.stored);
      return { id: child.id, name: child.label, values: stored, parents: pairs.map(({ parent }) => parent) };
    });
    return [own, ...nested].filter(({ values: kept }) => kept.length > 0);
  });
}

/** Valid metadata with any answers of all fields, in stored form. */
export function metadataArbitrary(fields: readonly FormField[]): fc.Arbitrary<MetadataEntry[]> {
  const groups = fields.filter(({ nestedIn }) => nestedIn === null).map((field) => groupArbitrary(fields, field));
  return fc.tuple(fc.boolean(), ...groups).map(([consents, ...lists]) => {
    const metadata = lists.flat();
    if (consents) return metadata;
    // Without consent, the anonymisation states the legal basis.
    const anonymisation = fields.find(({ id }) => id === fieldIds.anonymisation)?.label ?? '';
    const basis = { id: fieldIds.anonymisation, name: anonymisation, values: ['Legal basis: Art. 89 GDPR'] };
    return withEntries(metadata, entry(fieldIds.consent, []), basis).sort((a, b) => order(fields, a, b));
  });
}

function order(fields: readonly FormField[], a: MetadataEntry, b: MetadataEntry): number {
  const position = ({ id }: MetadataEntry) => fields.findIndex((field) => field.id === id);
  return position(a) - position(b);
}
