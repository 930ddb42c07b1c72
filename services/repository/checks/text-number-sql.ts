import { yearsAndMonths } from '@domain/years-and-months';
import { monthNames } from '@domain/month-names';

import { sqlText } from '../context/table-engine';
import {
  ageUnits,
  clockTime,
  clockUnits,
  dashes,
  maxNumberCharacters,
  numberedTrial,
  spaces,
} from '../vocabulary/cell-patterns';
import { defaultUnit, longFormat, type Target, type TargetUnit, vocabulary } from '../vocabulary';
import type { CheckedColumn } from './checked-table';

/** A number with the decimal sign that the rest of its column does not use. */
const otherDecimal = sqlText('[+-]?(\\d+[.,]\\d*|[.,]\\d+)');
/** A number with thousands separators: before a decimal sign of the other kind, several times, or that cannot be a sign. */
const thousands = [
  '[+-]?\\d{1,3}(?:(?:\\.\\d{3})+,|(?:,\\d{3})+\\.)\\d+',
  '[+-]?\\d{1,3}(?:(?:\\.\\d{3}){2,}|(?:,\\d{3}){2,})',
  "[+-]?\\d{1,3}(?:[ '’]\\d{3})+(?:[.,]\\d+)?",
].join('|');
/** Three digits after a sign that the rest of the column does not use for decimals: 1087 or 1.087. */
const grouped = '[+-]?[1-9]\\d{0,2}[.,]\\d{3}';
/** A number with any decimal sign. After other kinds of minus signs it is not a plain number in the table. */
const anyNumber = sqlText('[+-]?(\\d+[.,]?\\d*|[.,]\\d+)');
const plainNumber = '[+-]?(?:\\d+(?:[.,]\\d*)?|[.,]\\d+)';
/** Longest text after a number that is taken for its unit. Own estimate. */
const maxUnitCharacters = 20;
/** A number, also with thousands separators, and what follows it without a full stop. */
const numberAndUnit = sqlText(`^(${thousands}|${plainNumber})\\s*(\\D{1,${maxUnitCharacters}}?)\\.?$`);
const groupedAndUnit = sqlText(`${grouped}\\s*\\D{1,${maxUnitCharacters}}`);
/** Decimals kept of a converted value, so that 300 * 0.1 is 30 and not slightly above a bound. */
export const keptDecimals = 6;

/**
 * A text with plain minus signs and spaces, none of them around it. One that is too long for a number becomes '…', which
 * is none, so that no pattern has to look at it, and no number is beyond those that can be calculated with.
 */
export function plainTextSql(text: string): string {
  const signs = sqlText('-'.repeat(dashes.length) + ' '.repeat(spaces.length));
  return `case when length(${text}) <= ${maxNumberCharacters} then trim(translate(${text}, ${sqlText(dashes + spaces)}, ${signs}))
    else '…' end`;
}

/**
 * An expression that uses another one several times, by a name. Written out each time, a table of 40 columns would be a
 * statement of 400 kB, which the engine reads for seconds.
 */
export function namedSql(value: string, name: string, expression: (name: string) => string): string {
  return `list_transform([${value}], lambda ${name}: ${expression(name)})[1]`;
}

/** Whether a text that is not a plain number is a number with the other decimal sign. */
export function isOtherDecimalSql(text: string): string {
  return `(regexp_full_match(${text}, ${otherDecimal}) and not ${isGroupedSql(text)})`;
}

/** Whether a text that is not a plain number may have a thousands separator or the other decimal sign: 1.087. */
export function isGroupedSql(text: string): string {
  return `regexp_full_match(${text}, ${sqlText(grouped)})`;
}

/** Condition that a number, as written in a column, is usual for its target; null if nothing is known about it. */
export type IsUsual = ((number: string) => string) | null;

/** The same by the bounds of the target. */
export function usualInColumn({ target: { warn }, unit }: Pick<CheckedColumn, 'target' | 'unit'>): IsUsual {
  if (!warn) return null;
  const max = warn.max === 'this-year' ? 9999 : warn.max;
  return (number) => `${convertSql(number, unit)} between ${warn.min} and ${max}`;
}

