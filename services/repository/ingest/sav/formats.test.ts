import { expect, test } from 'vitest';

import { kindOfFormat, numberWriter } from './formats';

/** Seconds from the SPSS epoch to a date. */
function seconds(iso: string): number {
  return (Date.parse(iso) - Date.parse('1582-10-14T00:00:00Z')) / 1000;
}

test.each([
  [20, 'DATE', seconds('2024-02-29T00:00:00Z'), '2024-02-29'],
  [23, 'ADATE', 0, '1582-10-14'],
  [38, 'EDATE', 86_400, '1582-10-15'],
  [39, 'SDATE', seconds('1969-12-31T00:00:00Z'), '1969-12-31'],
  [24, 'JDATE', seconds('9999-12-31T00:00:00Z'), '9999-12-31'],
  [29, 'QYR', seconds('2014-10-01T00:00:00Z'), '2014-10-01'],
  [28, 'MOYR', seconds('2014-10-01T00:00:00Z'), '2014-10-01'],
  [30, 'WKYR', seconds('2014-10-01T00:00:00Z'), '2014-10-01'],
  [20, 'DATE with a time of day', seconds('2024-02-29T23:59:59Z'), '2024-02-29'],
  [20, 'DATE before 1582', -86_400, '1582-10-13'],
  [20, 'DATE after 9999', 6_306_150_067_200, '6306150067200'],
  [20, 'DATE in the year 0', -1e11, '-100000000000'],
  [22, 'DATETIME', seconds('2018-05-06T10:10:10Z'), '2018-05-06T10:10:10'],
  [22, 'DATETIME with a fraction', seconds('2018-05-06T10:10:10Z') + 0.25, '2018-05-06T10:10:10.25'],
  [22, 'DATETIME that rounds up', seconds('2018-12-31T23:59:59Z') + 0.9999, '2019-01-01T00:00:00'],
  [41, 'YMDHMS', seconds('2018-05-06T00:00:00Z'), '2018-05-06T00:00:00'],
  [22, 'DATETIME out of all bounds', 1e300, '1e+300'],
  [21, 'TIME', 43_870.09, '12:11:10.09'],
  [21, 'TIME of midnight', 0, '00:00:00'],
  [40, 'MTIME', 91 * 60 + 17.01, '01:31:17.01'],
  [25, 'DTIME', 100 * 3600 + 1, '100:00:01'],
  [21, 'TIME below zero', -90.5, '-00:01:30.5'],
  [21, 'TIME that rounds to zero', -1e-9, '00:00:00'],
  [21, 'TIME that rounds up', 59.9999999, '00:01:00'],
  [21, 'TIME out of all bounds', 1e300, '1e+300'],
  [5, 'F', 75.24, '75.24'],
  [26, 'WKDAY', 1, '1'],
  [31, 'PCT', 12.5, '12.5'],
  [255, 'an unknown format', 3, '3'],
])('format %i, %s', (format, _, value, text) => {
  expect(numberWriter(kindOfFormat(format))(value)).toBe(text);
});

test('a duration is distinguished from a time of day', () => {
  expect([21, 25, 40, 22, 20, 5].map(kindOfFormat)).toEqual([
    'time',
    'duration',
    'duration',
    'datetime',
    'date',
    'number',
  ]);
});
