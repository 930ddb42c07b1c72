import { yearsAndMonthsIn } from '@domain/years-and-months';

import { dayShape, monthShape, schoolYearShape } from '../vocabulary/date-shapes';
import { longFormat, splitTargets, type Bounds, type Target, type TargetUnit } from '../vocabulary';
import { spellingOf } from '../tables/value-sql';
import {
  agePatterns,
  ageUnits,
  allAges,
  clockTime,
  clockUnits,
  dashes,
  maxNumberCharacters,
  meanWithDeviation,
  missingValueCodes,
  numberedTrial,
} from '../vocabulary/cell-patterns';
import { wordMeanings } from '../vocabulary/code-words';

/** Known facts about the cells of a column. */
export interface ColumnValues {
  /** Cells of some rows as text; '' = empty. */
  samples: readonly string[];
  /** Labels of coded values, from SPSS or the header: '1' -> 'male'. */
  codeWords: Readonly<Record<string, string>>;
}

/** How well the cells fit a target in a unit. */
export interface Verdict {
  /** 1 = all are usual, less = possible, 0 = impossible. */
  fit: number;
  evidence: Evidence;
}

export type Evidence =
  | { kind: 'range'; min: number; max: number; isClock: boolean }
  | { kind: 'codes'; values: string[] }
  | { kind: 'dates' }
  | { kind: 'none' };

const none: Evidence = { kind: 'none' };
const impossible: Verdict = { fit: 0, evidence: none };
/** Factors for columns without values, and for values that are possible but unusual. Own estimates, as are those below. */
const withoutValues = 0.85;
const unusual = 0.85;
/** From this number of values on, one may be wrong, plus one in fifty. */
const manyValues = 10;
const wrongShare = 0.02;
/** Minimum share of usual values. */
const usualShare = 0.9;
/** More distinct texts cannot be groups or time-points. */
const maxGroups = 20;
const distinctShown = 4;
const maxGroupCharacters = 40;
const clock = new RegExp(`^${clockTime}$`);
const day = new RegExp(dayShape);
const month = new RegExp(monthShape);
const schoolYear = new RegExp(schoolYearShape);
/** Days since 1900 or 1904, as Excel counts them. */
const serial = /^[1-5]\d{4}$/;
/** Time points are numbered up to this, source: domain facts, 2.1. */
const maxTimePoint = 20;
/** From this number of rows on, a text that never repeats names the rows. Own estimate. */
const minRows = 3;
const groupKeys = ['timepoint', 'group', 'g_group'];

/** Judges whether the cells of a column can be values of a target in a unit. */
export function judgeValues(
  target: Target,
  unit: TargetUnit,
  values: ColumnValues,
  missingCodes: readonly string[],
): Verdict {
  const texts = values.samples
    .map((text) => text.trim())
    .filter((text) => text !== '' && !missingCodes.includes(text.toLowerCase()));
  const isSplit = target.key === splitTargets.ages || target.statistic?.id === splitTargets.meanAndDeviation;
  // Only the cells tell that they hold two values.
  const isUnseen = values.samples.length === 0;
  if (texts.length === 0) return isSplit && !isUnseen ? impossible : { fit: withoutValues, evidence: none };
  if (target.key === splitTargets.ages) return judgeAges(texts);
  if (isSplit) return judgeNumbers(target, unit, meansOf(texts));
  switch (target.type) {
    case 'number':
      return judgeNumbers(target, unit, texts);
    case 'year':
      return allBut(texts, (text) => isDate(text) || (isMonth(text) && !schoolYear.test(text)))
        ? { fit: 1, evidence: { kind: 'dates' } }
        : judgeNumbers(target, unit, texts);
    case 'code':
      return judgeCodes(target, unit, texts, values.codeWords);
    case 'date':
      return allBut(texts, (text) => serial.test(text) || isDate(text))
        ? { fit: 1, evidence: { kind: 'dates' } }
        : impossible;
    case 'month':
      return allBut(texts, isMonth) ? { fit: 1, evidence: { kind: 'dates' } } : impossible;
    default:
      return judgeTexts(target, texts);
  }
}

