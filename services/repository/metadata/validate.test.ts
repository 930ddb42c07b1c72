import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { maxRepeats } from '@domain/limits';
import { cleanEntries, nestedValuesOf, prefilledValue, publicEntries, templateEntries } from '@domain/metadata/entries';
import { validateField, validateMetadata } from '@domain/metadata/validate';
import { countCharacters } from '@domain/metadata/value-rules';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { formFields } from './schema';

const fields = formFields('en');
const complete = completeMetadata('Fitness of adults 2018');

/** Validation errors of complete metadata with some changed entries, as 'field[parent.index] code'. */
function errors(...changed: MetadataEntry[]): string[] {
  return validateMetadata(fields, withEntries(complete, ...changed)).map(
    ({ field, index, parent, code }) => `${field}[${parent === null ? '' : `${parent}.`}${index}] ${code}`,
  );
}

describe('required values', () => {
  test('complete metadata has no error in either language', () => {
    expect(errors()).toEqual([]);
    expect(validateMetadata(formFields('de'), complete)).toEqual([]);
  });

  test('an empty form names every required field and the nested ones of required fields', () => {
    const missing = validateMetadata(fields, []);
    expect(missing.map(({ field }) => field)).toEqual([
      1, 1.2, 2, 3, 3.1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 19, 20, 21, 22, 23, 24,
    ]);
    expect(new Set(missing.map(({ code }) => code))).toEqual(new Set(['required', 'consent']));
  });

  test('empty values are ignored', () => {
    expect(errors(entry(6, ['', '  ']))).toEqual(['6[0] required']);
    expect(errors(entry(9, ['-----']))).toEqual(['9[0] required']);
    expect(errors(entry(6, ['', 'strength']))).toEqual([]);
  });

  test('each author needs an affiliation of their own', () => {
    expect(errors(entry(1.2, ['KIT'], [0]))).toEqual(['1.2[1.0] required']);
  });

  test('a nested value without parents belongs to the first', () => {
    expect(errors(entry(1, ['Muster||Eva']), entry(1.2, ['KIT']))).toEqual([]);
  });

  test('a nested value of an empty parent is an error', () => {
    expect(errors(entry(25.1, ['01AB'], [0]))).toEqual(['25.1[0.0] parent-missing']);
    expect(errors(entry(25, ['BMBF']), entry(25.1, ['01AB'], [1]))).toEqual(['25.1[1.0] parent-missing']);
  });
});

describe('values that another value makes required', () => {
  test('a contributor needs a role', () => {
    expect(errors(entry(4, ['Muster||Uwe']))).toEqual(['4.1[0.0] required']);
    expect(errors(entry(4, ['Muster||Uwe']), entry(4.1, ['Data curator'], [0]))).toEqual([]);
  });

  test('SUFL 1.0 needs its confirmation, the open licences do not', () => {
    expect(errors(entry(20, ['SUFL 1.0']))).toEqual(['20.1[0.0] required']);
    expect(errors(entry(20, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0]))).toEqual([]);
    expect(errors(entry(20, ['SUFL 1.0']), entry(20.1, ['no'], [0]))).toEqual(['20.1[0.0] confirmation']);
    expect(errors(entry(20, ['CC-BY-SA 4.0']))).toEqual([]);
  });

  test('an approved ethics vote needs committee and number', () => {
    expect(errors(entry(22, ['Approved']))).toEqual(['22.1[0.0] required']);
    expect(errors(entry(22, ['Approved']), entry(22.1, ['KIT, 12/2018'], [0]))).toEqual([]);
  });

  test('a choice with a space around it still requires its nested fields', () => {
    expect(errors(entry(22, ['Approved ']))).toEqual(['22[0] choice', '22.1[0.0] required']);
  });

  test('a related publication needs its relation', () => {
    expect(
      errors(entry(26, ['https://doi.org/10.1000/1', 'https://example.org']), entry(26.1, ['Cites these data'], [1])),
    ).toEqual(['26.1[0.0] required']);
  });
});

describe('consent', () => {
  test('without consent the anonymisation must state the legal basis', () => {
    expect(errors(entry(23, []))).toEqual(['23[0] consent']);
    expect(errors(entry(23, ['']), entry(24, ['Legal basis: Art. 89 GDPR.']))).toEqual([]);
    expect(errors(entry(23, []), entry(24, ['Rechtsgrundlage ist § 27 BDSG.']))).toEqual([]);
    expect(errors(entry(23, []), entry(24, ['All participants were partly renamed.']))).toEqual(['23[0] consent']);
  });

  test.each([
    'Lawful basis: public task',
    'Nach DSGVO',
    'LDSG Baden-Württemberg',
    'under the GDPR',
    'BDSG',
    'Art. 6',
    'Artikel 9',
    '§ 27',
  ])('%s is a legal basis', (text) => expect(errors(entry(23, []), entry(24, [text]))).toEqual([]));

  test('with consent the anonymisation is still required', () => {
    expect(errors(entry(24, []))).toEqual(['24[0] required']);
  });

  test('a checkbox only accepts the value of a tick', () => {
    expect(errors(entry(23, ['maybe']))).toEqual(['23[0] choice', '23[0] consent']);
  });
});

