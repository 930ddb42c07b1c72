import { sqlText } from '../context/table-engine';
import { defaultUnit, type TargetUnit } from '../vocabulary';
import type { CheckedColumn } from './checked-table';

/** Minutes and seconds, optionally with hours before or decimals after them. */
const clockTime = sqlText('(\\d{1,2}:)?\\d{1,3}:[0-5]?\\d([.,]\\d+)?');
/** Units in which a clock time makes sense, unlike ms or m/s. */
const clockUnits = ['s', 'min'];
/** A number with the decimal sign that the rest of its column does not use. */
const otherDecimal = sqlText('[+-]?(\\d+[.,]\\d*|[.,]\\d+)');
/** A number with thousands separators of one kind and a decimal sign of the other. */
const thousands = sqlText('[+-]?\\d{1,3}((\\.\\d{3})+,|(,\\d{3})+\\.)\\d+');
const plainNumber = '[+-]?(?:\\d+(?:[.,]\\d*)?|[.,]\\d+)';
/** Decimals kept of a converted value, so that 300 * 0.1 is 30 and not slightly above a bound. */
const keptDecimals = 6;

/** Whether a text that is not a plain number is a number with the other decimal sign. */
export function isOtherDecimalSql(text: string): string {
  return `regexp_full_match(${text}, ${otherDecimal})`;
}

/** Whether a text is a number like 1.234,5 or 1,234.5. */
export function isThousandsSql(text: string): string {
  return `regexp_full_match(${text}, ${thousands})`;
}

/** Number of a text such as 1.234,5 or 1,234.5, in the unit it is written in. */
export function thousandsSql(text: string): string {
  const german = `replace(replace(${text}, '.', ''), ',', '.')`;
  const english = `replace(${text}, ',', '')`;
  return `try_cast(case when instr(${text}, '.') < instr(${text}, ',') then ${german} else ${english} end as double)`;
}

/** Number in the target's default unit of a text that ends with one of the target's units; otherwise NULL. */
export function unitNumberSql(text: string, column: CheckedColumn): string {
  const cases = spelledUnits(column).map(
    ([spelling, unit]) =>
      `when lower(regexp_extract(${text}, ${sqlText(`^${plainNumber}\\s*(.+)$`)}, 1)) = ${sqlText(spelling)}
         then ${convertSql(decimalSql(`regexp_extract(${text}, ${sqlText(`^${plainNumber}`)})`), unit)}`,
  );
  return cases.length > 0 ? `case ${cases.join(' ')} end` : 'null';
}

/**
 * Number in the target's default unit of a text that is not a plain number: a clock time, or a number with the other
 * decimal sign, with thousands separators or with its unit. Otherwise NULL.
 */
export function textNumberSql(text: string, column: CheckedColumn): string {
  const cases = [
    `when ${isOtherDecimalSql(text)} then ${convertSql(decimalSql(text), column.unit)}`,
    `when ${isThousandsSql(text)} then ${convertSql(thousandsSql(text), column.unit)}`,
  ];
  if (takesClockTime(column)) {
    cases.push(`when regexp_full_match(${text}, ${clockTime}) then ${clockSql(text, column)}`);
  }
  return `case ${cases.join(' ')} else ${unitNumberSql(text, column)} end`;
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

/** A clock time in the target's default unit, whatever the unit of the column's plain numbers. */
function clockSql(text: string, column: CheckedColumn): string {
  const part = (index: number) => `try_cast(string_split(replace(${text}, ',', '.'), ':')[${index}] as double)`;
  const seconds = `coalesce(${part(-3)} * 3600, 0) + ${part(-2)} * 60 + ${part(-1)}`;
  const divisor = defaultUnit(column.target).unit === 'min' ? 60 : 1;
  return `round((${seconds}) / ${divisor}, ${keptDecimals})`;
}

/** Spellings of the target's units, in lower case. */
function spelledUnits({ target }: CheckedColumn): [spelling: string, unit: TargetUnit][] {
  if (target.type !== 'number') return [];
  const spelled = target.units.flatMap((unit) =>
    [unit.unit, ...Object.values(unit.text)].map((text): [string, TargetUnit] => [text.toLowerCase(), unit]),
  );
  return [...new Map(spelled.filter(([text]) => text !== '' && text !== '1').reverse())].reverse();
}

const month =
  '(jan(uary?|uar)?|feb(ruary?|ruar)?|m[äa]r(z|ch)?|mrz|apr(il)?|ma[iy]|june?|juni|july?|juli|aug(ust)?|' +
  'sept?(ember)?|o[kc]t(ober)?|nov(ember)?|de[zc](ember)?)';
const date = sqlText(
  [
    '\\d{4}-\\d{1,2}-\\d{1,2}([t ].*)?',
    '\\d{1,2}\\.\\d{1,2}\\.(\\d{4}|\\d{2})?',
    '\\d{1,2}[/-]\\d{1,2}[/-](\\d{4}|\\d{2})',
    `\\d{1,2}[. -]{0,2}${month}[. -]*(\\d{4}|\\d{2})?`,
    `${month}[. -]*(\\d{4}|\\d{1,2})`,
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
