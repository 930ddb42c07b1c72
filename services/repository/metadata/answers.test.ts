import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { cleanEntries } from '@domain/metadata/entries';
import type { MetadataErrorCode } from '@domain/metadata/errors';
import { validateMetadata } from '@domain/metadata/validate';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { formFields } from './schema';

/** A unique study title. */
const complete = completeMetadata('Fitness of adults 2018');
const fields = formFields('en');

const valid: [answer: string, ...entries: MetadataEntry[]][] = [
  ['an author with a single name', entry(1, ['Sukarno||']), entry(1.2, ['KIT'], [0])],
  ['an author with particles', entry(1, ['von der Leyen||Ursula']), entry(1.2, ['MHH'], [0])],
  ['ORCIDs of both authors, one ending on X', entry(1.1, ['0000-0002-1694-233X', '0000-0002-1825-0097'], [0, 1])],
  ['an ORCID as its address', entry(1.1, ['https://orcid.org/0000-0002-1825-0097'], [1])],
  ['three institutions of one author', entry(1.2, ['A', 'B', 'C', 'D'], [0, 0, 0, 1])],
  ['a title of 500 characters', entry(2, ['x'.repeat(500)])],
  ['a title of characters with a meaning elsewhere', entry(2, [`<b>"Größe" & 'Kraft'</b>; {{x}} %s 😀`])],
  ['a title in the other language', entry(2.1, ['Fitness Erwachsener'], [0])],
  ['an e-mail address with umlaut and tag', entry(3.1, ['jürgen+studie@sport.example.de'], [0])],
  ['contributors with roles', entry(4, ['A||B', 'C||D']), entry(4.1, ['Sponsor', 'Other'], [0, 1])],
  ['an abstract of 1500 characters with line breaks', entry(5, [`${'x'.repeat(749)}\r\n${'y'.repeat(750)}`])],
  ['an abstract of emoji', entry(5, ['🏃'.repeat(750)])],
  ['the language of the abstract', entry(5.1, ['de'], [0])],
  [
    'a hundred keywords',
    entry(
      6,
      Array.from({ length: 100 }, (_, index) => `keyword ${index}`),
    ),
  ],
  ['empty lines among the keywords', entry(6, ['', 'Kraft', '  '])],
  ['study register numbers', entry(7.1, ['DRKS00000001', 'NCT01234567'], [0, 0])],
  ['a collection in one year', entry(9, ['2018-----'])],
  ['a collection on a leap day', entry(9, ['2020-2-29-2020-2-29'])],
  ['the first and the last valid day', entry(9, ['1950-1-1-2099-12-31'])],
  ['a begin to the day and an end to the year', entry(9, ['2018-3-7-2018--'])],
  [
    'countries with regions and postal areas',
    entry(10, ['Germany', 'Austria']),
    entry(10.1, ['Hesse', 'Tyrol'], [0, 1]),
    entry(10.2, ['35', '360'], [0, 0]),
  ],
  ['a setting and a target group that are not choices', entry(11, ['Hospital']), entry(15, ['Nurses'])],
  ['a number of persons with leading zeros', entry(14, ['0012'])],
  ['instruments, one with its model', entry(18, ['Tape', 'Dynamometer']), entry(18.1, ['Takei 5401'], [1])],
  ['a licence that was confirmed', entry(20, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0])],
  ['an ethics vote with its committee', entry(22, ['Approved']), entry(22.1, ['KIT 7/2018'], [0])],
  ['no consent but a legal basis', entry(23, []), entry(24, ['Rechtsgrundlage: § 27 BDSG'])],
  ['funders, one with award', entry(25, ['DFG', 'BMBF']), entry(25.1, ['01AB'], [1]), entry(25.2, ['Fit'], [1])],
  [
    'publications with relations',
    entry(26, ['10.1000/182', 'in print']),
    entry(26.1, ['Cites these data', 'Older version'], [0, 1]),
  ],
  ['an embargo with only an end', entry(29, ['---2027-6-'])],
  ['an e-mail address of an international domain', entry(3.1, ['eva@büro.例え.example'], [0])],
  ['bars, dashes and slashes in a title', entry(2, ['A||B - 6-10 || y-m-d-y-m-d / C'])],
  [
    'Hebrew, Arabic and combining characters',
    entry(2, ['מבחן ‏כושר גופני 2018 اختبار e\u0301 ﷽']),
    entry(7, ['e\u0301\u0302\u0323']),
  ],
  ['a name with hyphen, apostrophe and dots', entry(3, ['O’Neil-Müller y García||J. R. R.-D.'])],
  ['a collection on the leap day of a century', entry(9, ['2000-2-29---'])],
  ['a collection with leading zeros', entry(9, ['2018-03-07-2018-03-07'])],
  ['an abstract of 1500 characters between spaces', entry(5, [`\n  ${'x'.repeat(1500)} \r\n`])],
  [
    'DOIs in all their forms',
    entry(26, ['doi:10.5555/A(b)<c>;d', 'HTTPS://DOI.ORG/10.1000/182', 'http://dx.doi.org/10.1000/1']),
    entry(26.1, ['Cites these data', 'Cites these data', 'Older version'], [0, 1, 2]),
  ],
  ['an ORCID that ends on a small x, without hyphens', entry(1.1, ['000000021694233x'], [0])],
  ['another law for a legal basis', entry(23, []), entry(24, ['Permitted by § 6 of the school act.'])],
];