describe('single and repeatable', () => {
  test('a second value of a single field is an error at that value', () => {
    expect(errors(entry(2, ['One', 'Two']))).toEqual(['2[1] single']);
    expect(errors(entry(1.1, ['0000-0002-1825-0097', '0000-0001-5109-3700'], [0, 0]))).toEqual(['1.1[0.1] single']);
    expect(errors(entry(1.1, ['0000-0002-1825-0097', '0000-0001-5109-3700'], [0, 1]))).toEqual([]);
  });

  test('the number of values is limited', () => {
    const many = Array.from({ length: maxRepeats + 1 }, (_, index) => `keyword ${index}`);
    expect(errors(entry(6, many))).toEqual([`6[${maxRepeats}] too-many`]);
    expect(errors(entry(6, many.slice(1)))).toEqual([]);
  });
});

describe('texts and choices', () => {
  test('a text area accepts 1500 characters; a line break counts as one', () => {
    expect(errors(entry(5, ['x'.repeat(1500)]))).toEqual([]);
    expect(errors(entry(5, ['x'.repeat(1501)]))).toEqual(['5[0] text-too-long']);
    expect(errors(entry(5, [`${'x'.repeat(1000)}\r\n${'x'.repeat(499)}`]))).toEqual([]);
  });

  test('any other value accepts 500 characters', () => {
    expect(errors(entry(7, ['x'.repeat(501)]))).toEqual(['7[0] too-long']);
    expect(errors(entry(3, [`${'x'.repeat(501)}||Eva`]))).toEqual(['3[0] too-long']);
  });

  test('a select only accepts its choices, an input with suggestions accepts anything', () => {
    expect(errors(entry(8, ['Querschnitt']))).toEqual(['8[0] choice']);
    expect(errors(entry(10, ['Germany', 'Atlantis']))).toEqual(['10[1] choice']);
    expect(errors(entry(11, ['Playground']))).toEqual([]);
  });

  test('a name needs the family name', () => {
    expect(errors(entry(3, ['||Eva']))).toEqual(['3[0] name']);
    expect(errors(entry(3, ['Muster||']))).toEqual([]);
  });

  test.each([
    'eva',
    'eva@',
    '@example.org',
    'eva@example',
    'eva muster@example.org',
    'a@b@example.org',
    'eva@example..org',
  ])('%s is not an e-mail address', (email) => expect(errors(entry(3.1, [email], [0]))).toEqual(['3.1[0.0] e-mail']));

  test('an ORCID needs its check digit', () => {
    expect(errors(entry(1.1, ['0000-0002-1825-0098'], [0]))).toEqual(['1.1[0.0] orcid']);
  });

  test.each(['0', '-5', '12.5', '1,000', 'many'])('%s is not a number of participants', (text) => {
    expect(errors(entry(14, [text]))).toEqual(['14[0] positive-integer']);
  });
});

describe('date ranges', () => {
  test.each([
    ['2018-----', []],
    ['2018-3-31-2018-3-31', []],
    ['2020-2-29-2020-3-', []],
    ['1950-01-01-2099-12-31', []],
    ['---2019--', ['begin-year-missing']],
    ['-3--2019--', ['begin-year-missing']],
    ['1949-----', ['begin-year']],
    ['2100-----', ['begin-year']],
    ['18-----', ['begin-year']],
    ['2018--4---', ['begin-month-missing']],
    ['2018-13----', ['begin-month']],
    ['2018-0----', ['begin-month']],
    ['2018-1-32---', ['begin-day']],
    ['2018-4-31---', ['begin-day']],
    ['2019-2-29---', ['begin-day']],
    ['2018---2100--', ['end-year']],
    ['2018----3-', ['end-year-missing']],
    ['2018---2019--5', ['end-month-missing']],
    ['2018---2019-x-', ['end-month']],
    ['2018---2019-6-31', ['end-day']],
    ['2019---2018--', ['end-before-begin']],
    ['2019-5--2019-4-', ['end-before-begin']],
    ['2019-5-2-2019-5-1', ['end-before-begin']],
    ['2019-5--2019--', []],
    ['2018-03', ['date']],
  ])('%s', (stored, codes) => {
    expect(errors(entry(9, [stored]))).toEqual(codes.map((code) => `9[0] ${code}`));
  });

  test('an embargo needs its end and may have no begin', () => {
    expect(errors(entry(29, ['---2030-1-1']))).toEqual([]);
    expect(errors(entry(29, ['2029-1-1---']))).toEqual(['29[0] end-year-missing']);
  });
});

