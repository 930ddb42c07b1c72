import { expect, test } from 'vitest';

import { isSentByForm, noChoice, readNormAddress, writeNormAddress } from './norm-address';

const read = (query: string) => readNormAddress(new URLSearchParams(query));
const again = (query: string) => writeNormAddress(read(query));

test('an address has only what is chosen, in a fixed order, and is read as it was written', () => {
  const whole =
    'test=slj&sex=f&age-from=8&age-to=12&year-from=2010&year-to=2020&country=AT&country=DE&set=3&set=7&version=2026-11-28.2';
  expect(again(whole)).toBe(whole);
  expect(read(whole).choice).toEqual({
    sex: 'f',
    ages: { start: 8, end: 12 },
    years: { start: 2010, end: 2020 },
    countries: ['AT', 'DE'],
    dataSets: [3, 7],
    version: '2026-11-28.2',
  });
  expect(again('version=2026-11-28&set=7&set=3&set=7&test=handgrip.left')).toBe(
    'test=handgrip.left&set=3&set=7&version=2026-11-28',
  );
  expect(read('')).toEqual({ test: null, choice: noChoice });
});

test('ranges may be open at one end, and their ends in either order', () => {
  expect(read('age-from=8').choice.ages).toEqual({ start: 8, end: 120 });
  expect(again('age-from=8')).toBe('age-from=8');
  expect(again('age-to=8&age-from=')).toBe('age-to=8');
  expect(again('age-from=12&age-to=8')).toBe('age-from=8&age-to=12');
});

test('what is not valid is ignored', () => {
  const wrong = 'test=../x&sex=d&age-from=old&age-to=-3&country=Germany&set=0&set=1e3&version=newest';
  expect(read(wrong)).toEqual({ test: null, choice: noChoice });
});

test('a form with all data sets ticked narrows nothing, and one without some of them does', () => {
  const form = 'shown=slj&test=slj&sex=&age-from=&seen=1.2.3';
  expect(isSentByForm(new URLSearchParams(form))).toBe(true);
  expect(isSentByForm(new URLSearchParams('test=slj'))).toBe(false);
  expect(again(`${form}&set=1&set=2&set=3`)).toBe('test=slj');
  expect(again(`${form}&set=1&set=3`)).toBe('test=slj&set=1&set=3');
  expect(again(form)).toBe('test=slj');
});

test('another test drops what was ticked for the one before, and keeps sex, ages and years', () => {
  const form = 'shown=slj&test=situp40&sex=m&age-from=8&set=1&seen=1.2&country=DE&version=2026-11-28';
  expect(again(form)).toBe('test=situp40&sex=m&age-from=8');
});
