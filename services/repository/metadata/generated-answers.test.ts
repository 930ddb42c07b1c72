import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { maxRepeats } from '@domain/limits';
import type { FormField } from '@domain/metadata/directives';
import { cleanEntries } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { validateMetadata } from '@domain/metadata/validate';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { metadataArbitrary, textArbitrary } from '../../../tests/support/metadata-arbitrary';
import { formFields } from './schema';

const fields = formFields('en');
const runs = { numRuns: 500 };

const answers = metadataArbitrary(fields);
const fieldOf = (id: number): FormField => {
  const field = fields.find((candidate) => candidate.id === id);
  if (!field) throw new Error(`no field ${id}`);
  return field;
};
const repeated = (value: string, times: number) => Array.from({ length: times }, () => value);

/** Ways to make a valid answer invalid. */
const spoilers: Record<string, fc.Arbitrary<(metadata: MetadataEntry[]) => MetadataEntry[]>> = {
  'a required field left out': fc
    .constantFrom(
      ...fields.filter(({ required, nestedIn, id }) => required && nestedIn === null && id !== fieldIds.consent),
    )
    .map(
      ({ id }) =>
        (metadata) =>
          withEntries(metadata, entry(id, [])),
    ),
  'a text that is too long': fc
    .tuple(
      fc.constantFrom(...fields.filter(({ style, format }) => /Input|TextArea/.test(style) && format === 'text')),
      fc.integer({ min: 1, max: 3000 }),
    )
    .map(
      ([{ id, maxCharacters }, more]) =>
        (metadata) =>
          withEntries(metadata, entry(id, ['x'.repeat(maxCharacters + more)], [0])),
    ),
  'an invalid choice': fc
    .tuple(
      fc.constantFrom(...fields.filter(({ style }) => style === 'DropDownList')),
      textArbitrary(50).map((text) => `${text}?`),
    )
    .map(
      ([{ id }, text]) =>
        (metadata) =>
          withEntries(metadata, entry(id, [text], [0])),
    ),
  'a second value of a single field': fc
    .constantFrom(...fields.filter(({ multi, nestedIn }) => !multi && nestedIn === null))
    .map(
      ({ id }) =>
        (metadata) =>
          withEntries(metadata, entry(id, repeated(metadata.find((known) => known.id === id)?.values[0] ?? 'x', 2))),
    ),
  'more repetitions than allowed': fc
    .constantFrom(...fields.filter(({ multi, style, nestedIn }) => multi && style === 'Input' && nestedIn === null))
    .map(
      ({ id }) =>
        (metadata) =>
          withEntries(metadata, entry(id, repeated('x', maxRepeats + 1))),
    ),
  'a value of a missing parent': fc.constantFrom(...fields.filter(({ nestedIn }) => nestedIn !== null)).map(
    ({ id, choices }) =>
      (metadata) =>
        withEntries(metadata, entry(id, [choices[0]?.value ?? 'x'], [400])),
  ),
  'a field that is not in the schema': fc
    .integer({ min: 1001, max: 1900 })
    .map((id) => (metadata) => [...metadata, entry(id, ['x'])]),
  'a duplicate field': fc.constant((metadata) => [...metadata, ...metadata.slice(0, 1)]),
};

describe('500 generated answers', () => {
  test('are valid in both languages, and are stored unchanged', () => {
    fc.assert(
      fc.property(answers, (metadata) => {
        expect(validateMetadata(fields, metadata)).toEqual([]);
        expect(validateMetadata(formFields('de'), metadata)).toEqual([]);
        expect(cleanEntries(fields, metadata)).toEqual(metadata);
      }),
      runs,
    );
  });

  test('are stored the same if they contain empty lines, extra spaces and CRLF', () => {
    const sloppy = (value: string) => `  ${value.replaceAll('\n', '\r\n')}\t`;
    fc.assert(
      fc.property(answers, (metadata) => {
        const posted = metadata.map((stored) => loosen(stored, sloppy)).reverse();
        expect(validateMetadata(fields, posted)).toEqual([]);
        expect(cleanEntries(fields, posted)).toEqual(metadata);
      }),
      runs,
    );
  });

  test.each(Object.entries(spoilers))('are refused with %s', (_, spoiler) => {
    fc.assert(
      fc.property(answers, spoiler, (metadata, spoil) => {
        expect(validateMetadata(fields, spoil(metadata))).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('any entries can be validated and cleaned, and the result can be validated again', () => {
    const anyEntry = fc.record(
      {
        id: fc.constantFrom(...fields.map(({ id }) => id), 99, -1),
        name: fc.string(),
        values: fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 4 }),
        parents: fc.array(fc.nat(5), { maxLength: 4 }),
      },
      { requiredKeys: ['id', 'name', 'values'] },
    );
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 12 }), (metadata) => {
        expect(Array.isArray(validateMetadata(fields, metadata))).toBe(true);
        const stored = cleanEntries(fields, metadata);
        expect(Array.isArray(validateMetadata(fields, stored))).toBe(true);
      }),
      runs,
    );
  });
});

/** The entry with spaces around its texts and, if it is repeatable, an empty line before each value. */
function loosen(stored: MetadataEntry, sloppy: (value: string) => string): MetadataEntry {
  const { style, multi, nestedIn } = fieldOf(stored.id);
  const exact = style === 'DropDownList' || style === 'Checkbox' || style === 'SUFL';
  const values = stored.values.map((value) => (exact ? value : sloppy(value)));
  const hasChildren = fields.some((field) => field.nestedIn === stored.id);
  if (!multi || nestedIn !== null || hasChildren) return { ...stored, values };
  return { ...stored, values: values.flatMap((value) => ['', value]) };
}