test('the spaces around a text do not count, and an invisible text is missing', () => {
  const long = `${'x'.repeat(1498)}\r\ny`;
  expect(countCharacters(` \t${long}\r\n `)).toBe(1500);
  expect(errors(entry(5, [` \t${long}\r\n `]))).toEqual([]);
  expect(errors(entry(5, [`${long}z `]))).toEqual(['5[0] text-too-long']);
  expect(errors(entry(2, ['\u200b\u200f']), entry(7, ['\u00ad']))).toEqual(['2[0] required', '7[0] required']);
});

test('unknown and duplicate entries are errors', () => {
  expect(validateMetadata(fields, [...complete, entry(99, ['x']), entry(7, ['y'])]).map(({ code }) => code)).toEqual([
    'unknown-field',
    'duplicate-field',
  ]);
});

test('a single field is validated by its own values', () => {
  const title = fields.find(({ id }) => id === 2);
  if (!title) throw new Error('no title');
  expect(validateField(title, [entry(2, ['x'.repeat(501)])]).map(({ code }) => code)).toEqual(['too-long']);
  expect(validateField(title, [entry(2, ['Short'])])).toEqual([]);
});

describe('stored values', () => {
  test('values are trimmed and normalised, empty ones are dropped and parent indexes adjusted', () => {
    const cleaned = cleanEntries(fields, [
      entry(14, ['0042']),
      entry(1, ['', ' Muster || Eva ', 'Beispiel||Jan']),
      entry(1.1, ['https://orcid.org/0000-0002-1694-233x'], [2]),
      entry(9, ['2018-03-01---']),
      entry(5, [' one\r\ntwo ']),
      entry(6, ['', '']),
    ]);
    expect(cleaned).toEqual([
      { id: 1, name: 'Author', values: ['Muster||Eva', 'Beispiel||Jan'] },
      { id: 1.1, name: 'ORCID', values: ['0000-0002-1694-233X'], parents: [1] },
      { id: 5, name: 'Abstract', values: ['one\ntwo'] },
      { id: 9, name: 'Data collection', values: ['2018-3-1---'] },
      { id: 14, name: 'Number of persons tested', values: ['42'] },
    ]);
    expect(nestedValuesOf(cleaned, 1.1, 1)).toEqual(['0000-0002-1694-233X']);
    expect(nestedValuesOf(cleaned, 1.1, 0)).toEqual([]);
  });

  test('the value of a single-line control is one line, whoever sent it', () => {
    const sent = [
      entry(2, ['Two \r\n lines\n\u0085of\ra\u001e title']),
      entry(3, ['Mus\nter||E\u2028va']),
      entry(5, ['one\r\n\r\ntwo']),
    ];
    expect(cleanEntries(fields, sent).map(({ values }) => values)).toEqual([
      ['Two lines of a title'],
      ['Mus ter||E va'],
      ['one\n\ntwo'],
    ]);
  });

  test('cleaning twice changes nothing', () => {
    const once = cleanEntries(fields, complete);
    expect(cleanEntries(fields, once)).toEqual(once);
  });

  test('a template contains neither the title nor its translation', () => {
    const kept = templateEntries(withEntries(complete, entry(2.1, ['Titel'], [0]), entry(7, []))).map(({ id }) => id);
    expect(kept).not.toContain(2);
    expect(kept).not.toContain(2.1);
    expect(kept).toContain(6);
  });

  test('a template contains no empty fields', () => {
    expect(templateEntries([entry(6, []), entry(7, ['EXAMPLE'])]).map(({ id }) => id)).toEqual([7]);
  });

  test('public entries are those that are in the schema and not private', () => {
    const all = [...complete, entry(32, ['For the board']), entry(99, ['Unknown'])];
    const kept = publicEntries(fields, all).map(({ id }) => id);
    expect(kept).toEqual(all.map(({ id }) => id).filter((id) => ![3.1, 20.1, 23, 32, 99].includes(id)));
  });

  test('a required select with one choice is prefilled', () => {
    const design = fields.find(({ id }) => id === 8);
    if (!design) throw new Error('no design');
    const only = { ...design, choices: design.choices.slice(0, 1) };
    expect(prefilledValue(only)).toBe('Cross-sectional');
    // Not one of several choices, not an optional choice, not a suggestion.
    const others = [design, { ...only, required: false }, { ...only, style: 'Input' as const }];
    expect(others.map(prefilledValue)).toEqual(['', '', '']);
  });
});
