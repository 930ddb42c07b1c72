import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dateRangeArbitrary, nameArbitrary, textArbitrary } from '../../tests/support/metadata-arbitrary';
import { languageChoices } from './directives';
import { fieldIds } from './field-ids';
import {
  isBrokenReference,
  isBrokenRor,
  isOrcid,
  normaliseOrcid,
  normaliseRor,
  readReference,
  splitRor,
} from './identifiers';
import {
  daysOf,
  formatDateRange,
  formatName,
  isBlank,
  parseDateRange,
  parseName,
  splitMissingCodes,
} from './storage-forms';
import { dateRangeError } from './value-rules';

describe('stored forms', () => {
  test('a name is stored as family||given and read back', () => {
    expect(formatName({ family: ' Muster ', given: 'Eva' })).toBe('Muster||Eva');
    expect(parseName('Muster||Eva')).toEqual({ family: 'Muster', given: 'Eva' });
    expect(parseName('Muster')).toEqual({ family: 'Muster', given: '' });
    expect(formatName({ family: '', given: ' ' })).toBe('');
    expect(parseName('a||b||c')).toEqual({ family: 'a', given: 'b||c' });
  });

  test('a date range is stored as y-m-d-y-m-d and read back', () => {
    const range = { begin: { year: '2018', month: '3', day: '' }, end: { year: '2019', month: '', day: '' } };
    expect(formatDateRange(range)).toBe('2018-3--2019--');
    expect(parseDateRange('2018-3--2019--')).toEqual(range);
    expect(formatDateRange(parseDateRange('')!)).toBe('');
    expect(parseDateRange('2018-03')).toBeNull();
  });

  test('a month may be written as its name in either language, and is stored as a number', () => {
    const typed = ['March', 'Mar.', 'märz', 'Mrz', 'Jänner', 'MAI', 'Sept.', 'Dezember', '03', 'Marsh', ''];
    const stored = typed.map((month) => parseDateRange(`2018-${month}----`)?.begin.month);
    expect(stored).toEqual(['3', '3', '3', '3', '1', '5', '9', '12', '03', 'Marsh', '']);
    const end = { year: '2019', month: 'Oktober', day: '' };
    expect(formatDateRange({ begin: { year: '2018', month: 'March', day: '' }, end })).toBe('2018-3--2019-10-');
    expect(dateRangeError(fieldIds.collection, '2018-März--2019-Mai-')).toBeNull();
    expect(dateRangeError(fieldIds.collection, '2018-Marsh--2019--')).toBe('begin-month');
    expect(dateRangeError(fieldIds.collection, '2018-Dezember--2018-Mai-')).toBe('end-before-begin');
  });

  test('whether a value is empty depends on its style', () => {
    expect([isBlank('Name', '||'), isBlank('DateRangeYMD', '-----'), isBlank('Input', ' ')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isBlank('Input', '-'), isBlank('TextArea', '||'), isBlank('Name', '||Eva')]).toEqual([false, false, false]);
    // Invisible characters do not count.
    const unseen = ['\u200b', '\u200f \u2060', '\u00ad\ufe0f', '\u0001', '\ufeff'];
    expect(unseen.filter((text) => !isBlank('Input', text) || !isBlank('Name', `${text}||`))).toEqual([]);
    expect(['\u200bx', '👩‍🔬', '\u0301', '\ufffd'].filter((text) => isBlank('Input', text))).toEqual([]);
    // A text that cannot be parsed is not empty. It is kept and gets an error.
    expect([isBlank('Name', '|'), isBlank('Name', '|||'), isBlank('DateRangeYMD', '------')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('over generated values', () => {
  const runs = { numRuns: 500 };
  const anything = fc.oneof(
    textArbitrary(200, { lines: true }),
    fc.string({ unit: fc.constantFrom('|', '-', ' ', '1', 'a') }),
  );

  test('a formatted name is parsed back', () => {
    fc.assert(
      fc.property(nameArbitrary(500), (name) => {
        expect(parseName(formatName(name))).toEqual(name);
      }),
      runs,
    );
  });

  test('a formatted date range is parsed back, whatever was typed between its dashes', () => {
    const part = textArbitrary(10).map((text) => text.replaceAll('-', '').trim());
    const date = fc.record({
      year: fc.oneof(fc.constant(''), part),
      month: fc.oneof(fc.constant(''), part),
      day: fc.oneof(fc.constant(''), part),
    });
    fc.assert(
      fc.property(fc.record({ begin: date, end: date }), (range) => {
        expect(parseDateRange(formatDateRange(range))).toEqual(range);
      }),
      runs,
    );
  });

  test('a dash typed into a part of a date makes the range invalid, never another date', () => {
    const part = fc.constantFrom('', '-', '2018', '2018-3', '3-', '-7');
    const date = fc.record({ year: part, month: part, day: part });
    fc.assert(
      fc.property(fc.record({ begin: date, end: date }), ({ begin, end }) => {
        const dashes = [begin, end].some((typed) => Object.values(typed).some((text) => text.includes('-')));
        const stored = formatDateRange({ begin, end });
        expect(parseDateRange(stored)).toEqual(dashes ? null : { begin, end });
        expect(isBlank('DateRangeYMD', stored)).toBe(stored === '');
      }),
      runs,
    );
  });

  test('any stored text can be parsed, and is the same after formatting and parsing again', () => {
    fc.assert(
      fc.property(anything, (stored) => {
        // A name with a further bar is refused, see value-rules.
        const hasBar = Object.values(parseName(stored)).some((part) => part.includes('|'));
        if (!hasBar) expect(parseName(formatName(parseName(stored)))).toEqual(parseName(stored));
        const range = parseDateRange(stored);
        if (range) expect(parseDateRange(formatDateRange(range))).toEqual(range);
      }),
      runs,
    );
  });

  test('valid ranges have no error, whichever of their parts are missing', () => {
    for (const field of [fieldIds.collection, fieldIds.embargo]) {
      fc.assert(
        fc.property(dateRangeArbitrary(field), (stored) => {
          expect(dateRangeError(field, stored)).toBeNull();
        }),
        runs,
      );
    }
  });

  test('a date is valid exactly if the calendar has that day', () => {
    const number = (min: number, max: number) => fc.integer({ min, max });
    fc.assert(
      fc.property(number(1940, 2110), number(0, 13), number(0, 32), (year, month, day) => {
        const date = new Date(Date.UTC(year, month - 1, day));
        const exists = year >= 1950 && year <= 2099 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const error = dateRangeError(fieldIds.collection, `${year}-${month}-${day}---`);
        expect(error === null).toBe(exists);
      }),
      runs,
    );
  });
});

test('February has 29 days only in leap years', () => {
  expect([daysOf(2020, 2), daysOf(2019, 2), daysOf(2000, 2), daysOf(2099, 2), daysOf(2019, 4)]).toEqual([
    29, 28, 29, 28, 30,
  ]);
});

describe('ORCID', () => {
  test.each(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X', '0000000218250097'])(
    '%s is valid',
    (orcid) => expect(isOrcid(orcid)).toBe(true),
  );
  test.each(['0000-0002-1825-0098', '0000-0002-1694-2330', '0000-0002-1825', 'X000-0002-1825-0097', ''])(
    '%s is not',
    (orcid) => expect(isOrcid(orcid)).toBe(false),
  );
  test('its URL is removed', () => {
    expect(normaliseOrcid('https://orcid.org/0000-0002-1694-233x')).toBe('0000-0002-1694-233X');
    expect(normaliseOrcid('unknown')).toBe('unknown');
  });
});

describe('references', () => {
  test.each([
    ['10.1000/182', 'DOI', '10.1000/182'],
    ['doi: 10.1000/a(b)<c>', 'DOI', '10.1000/a(b)<c>'],
    ['https://doi.org/10.1000/182', 'DOI', '10.1000/182'],
    ['http://dx.doi.org/10.1000/182', 'DOI', '10.1000/182'],
    ['https://example.org/a?b=ü#c', 'URL', 'https://example.org/a?b=ü#c'],
  ])('%s is a %s', (text, type, identifier) => {
    expect(readReference(text)).toEqual({ type, identifier });
    expect(isBrokenReference(text)).toBe(false);
  });

  test.each([
    '10.1000',
    '10.10/182',
    'doi:182',
    'https://doi.org/182',
    'www.example.org',
    'https://',
    'http//x y',
    'https://a b',
    'ftp://example.org',
  ])('%s is not a reference, and is an error unless it is words', (text) => {
    expect(readReference(text)).toBeNull();
    expect(isBrokenReference(text)).toBe(text !== 'http//x y');
  });

  test('a publication may be named in words', () => {
    expect(isBrokenReference('Muster & Beispiel (2020), p. 10.1')).toBe(false);
  });
});

describe('institutions', () => {
  test.each([
    ['KIT (https://ror.org/04t3en479)', 'KIT'],
    ['KIT, ror.org/04T3EN479', 'KIT'],
    ['https://ror.org/04t3en479 KIT', 'KIT'],
    ['KIT <https://ror.org/04t3en479>, Institute of Sport', 'KIT, Institute of Sport'],
    ['https://ror.org/04t3en479', 'https://ror.org/04t3en479'],
  ])('%s is recognised by its ROR address', (text, name) => {
    expect(splitRor(text)).toEqual({ name, ror: 'https://ror.org/04t3en479' });
  });

  test.each(['KIT', 'KIT (https://ror.org/14t3en479)', 'https://ror.org/04t3en4790', 'ror.org/04t3enu79'])(
    '%s is not',
    (text) => expect(splitRor(text)).toEqual({ name: text, ror: null }),
  );

  test.each([
    'KIT',
    'KIT (https://ror.org/04t3en479)',
    'Harvard, https://ror.org/03vek6s52',
    'www.ror.org/042nb2s44',
    'Terror.organisation',
    '04t3en478',
  ])('%s is accepted', (text) => expect(isBrokenRor(text)).toBe(false));

  test.each([
    ['a wrong character', 'https://ror.org/04t3en478'],
    ['two swapped characters', 'KIT (https://ror.org/04t3ne479)'],
    ['a character that no id contains', 'ror.org/04t3enu79'],
    ['a missing character', 'ror.org/04t3en47'],
    ['no id', 'see ror.org'],
  ])('a ROR address with %s is refused', (_, text) => expect(isBrokenRor(text)).toBe(true));

  test('an id without a name becomes its address', () => {
    expect(normaliseRor(' 04T3EN479 ')).toBe('https://ror.org/04t3en479');
    expect(normaliseRor('04t3en478')).toBe('04t3en478');
    expect(normaliseRor('KIT, ror.org/04t3en479')).toBe('KIT, ror.org/04t3en479');
  });
});

describe('[Language]', () => {
  test('the language of the page comes first, and the codes are stored', () => {
    expect(languageChoices('en').map(({ value, label }) => `${value} ${label}`)).toEqual(['en English', 'de German']);
    expect(languageChoices('de').map(({ value, label }) => `${value} ${label}`)).toEqual(['de Deutsch', 'en Englisch']);
  });

  test('further languages follow by name, each once', () => {
    expect(languageChoices('de', ['en', 'tr', 'cs']).map(({ label }) => label)).toEqual([
      'Deutsch',
      'Englisch',
      'Tschechisch',
      'Türkisch',
    ]);
  });
});

test.each([
  ['-9; 99', ['-9', '99']],
  ['−9, NA,k.A.', ['-9', 'NA,k.A.']],
  ['9,9;  ; x', ['9,9', 'x']],
  ['', []],
])('%s', (text, codes) => {
  expect(splitMissingCodes(text)).toEqual(codes);
});
