import { expect, test } from 'vitest';

import { isSentByForm, noChoice, readNormAddress, writeNormAddress } from './norm-address';

const read = (query: string) => readNormAddress(new URLSearchParams(query));
const again = (query: string) => writeNormAddress(read(query));

test('an address has only what is chosen, in a fixed order, and is read as it was written', () => {
  const whole = 'test=slj&sex=f&ages=8-12&years=2010-2020&countries=AT,DE&data-sets=3,7&version=2026-11-28.2';
  expect(again(whole)).toBe(whole);
  expect(read(whole).choice).toEqual({
    sex: 'f',
    ages: { start: 8, end: 12 },
    years: { start: 2010, end: 2020 },
    countries: ['AT', 'DE'],
    dataSets: [3, 7],
    version: '2026-11-28.2',
  });
  expect(read(`${whole}&lang=de&visit=3&ages=`).unread).toEqual([]);
  expect(again('version=2026-11-28&data-sets=7,3,7&test=handgrip.left')).toBe(
    'test=handgrip.left&data-sets=3,7&version=2026-11-28',
  );
  expect(read('')).toEqual({ test: null, choice: noChoice, unread: [] });
});

const unread = (query: string) => read(query).unread.map(({ name, value }) => `${name}=${value}`);

test('what cannot be read is named, and what can be read is kept', () => {
  const wrong =
    'test=../x&ages=old&years=2020-2010&countries=AT,Germany&data-sets=7,0,1e3&version=newest&lang=xx&ages=130-140';
  expect(unread(wrong)).toEqual([
    'test=../x',
    'ages=old',
    'years=2020-2010',
    'countries=Germany',
    'data-sets=0',
    'version=newest',
    'lang=xx',
  ]);
  expect(again(`sex=m&${wrong}&visit=3`)).toBe('sex=m&countries=AT&data-sets=7');
  expect(unread('ages=130-140')).toEqual(['ages=130-140']);
  expect(unread('sex=f&sex=m')).toEqual(['sex=f,m']);
});

test('of a form that was sent, fields that cannot be read are named', () => {
  expect(unread('shown=slj&test=slj&age-from=old&age-to=-3&year-from=1&year-to=2015&sex=w')).toEqual([
    'age-from=old',
    'age-to=-3',
    'year-from=1',
    'sex=w',
  ]);
});

test('a form is recognised, and its fields become an address', () => {
  const form = 'shown=slj&test=slj&sex=f&age-from=8&age-to=12&year-from=&year-to=&country=DE&country=AT&seen=1.2';
  expect(isSentByForm(new URLSearchParams(form))).toBe(true);
  expect(isSentByForm(new URLSearchParams('test=slj&ages=8-12'))).toBe(false);
  expect(again(`${form}&set=2`)).toBe('test=slj&sex=f&ages=8-12&countries=AT,DE&data-sets=2');
});

test('ranges of a form may be open at one end, their ends in either order', () => {
  const form = 'shown=slj&test=slj';
  expect(again(`${form}&age-from=8`)).toBe('test=slj&ages=8-120');
  expect(again(`${form}&age-to=8&age-from=`)).toBe('test=slj&ages=0-8');
  expect(again(`${form}&age-from=12&age-to=8`)).toBe('test=slj&ages=8-12');
  expect(again(`${form}&age-from=0&age-to=120`)).toBe('test=slj');
  expect(again(`${form}&year-to=2015`)).toBe('test=slj&years=1900-2015');
});

test('all data sets ticked, or none, narrow nothing', () => {
  const form = 'shown=slj&test=slj&sex=&age-from=&seen=1.2.3';
  expect(again(`${form}&set=1&set=2&set=3`)).toBe('test=slj');
  expect(again(`${form}&set=1&set=3`)).toBe('test=slj&data-sets=1,3');
  expect(again(form)).toBe('test=slj');
});

test('another test drops what was ticked for the one before, and keeps sex, ages and years', () => {
  const form = 'shown=slj&test=situp40&sex=m&age-from=8&set=1&seen=1.2&country=DE&version=2026-11-28';
  expect(again(form)).toBe('test=situp40&sex=m&ages=8-120');
});
