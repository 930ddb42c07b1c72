import { sqlText } from '../context/table-engine';
import {
  agePatterns,
  allAges,
  largestNumber,
  maxNumberCharacters,
  meanWithDeviation,
} from '../vocabulary/cell-patterns';
import { findTarget, splitTargets, vocabulary } from '../vocabulary';
import type { CheckedColumn } from './checked-table';
import {
  decimalSignSql,
  groupedReadings,
  isGroupedDecimalSql,
  isGroupedSql,
  plainTextSql,
  signedNumberSql,
  usualInColumn,
} from './text-number-sql';

/** Parts have positions beyond those of the columns of any file, in the order of their columns. */
const firstPart = 1_000_000;

/**
 * The columns with those that hold two values in a cell replaced by a column for each of them, so that rules, plots and
 * publication need not know how they are written.
 */
export function splitColumns(columns: CheckedColumn[]): CheckedColumn[] {
  return columns.flatMap((column) => {
    const { target, position } = column;
    if (target.key === splitTargets.ages) {
      return partsOf(column, [
        ['g_age_from', ageTexts(`c${position}`).from],
        ['g_age_to', ageTexts(`c${position}`).to],
      ]);
    }
    if (target.statistic?.id !== splitTargets.meanAndDeviation) return [column];
    return meanParts(column, target.statistic.measure);
  });
}

/** Adds the parts of cells to the rows of a file, as columns c<position> (text) and n<position> (number). */
export function partRowsSql(parquet: string, columns: CheckedColumn[]): string {
  const parts = columns.flatMap(({ position, part }) => (part ? [{ position, part }] : []));
  if (parts.length === 0) return parquet;
  const texts = parts.map(({ position, part }) => `${part.text} as c${position}`);
  const numbers = parts.map(({ position, part }) => `${part.number ?? plainNumberSql(`c${position}`)} as n${position}`);
  return `(select *, ${numbers.join(', ')} from (select *, ${texts.join(', ')} from ${parquet}))`;
}

function partsOf(column: CheckedColumn, parts: [key: string, text: string, number?: string][]): CheckedColumn[] {
  return parts.flatMap(([key, text, number], index) => {
    const target = vocabulary.targets.agg.get(key);
    const own = findTarget(vocabulary, 'agg', key, column.unit.unit)?.unit ?? target?.units[0];
    if (!target || !own) return [];
    // A deviation has no zero point.
    const isSpread = target.statistic?.scale === 'spread';
    const { conversion } = target.statistic ? column.unit : own;
    const unit = { ...own, conversion: isSpread ? { ...conversion, offset: 0 } : conversion };
    const position = firstPart + 2 * column.position + index;
    // Of two ages only the first one is compared with the bounds, because a column has one problem of a kind.
    const bounds = key === 'g_age_to' ? { warn: null, hard: null } : {};
    return [
      {
        ...column,
        target: { ...target, ...bounds },
        unit,
        position,
        info: null,
        part: { of: column.position, text, number },
      },
    ];
  });
}

/** Upper hard bound of ages. */
const oldest = Number(vocabulary.targets.agg.get('g_age_to')?.hard?.max);
/** The engine alone would also take 6_7 and 5e1 for numbers. */
const plainNumber = sqlText('\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)\\s*');

/** The number that a text is; NULL for others. */
function plainNumberSql(text: string): string {
  const number = `try_cast(${text} as double)`;
  return `case when length(${text}) <= ${maxNumberCharacters} and regexp_full_match(${text}, ${plainNumber})
    and abs(${number}) <= ${largestNumber} then ${number} end`;
}

function ageTexts(cell: string): { from: string; to: string } {
  const text = `lower(${plainTextSql(cell)})`;
  const matches = (pattern: string) => `regexp_full_match(${text}, ${sqlText(pattern)})`;
  const group = (pattern: string, index: number) => yearsSql(`regexp_extract(${text}, ${sqlText(pattern)}, ${index})`);
  const { fromTo, fromToUnder, single, from, upTo, under } = agePatterns;
  const lessOne = (pattern: string, index: number) => `cast(cast(${group(pattern, index)} as integer) - 1 as varchar)`;
  const isPossible = (pattern: string) =>
    `(${matches(pattern)} and try_cast(${group(pattern, 1)} as double) <= ${oldest})`;
  const isAll = `list_contains([${allAges.map(sqlText).join(', ')}], ${text})`;
  return {
    from: `case when ${matches(fromTo)} then case when ${group(fromTo, 2)}::double <= ${oldest} then ${group(fromTo, 1)} else ${cell} end
      when ${matches(fromToUnder)} then case when ${group(fromToUnder, 2)}::double <= ${oldest} then ${group(fromToUnder, 1)} else ${cell} end
      when ${matches(from)} then ${group(from, 1)}
      when ${isAll} or ${isPossible(upTo)} or ${isPossible(under)} then null else ${cell} end`,
    to: `case when ${matches(fromTo)} then ${group(fromTo, 2)}
      when ${matches(fromToUnder)} then ${lessOne(fromToUnder, 2)} when ${matches(single)} then ${group(single, 1)}
      when ${matches(upTo)} then ${group(upTo, 1)} when ${matches(under)} then ${lessOne(under, 1)} end`,
  };
}

/** Years of an age as text; '6;11' are 6 years and 11 months. */
function yearsSql(age: string): string {
  const months = `try_cast(split_part(${age}, ';', 2) as double)`;
  const exact = `round(try_cast(split_part(${age}, ';', 1) as double) + ${months} / 12, 2)`;
  return `case when contains(${age}, ';') then cast(${exact} as varchar) else replace(${age}, ',', '.') end`;
}

/**
 * Mean and deviation of a cell. One of them may tell the decimal sign of both: 1.052 is 1052 beside 118,3. If none does,
 * the mean is left to the reading of plain cells (R54), and the deviation is read like it.
 */
function meanParts(column: CheckedColumn, measure: string): CheckedColumn[] {
  const cell = `c${column.position}`;
  const text = `lower(${plainTextSql(cell)})`;
  const group = (index: number) => `regexp_extract(${text}, ${sqlText(meanWithDeviation)}, ${index})`;
  const matches = `regexp_full_match(${text}, ${sqlText(meanWithDeviation)})`;
  const [mean, deviation] = [`case when ${matches} then ${group(1)} else ${text} end`, group(2)];
  const readings = groupedReadings(deviation);
  const key = `${measure}.mean`;
  const [own] = partsOf(column, [[key, mean]]);
  const isUsual = own ? usualInColumn(own) : null;
  // Where nothing is known about the measure, as in long format, the only sign is a decimal sign.
  const onlySign = isUsual
    ? 'null'
    : `case when contains(${mean}, ',') then ',' when contains(${mean}, '.') then '.' end`;
  const sign = `coalesce(${decimalSignSql(mean)}, ${decimalSignSql(deviation)}, ${onlySign})`;
  const isDecimal = isGroupedDecimalSql(mean, isUsual);
  return partsOf(column, [
    [key, `case when ${matches} then ${mean} else ${cell} end`, signedNumberSql(mean, sign)],
    [
      `${measure}.sd`,
      `case when ${matches} then ${deviation} end`,
      `case when ${sign} is null and ${isGroupedSql(mean)} and ${isGroupedSql(deviation)}
        then case when ${isDecimal} then ${readings.decimal} else ${readings.whole} end else ${signedNumberSql(deviation, sign)} end`,
    ],
  ]);
}