/** Ages in one cell; a column of numbers alone is an age. */
function judgeAges(texts: readonly string[]): Verdict {
  const patterns = Object.values(agePatterns).map((pattern) => new RegExp(pattern));
  const isAges = (text: string) => {
    const plain = plainText(text);
    return allAges.includes(plain) || patterns.some((pattern) => pattern.test(plain));
  };
  const isNumber = (text: string) => /^\d+([.,]\d+)?$/.test(text);
  if (!allBut(texts, isAges) || texts.every(isNumber)) return impossible;
  return { fit: 1, evidence: { kind: 'codes', values: [...new Set(texts)].slice(0, distinctShown) } };
}

/** The means of cells like '125,7 ± 19,3'; other texts stay as they are, without numbers. */
function meansOf(texts: readonly string[]): string[] {
  const pattern = new RegExp(meanWithDeviation);
  return texts.map((text) => pattern.exec(plainText(text))?.[1] ?? '?');
}

const anyDash = new RegExp(`[${dashes}]`, 'g');

/** A text as the patterns of cells read it; '…', which none of them matches, for one that is too long for a number. */
function plainText(text: string): string {
  return text.length > maxNumberCharacters ? '…' : text.toLowerCase().replace(anyDash, '-').replace(/\s+/g, ' ');
}

function isDate(text: string): boolean {
  return day.test(text.toLowerCase());
}

function isMonth(text: string): boolean {
  return month.test(text.toLowerCase());
}

/** Whether nearly all values fit, because single mistakes do not count against a column. */
export function allBut<Value>(values: readonly Value[], holds: (value: Value) => boolean): boolean {
  const wrong = values.filter((value) => !holds(value)).length;
  return wrong <= (values.length < manyValues ? 0 : 1 + Math.floor(values.length * wrongShare));
}

function judgeNumbers(target: Target, unit: TargetUnit, texts: readonly string[]): Verdict {
  const { hard, warn, step, statistic } = target;
  const takesClock = target.isTime && clockUnits.includes(unit.unit);
  const read = texts.map((text) => ageOf(text, unit) ?? trialOf(text, target) ?? numberOf(text, takesClock));
  const numbers = read.filter((number) => number !== null);
  if (numbers.length === 0 || numbers.length < texts.length * usualShare) return impossible;
  // A number often used for a missing value does not count against a target.
  const plain = numbers.filter(({ value }) => !missingValueCodes.includes(value) || isWithin(value, warn));
  const converted = plain.map(({ value, isClock }) =>
    isClock ? value / (target.units[0]?.unit === 'min' ? 60 : 1) : convert(value, unit),
  );
  if (converted.length === 0) return { fit: withoutValues, evidence: none };
  const scale = statistic?.scale;
  const isPossible = (value: number) =>
    isWithin(value, hard) && (scale === 'spread' || scale === 'variance' ? value >= 0 : true);
  if (!allBut(converted, isPossible)) return impossible;
  const isWhole = scale !== undefined && scale !== 'count' ? null : step;
  if (isWhole !== null && !allBut(converted, (value) => isMultiple(value, isWhole))) return impossible;
  const usual = converted.filter((value) => isWithin(value, warn)).length / converted.length;
  const isClock = plain.every((number) => number.isClock);
  const shown = plain.map((number) => number.value / (number.isClock && !isClock && unit.unit === 'min' ? 60 : 1));
  const evidence: Evidence = { kind: 'range', min: Math.min(...shown), max: Math.max(...shown), isClock };
  return { fit: usual >= usualShare ? 1 : unusual, evidence };
}

function convert(value: number, { conversion }: TargetUnit): number {
  const { way, factor, offset } = conversion;
  return way === 'inverse' ? factor / value : value * factor + offset;
}

function isWithin(value: number, bounds: Bounds | null): boolean {
  if (!Number.isFinite(value)) return false;
  if (!bounds) return true;
  const max = bounds.max === 'this-year' ? new Date().getFullYear() : bounds.max;
  return value >= bounds.min && value <= max;
}

function isMultiple(value: number, step: number): boolean {
  return Math.abs(value / step - Math.round(value / step)) < 1e-9;
}

