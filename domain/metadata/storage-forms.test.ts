import { describe, expect, test } from 'vitest';

import { daysOf } from './date-range';
import { languageChoices } from './languages';
import { isOrcid, normaliseOrcid } from './orcid';
import {
  formatCheckbox,
  formatDateRange,
  formatName,
  isBlank,
  parseCheckbox,
  parseDateRange,
  parseName,
} from './storage-forms';

describe('stored forms', () => {
  test('a name is stored as family||given and read back', () => {
    expect(formatName({ family: ' Muster ', given: 'Eva' })).toBe('Muster||Eva');
    expect(parseName('Muster||Eva')).toEqual({ family: 'Muster', given: 'Eva' });
    expect(parseName('Muster')).toEqual({ family: 'Muster', given: '' });
    expect(formatName({ family: '', given: ' ' })).toBe('');
  });

  test('a date range is stored as y-m-d-y-m-d and read back', () => {
    const range = { begin: { year: '2018', month: '3', day: '' }, end: { year: '2019', month: '', day: '' } };
    expect(formatDateRange(range)).toBe('2018-3--2019--');
    expect(parseDateRange('2018-3--2019--')).toEqual(range);
    expect(formatDateRange(parseDateRange('')!)).toBe('');
    expect(parseDateRange('2018-03')).toBeNull();
  });

  test('a checkbox is stored as yes or nothing', () => {
    expect([formatCheckbox(true), formatCheckbox(false)]).toEqual(['yes', '']);
    expect([parseCheckbox('yes'), parseCheckbox('')]).toEqual([true, false]);
  });

  test('blank is what holds nothing in its style', () => {
    expect([isBlank('Name', '||'), isBlank('DateRangeYMD', '-----'), isBlank('Input', ' ')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isBlank('Input', '-'), isBlank('TextArea', '||'), isBlank('Name', '||Eva')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

test('February has 29 days in leap years alone', () => {
  expect([daysOf(2020, 2), daysOf(2019, 2), daysOf(2000, 2), daysOf(2099, 2), daysOf(2019, 4)]).toEqual([
    29, 28, 29, 28, 30,
  ]);
});

describe('ORCID', () => {
  test.each(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X', '0000000218250097'])(
    '%s holds',
    (orcid) => expect(isOrcid(orcid)).toBe(true),
  );
  test.each(['0000-0002-1825-0098', '0000-0002-1694-2330', '0000-0002-1825', 'X000-0002-1825-0097', ''])(
    '%s does not',
    (orcid) => expect(isOrcid(orcid)).toBe(false),
  );
  test('its address is taken off', () => {
    expect(normaliseOrcid('https://orcid.org/0000-0002-1694-233x')).toBe('0000-0002-1694-233X');
    expect(normaliseOrcid('unknown')).toBe('unknown');
  });
});

describe('[Language]', () => {
  test('the language of the page comes first, stored are the codes', () => {
    expect(languageChoices('en').map(({ value, label }) => `${value} ${label}`)).toEqual([
      'en English',
      'de German',
    ]);
    expect(languageChoices('de').map(({ value, label }) => `${value} ${label}`)).toEqual([
      'de Deutsch',
      'en Englisch',
    ]);
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