/**
 * Both readings of such a text in the unit of the column. It is taken for thousands, unless only the decimal number is
 * usual.
 */
export function groupedSql(text: string, isUsual: IsUsual): { taken: string; other: string } {
  const { decimal, whole } = groupedReadings(text);
  const isDecimal = isGroupedDecimalSql(text, isUsual);
  const choose = (first: string, second: string) => `case when ${isDecimal} then ${first} else ${second} end`;
  return { taken: choose(decimal, whole), other: choose(whole, decimal) };
}

/** Whether such a text is taken for a number with decimals. */
export function isGroupedDecimalSql(text: string, isUsual: IsUsual): string {
  const { decimal, whole } = groupedReadings(text);
  return isUsual ? `coalesce(${isUsual(decimal)} and not ${isUsual(whole)}, false)` : 'false';
}

/** A text such as 1.087 as decimals and as thousands. */
export function groupedReadings(text: string): { decimal: string; whole: string } {
  return { decimal: decimalSql(text), whole: `try_cast(regexp_replace(${text}, '[.,]', '') as double)` };
}

/** The decimal sign that a number shows; NULL for 1087, and for 1.087, which does not tell it. */
export function decimalSignSql(text: string): string {
  const has = (pattern: string) => `regexp_matches(${text}, ${sqlText(pattern)})`;
  return `case when ${isGroupedSql(text)} then null when ${has('[.].*[.,]')} then ',' when ${has(',.*[.,]')} then '.'
    when contains(${text}, ',') then ',' when contains(${text}, '.') then '.' end`;
}

/**
 * Number of a text by a decimal sign, with any thousands separators. NULL if its signs are others: without a sign 1.087 is
 * none, and with a decimal point neither is 5,3.
 */