/** An age of years and months, such as 9;6, in the unit; null for other texts. */
function ageOf(text: string, { unit }: TargetUnit): { value: number; isClock: boolean } | null {
  const age = ageUnits.includes(unit) ? yearsAndMonthsIn(plainText(text)) : null;
  if (!age) return null;
  const { years, months } = age;
  return { value: unit === 'mo' ? years * 12 + months : years + months / 12, isClock: false };
}

const trialWithWord = new RegExp(`^${numberedTrial}$`);

/** The number of a trial in words such as '1. Versuch'; null for other texts. */
function trialOf(text: string, { key }: Target): { value: number; isClock: boolean } | null {
  if (key !== longFormat.trial || !trialWithWord.test(plainText(text))) return null;
  return { value: Number(/\d+/.exec(text)?.[0]), isClock: false };
}

/** Parses a number with point or comma, or a clock time as seconds if `takesClock`. */
function numberOf(text: string, takesClock: boolean): { value: number; isClock: boolean } | null {
  const parts = takesClock ? clock.exec(text) : null;
  if (parts) {
    const [, hours = '0', minutes = '0', seconds = '0'] = parts;
    const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
    return { value, isClock: true };
  }
  const plain = plainText(text).replace(',', '.');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? { value: Number(plain), isClock: false } : null;
}

/**
 * Judges the cells of a coded column. If there are labels from file or header, they must mean the same codes. Without
 * labels, numbers may fit several codings.
 */
function judgeCodes(
  target: Target,
  unit: TargetUnit,
  texts: readonly string[],
  codeWords: Readonly<Record<string, string>>,
): Verdict {
  const { coding } = unit;
  if (!coding) return impossible;
  const codes = new Map(coding.codes.flatMap(({ code, spellings }) => spellings.map((spelling) => [spelling, code])));
  const pattern = coding.pattern === null ? null : new RegExp(coding.pattern);
  const spelled = texts.map(spellingOf);
  if (!allBut(spelled, (text) => codes.has(text) || (pattern?.test(text) ?? false))) return impossible;
  const found = new Set(spelled.map((text) => codes.get(text)));
  if (coding.isPaired && !coding.codes.every(({ code }) => found.has(code))) return impossible;
  const meanings = wordMeanings(target);
  const agrees = Object.entries(codeWords)
    .filter(([code]) => spelled.includes(spellingOf(code)))
    .every(([code, word]) => meanings.get(spellingOf(word)) === codes.get(spellingOf(code)));
  if (!agrees) return impossible;
  const words = new Map(Object.entries(codeWords).map(([code, word]) => [spellingOf(code), word]));
  const values = [...new Set(texts)].slice(0, distinctShown).map((text) => {
    const word = words.get(spellingOf(text));
    return word === undefined ? text : `${text} = ${word}`;
  });
  return { fit: 1, evidence: { kind: 'codes', values } };
}

function judgeTexts({ key }: Target, texts: readonly string[]): Verdict {
  const distinct = new Set(texts);
  const fits = (holds: boolean): Verdict => ({ fit: holds ? 1 : 0, evidence: none });
  if (key === 'postal_code') return fits(allBut(texts, (text) => /^\d{4,5}$|^[a-z\d]{2,4} ?\d[a-z]{2}$/i.test(text)));
  // Columns of numbers are not remarks: 'Note' is a grade in German schools.
  if (key === 'remark') return fits(!allBut(texts, (text) => /^[\d.,\s]+$/.test(text)));
  // Rows of one study repeat its name: many forms call the person's code 'study ID'.
  if (key === 'study_id') return fits(texts.length < minRows || distinct.size < texts.length);
  if (groupKeys.includes(key)) {
    if (allBut(texts, isDate) || !mayCount(key, texts)) return fits(false);
    const isShort = texts.every((text) => text.length <= maxGroupCharacters);
    return fits(isShort && distinct.size <= maxGroups);
  }
  return fits(true);
}

/** Time points are counted or named by their year: 12.4 is a time that was measured. */
function mayCount(key: string, texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) => numberOf(text, true)?.value ?? []);
  const isCount = (value: number) => Number.isInteger(value) && (value <= maxTimePoint || String(value).length === 4);
  return key !== 'timepoint' || numbers.every(isCount);
}