const invalid: [answer: string, code: MetadataErrorCode, ...entries: MetadataEntry[]][] = [
  ['no study name', 'required', entry(7, [])],
  ['an author without institution', 'required', entry(1.2, ['KIT'], [1])],
  ['an author with only a given name', 'name', entry(1, ['||Eva']), entry(1.2, ['KIT'], [0])],
  ['a bar in a family name', 'name-bar', entry(1, ['Mus|ter||Eva']), entry(1.2, ['KIT'], [0])],
  ['a family name that ends with a bar', 'name-bar', entry(3, ['Muster|||Eva'])],
  ['an ORCID with a wrong check digit', 'orcid', entry(1.1, ['0000-0002-1825-0098'], [0])],
  ['two ORCIDs of one author', 'single', entry(1.1, ['0000-0002-1825-0097', '0000-0002-1694-233X'], [0, 0])],
  ['an ORCID of a missing author', 'parent-missing', entry(1.1, ['0000-0002-1825-0097'], [2])],
  ['spaces as a title', 'required', entry(2, ['   '])],
  ['a title of 501 characters', 'too-long', entry(2, ['x'.repeat(501)])],
  ['two titles', 'single', entry(2, ['One', 'Another'])],
  ['no e-mail address', 'required', entry(3.1, [])],
  ['an e-mail address without domain', 'e-mail', entry(3.1, ['eva@'], [0])],
  ['a contributor without role', 'required', entry(4, ['Muster||Uwe'])],
  ['a role that is not a choice', 'choice', entry(4, ['A||B']), entry(4.1, ['Friend'], [0])],
  ['a role in German, as no form stores it', 'choice', entry(4, ['A||B']), entry(4.1, ['Forschung'], [0])],
  ['an abstract of 1501 characters', 'text-too-long', entry(5, ['x'.repeat(1501)])],
  [
    '101 keywords',
    'too-many',
    entry(
      6,
      Array.from({ length: 101 }, (_, index) => `keyword ${index}`),
    ),
  ],
  ['a collection without year', 'begin-year-missing', entry(9, ['-3----'])],
  ['a collection in 1949', 'begin-year', entry(9, ['1949-----'])],
  ['a thirteenth month', 'begin-month', entry(9, ['2018-13----'])],
  ['29 February of a common year', 'end-day', entry(9, ['2018---2019-2-29'])],
  ['an end before the begin', 'end-before-begin', entry(9, ['2018-5--2018-4-'])],
  ['a date that is one word', 'date', entry(9, ['2018-05'])],
  ['a country that does not exist', 'choice', entry(10, ['Prussia'])],
  ['no people', 'positive-integer', entry(14, ['0'])],
  ['SUFL 1.0 that was not confirmed', 'required', entry(20, ['SUFL 1.0'])],
  ['neither consent nor legal basis', 'consent', entry(23, [])],
  ['a publication without relation', 'required', entry(26, ['10.1000/182'])],
  ['half a DOI', 'reference', entry(26, ['doi:10.1000']), entry(26.1, ['Cites these data'], [0])],
  ['an abstract one half of an emoji too long', 'text-too-long', entry(5, [`${'🏃'.repeat(750)}x`])],
  ['an abstract too long by a line break', 'text-too-long', entry(5, [`${'x'.repeat(750)}\r\n${'y'.repeat(750)}`])],
  ['a given name of 501 characters', 'too-long', entry(3, [`Muster||${'x'.repeat(501)}`])],
  ['an e-mail address of 321 characters', 'e-mail', entry(3.1, [`${'x'.repeat(309)}@example.org`], [0])],
  ['a country in German, as no form stores it', 'choice', entry(10, ['Deutschland'])],
  ['an X inside an ORCID', 'orcid', entry(1.1, ['0000-000X-1694-2330'], [0])],
  ['more people than exist', 'positive-integer', entry(14, ['10000000000'])],
  ['a number of people in digits of another script', 'positive-integer', entry(14, ['١٢'])],
  ['a month written as a formula', 'begin-month', entry(9, ['2018-1e0----'])],
  ['a month of three digits', 'begin-month', entry(9, ['2018-003----'])],
  ['an end with only a month', 'end-year-missing', entry(9, ['2018----3-'])],
  ['an end on 29 February of a common year', 'end-day', entry(9, ['1999---2001-2-29'])],
  ['an embargo without its end', 'end-year-missing', entry(29, ['2027-----'])],
  ['an ethics vote without its committee', 'required', entry(22, ['Approved'])],
  ['an unknown field', 'unknown-field', entry(903, ['x'])],
  ['a date instead of a name of two parts', 'name-bar', entry(3, ['2018||3||1'])],
];

describe('valid answers', () => {
  test.each(valid)('%s', (_, ...entries) => {
    const answer = withEntries(complete, ...entries);
    expect(validateMetadata(fields, answer)).toEqual([]);
    // The stored form is also valid and does not change.
    const stored = cleanEntries(fields, answer);
    expect(validateMetadata(formFields('de'), stored)).toEqual([]);
    expect(cleanEntries(fields, stored)).toEqual(stored);
  });
  test('there are 40', () => expect(valid).toHaveLength(40));
});

describe('invalid answers', () => {
  test.each(invalid)('%s: %s', (_, code, ...entries) => {
    const errors = validateMetadata(fields, withEntries(complete, ...entries));
    expect(errors.map((error) => error.code)).toEqual([code]);
  });
  test('there are 46', () => expect(invalid).toHaveLength(46));
});