export function signedNumberSql(text: string, sign: string): string {
  const read = (decimal: string, other: string) => {
    const form = sqlText(`[+-]?(?:(?:\\d+|\\d{1,3}(?:[${other} '’]\\d{3})+)(?:[${decimal}]\\d*)?|[${decimal}]\\d+)`);
    const bare = `replace(regexp_replace(${text}, ${sqlText(`[${other} '’]`)}, '', 'g'), '${decimal}', '.')`;
    return `case when regexp_full_match(${text}, ${form}) then try_cast(${bare} as double) end`;
  };
  return `case when ${sign} = ',' then ${read(',', '.')}
    when ${sign} = '.' or not ${isGroupedSql(text)} then ${read('.', ',')} end`;
}

/** Whether a text is a number like 1.234,5 or 1,234.5 or 1 234. */
export function isThousandsSql(text: string): string {
  return `regexp_full_match(${text}, ${sqlText(thousands)})`;
}

/** Number of a text such as 1.234,5 or 1,234.5 or 1 234, in the unit it is written in. */
export function thousandsSql(text: string): string {
  return namedSql(`regexp_replace(${text}, '[ ''’]', '', 'g')`, 'bare', (bare) => {
    const german = `replace(replace(${bare}, '.', ''), ',', '.')`;
    const english = `replace(${bare}, ',', '')`;
    const isGerman = `instr(${bare}, '.') < instr(${bare}, ',') and not regexp_matches(${bare}, ',.*,')
    or regexp_matches(${bare}, '[.].*[.]')`;
    return `try_cast(case when ${isGerman} then ${german} else ${english} end as double)`;
  });
}

/** What follows the number in a text, in lower case and without a full stop; '' if nothing does. */
export function unitTextSql(text: string): string {
  return `lower(regexp_extract(${text}, ${numberAndUnit}, 2))`;
}

/** Whether a text has a unit after a number that may have a thousands separator: 1.087 m. */
export function isGroupedWithUnitSql(text: string): string {
  return `regexp_full_match(${text}, ${groupedAndUnit})`;
}

/**
 * Number in the target's default unit of a text that ends with one of the target's units; otherwise NULL. `reading` is
 * that of a number such as 1.087; where nothing is known about the target, it is taken as the decimal number it shows.
 */
export function unitNumberSql(text: string, target: Target, reading: 'taken' | 'other' = 'taken'): string {
  const cases = spelledUnits(target).map(([unit, spellings]) => {
    const number = numberOfUnitSql('written.number', usualInColumn({ target, unit }), reading);
    return `when list_contains([${spellings.map(sqlText).join(', ')}], lower(written.unit)) then ${convertSql(number, unit)}`;
  });
  if (cases.length === 0) return 'null';
  const parts = `regexp_extract(${text}, ${numberAndUnit}, ['number', 'unit'])`;
  return namedSql(parts, 'written', () => `case ${cases.join(' ')} end`);
}

function numberOfUnitSql(number: string, isUsual: IsUsual, reading: 'taken' | 'other'): string {
  const { decimal, whole } = groupedReadings(number);
  const unknown = { taken: decimal, other: whole };
  return `case when ${isThousandsSql(number)} then ${thousandsSql(number)}
    when ${isGroupedSql(number)} then ${(isUsual ? groupedSql(number, isUsual) : unknown)[reading]} else ${decimal} end`;
}

/**
 * Number in the target's default unit of a text that is not a plain number: a clock time, or a number with the other
 * decimal sign, with thousands separators or with its unit, or the number of a trial with its word. Otherwise NULL.
 */
export function textNumberSql(text: string, column: CheckedColumn, isUsual: IsUsual): string {
  return namedSql(text, 'plain', (plain) => plainTextNumberSql(plain, column, isUsual));
}

function plainTextNumberSql(text: string, column: CheckedColumn, isUsual: IsUsual): string {
  const cases = [
    `when ${isGroupedSql(text)} then ${convertSql(groupedSql(text, isUsual).taken, column.unit)}`,
    `when regexp_full_match(${text}, ${anyNumber}) then ${convertSql(decimalSql(text), column.unit)}`,
    `when ${isThousandsSql(text)} then ${convertSql(thousandsSql(text), column.unit)}`,
  ];
  if (takesClockTime(column)) {
    const seconds = `${clockSecondsSql(text)} / ${secondsIn(column.target)}`;
    cases.push(`when ${isClockSql(text)} then round(${seconds}, ${keptDecimals})`);
  }
  if (ageUnits.includes(column.unit.unit)) {
    const isAge = `regexp_full_match(lower(${text}), ${sqlText(yearsAndMonths)})`;
    cases.push(`when ${isAge} then ${convertSql(yearsAndMonthsSql(text, column.unit), column.unit)}`);
  }
  if (column.target.key === longFormat.trial) {
    const isTrial = `regexp_full_match(lower(${text}), ${sqlText(numberedTrial)})`;
    cases.push(`when ${isTrial} then cast(regexp_extract(${text}, '\\d+') as double)`);
  }
  return `case ${cases.join(' ')} else ${unitNumberSql(text, column.target)} end`;
}

/** Years, to the hundredth as ages are stated, or months of a text such as 9;6. */
function yearsAndMonthsSql(text: string, { unit }: TargetUnit): string {
  const part = (pattern: string) => `cast(regexp_extract(${text}, ${sqlText(pattern)}, 1) as double)`;
  const [years, months] = [part('^(\\d+)'), part('^\\d+\\D+(\\d+)')];
  return unit === 'mo' ? `(${years} * 12 + ${months})` : `round(${years} + ${months} / 12, 2)`;
}

/** Converts a number from one of the target's units to its default unit. */
export function convertSql(reading: string, { conversion }: TargetUnit): string {
  const { way, factor, offset } = conversion;
  if (way === 'inverse') return `round(${factor} / nullif(${reading}, 0), ${keptDecimals})`;
  if (factor === 1 && offset === 0) return reading;
  return `round(${reading} * ${factor} + (${offset}), ${keptDecimals})`;
}

function decimalSql(text: string): string {
  return `try_cast(replace(${text}, ',', '.') as double)`;
}

function takesClockTime({ target, unit }: CheckedColumn): boolean {
  return target.isTime && clockUnits.includes(unit.unit);
}

/** Whether a text is a clock time such as 2:31. */
export function isClockSql(text: string): string {
  return `regexp_full_match(${text}, ${sqlText(clockTime)})`;
}

/** Seconds of a clock time, whatever the unit of the column's plain numbers. */
export function clockSecondsSql(text: string): string {
  const part = (index: number) => `try_cast(string_split(replace(${text}, ',', '.'), ':')[${index}] as double)`;
  return `(coalesce(${part(-3)} * 3600, 0) + ${part(-2)} * 60 + ${part(-1)})`;
}

/** Seconds in the default unit of a time; null for other targets. */
export function secondsIn(target: Target): number | null {
  if (!target.isTime) return null;
  return defaultUnit(target).unit === 'min' ? 60 : 1;
}

/** Spellings of the target's units, in lower case. Of two units with one spelling, the first one counts. */
function spelledUnits({ type, units }: Target): [unit: TargetUnit, spellings: string[]][] {
  if (type !== 'number') return [];
  const taken = new Set<string>();
  return units.flatMap((unit): [TargetUnit, string[]][] => {
    const texts = [unit.unit, ...Object.values(unit.text), ...(vocabulary.unitSpellings.get(unit.unit) ?? [])];
    const spellings = [...new Set(texts.map((text) => text.toLowerCase().replace(/\.$/, '')))];
    const own = spellings.filter((text) => /^\D+$/.test(text) && !taken.has(text));
    for (const text of own) taken.add(text);
    return own.length > 0 ? [[unit, own]] : [];
  });
}

const date = sqlText(
  [
    '\\d{4}-\\d{1,2}-\\d{1,2}([t ].*)?',
    '\\d{1,2}\\.\\d{1,2}\\.(\\d{4}|\\d{2})?',
    '\\d{1,2}[/-]\\d{1,2}[/-](\\d{4}|\\d{2})',
    `\\d{1,2}[. -]{0,2}${monthNames}[. -]*(\\d{4}|\\d{2})?`,
    `${monthNames}[. -]*(\\d{4}|\\d{1,2})`,
  ].join('|'),
);
/** A number followed somewhere by a sign for minutes or seconds. */
const time = sqlText('\\d.*[:\'’′"″hms].*');

/** Whether a text is a date, or what spreadsheets display for one: '3. Jul', 'Mai 05', '03.07.'. */
export function isDateSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${date})`;
}

/** Whether an unreadable text was meant as a time. */
export function isTimeSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${time})`;
}

