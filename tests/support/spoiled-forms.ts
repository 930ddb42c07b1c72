import fc from 'fast-check';

import { valueName } from '../../app/forms/metadata/form-state';
import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import type { Sent } from './form-in-page';
import { textArbitrary } from './metadata-arbitrary';

type Spoil = (sent: readonly Sent[]) => Sent[];

const firstName = ({ id, nestedIn }: FormField) =>
  valueName({ field: id, parent: nestedIn === null ? null : 0, index: 0 });

/** Replaces the texts in the controls of a field's first value. */
function typed(field: FormField, ...parts: string[]): Spoil {
  const name = firstName(field);
  return (sent) => [...sent.filter(([other]) => other !== name), ...parts.map((part): Sent => [name, part])];
}

/** Empties every value of a field. */
function emptied({ id }: FormField): Spoil {
  const names = `${valueName({ field: id, parent: null, index: 0 }).split('-')[0]}-`;
  return (sent) => sent.map(([name, text]) => [name, name.startsWith(names) ? '' : text]);
}

const all =
  (...spoils: Spoil[]): Spoil =>
  (sent) =>
    spoils.reduce((form, spoil) => spoil([...form]), [...sent]);

/** Ways to make a valid form invalid, keyed by the resulting problem. */
export function spoiledForms(fields: readonly FormField[]): Record<string, fc.Arbitrary<Spoil>> {
  const fieldOf = (id: number): FormField => {
    const field = fields.find((candidate) => candidate.id === id);
    if (!field) throw new Error(`no field ${id}`);
    return field;
  };
  const anyField = (test: (field: FormField) => boolean) => fc.constantFrom(...fields.filter(test));
  const oneOf = (id: number, ...texts: string[]) => fc.constantFrom(...texts).map((text) => typed(fieldOf(id), text));
  const range = (...parts: string[]) => typed(fieldOf(fieldIds.collection), ...parts);

  return {
    'a required field left out': anyField(
      ({ required, nestedIn, id }) => required && nestedIn === null && id !== fieldIds.consent,
    ).map(emptied),
    'a text that is too long': fc
      .tuple(
        anyField(({ style, format }) => /Input|TextArea/.test(style) && format === 'text'),
        fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constant(60_000)),
      )
      .map(([field, more]) => typed(field, `${'x'.repeat(field.maxCharacters + more - 1)}y`)),
    'an invalid choice': fc
      .tuple(
        anyField(({ style }) => style === 'DropDownList'),
        textArbitrary(50),
      )
      .map(([field, text]) => typed(field, `${text}?`)),
    'an invalid e-mail address': oneOf(
      fieldIds.contactEmail,
      'eva',
      'eva@',
      '@example.org',
      'a b@example.org',
      'a@b@c.de',
    ),
    'a mistyped ORCID': oneOf(
      fieldIds.orcid,
      '0000-0002-1825-0098',
      '0000-0002-1825-009',
      '0000-0002-1694-2330',
      'X',
      '0000-0002-1825-0097-1',
    ),
    'half a reference': fc
      .constantFrom('doi:10.10', 'https://', 'www.example.org', '10.1000')
      .map((text) => all(typed(fieldOf(fieldIds.publication), text))),
    'an invalid date': fc.constantFrom(
      range('2019', '2', '29', '', '', ''),
      range('1900', '', '', '', '', ''),
      range('2019', '13', '', '', '', ''),
      range('2019', '', '7', '', '', ''),
      range('', '3', '', '', '', ''),
      range('2019-3', '', '', '', '', ''),
      range('two thousand', '', '', '', '', ''),
      range('2019', '', '', '2018', '', ''),
      range('2019', '5', '', '2019', '4', ''),
      range('2019', '', '', '2100', '', ''),
    ),
    'a name without a family name, or with a bar': fc
      .tuple(
        anyField(({ style }) => style === 'Name'),
        fc.constantFrom(['', 'Eva'], ['Mus|ter', 'Eva'], ['a||b', ''], ['Muster', '|'], ['|', '']),
      )
      .map(([field, [family = '', given = '']]) => typed(field, family, given)),
    'an invalid number of people': oneOf(
      fieldIds.persons,
      '0',
      '-1',
      '12.5',
      '1e3',
      'many',
      '1,000',
      '9999999999',
      '٣',
    ),
    'an unconfirmed licence': fc.constant(
      all(typed(fieldOf(fieldIds.licence), 'SUFL 1.0'), typed(fieldOf(fieldIds.licenceConfirmation), '')),
    ),
    'a contributor without role': fc.constant(
      all(typed(fieldOf(fieldIds.contributor), 'Muster', 'Uwe'), typed(fieldOf(fieldIds.role), '')),
    ),
    'an ethics vote without committee': fc.constant(
      all(typed(fieldOf(fieldIds.ethicsVote), 'Approved'), typed(fieldOf(fieldIds.ethicsCommittee), ' ')),
    ),
    'a publication without relation': fc.constant(
      all(typed(fieldOf(fieldIds.publication), '10.1000/182'), typed(fieldOf(fieldIds.relation), '')),
    ),
    'neither consent nor legal basis': fc.constant(
      all(emptied(fieldOf(fieldIds.consent)), typed(fieldOf(fieldIds.anonymisation), 'Names were removed.')),
    ),
    'the title of another study': oneOf(fieldIds.title, 'A title in use', 'a TITLE, in use!'),
  };
}