const anyUnit = '\\s*\\D{0,20}';
const between = '\\s*(-|/|\\.\\.+|…|bis|to)\\s*';
const limit =
  '(<|>|≤|≥|=<|=>|<=|>=|~|≈|ca\\.?|circa|approx\\.?|about|around|etwa|rund|unter|under|below|über|over|above|' +
  'mind\\.?|mindestens|max\\.?|maximal|min\\.?|minimal|at least|at most|(mehr|weniger) als|(more|less) than|up to|bis)';
const range = sqlText(
  [
    `${plainNumber}${between}${plainNumber}${anyUnit}`,
    `${limit}\\s*${plainNumber}${anyUnit}`,
    `${plainNumber}\\s*[+?]`,
  ].join('|'),
);
const meanAndDeviation = sqlText(
  `${plainNumber}${anyUnit}(±|\\+/-|\\+-)\\s*${plainNumber}${anyUnit}|${plainNumber}\\s*\\(\\s*(sd|±)?\\s*=?\\s*${plainNumber}\\s*\\)`,
);

/** Whether a text that cannot be read is a range, a limit or an estimate: 15-16, < 5, ca. 120. */
export function isRangeSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${range})`;
}

/** Whether a text that cannot be read is a mean with its deviation: 150.2 ± 19.1. */
export function isMeanAndDeviationSql(text: string): string {
  return `regexp_full_match(lower(${text}), ${meanAndDeviation})`;
}
