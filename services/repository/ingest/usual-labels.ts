import { jobStatement, parquetSql, type TableEngine } from '../context/table-engine';
import { cleanName } from './column-names';

/** Rows that are compared. Own estimate: enough for a share of one in ten. */
const sampledRows = 2000;
/** Minimum share of a shape among the texts of its column. Own estimate. */
const usualShapeShare = 0.1;
/**
 * A column with at most this share of distinct texts names groups, one with at least that share persons. Own estimates.
 */
const category = { rows: 6, distinctShare: 0.5 };
const minDistinctIds = 0.9;

interface Label {
  text: string;
  i: number;
}

/** What the first columns of a table usually hold. */
export interface LabelColumns {
  /**
   * Whether a text has the shape of the usual ones of its column, as 'N-000' among 'A-117'. With `cased`, capitals count.
   */
  isUsual(label: Label | null, letters?: 'cased'): boolean;
  /** Whether the texts of the column repeat, such as those of classes. */
  isCategory(label: Label): boolean;
  /** Whether hardly a text of the column repeats. */
  isId(label: Label): boolean;
}

/** Looks at the beginning of some columns, without the rows `excluded`. */
export async function describeLabels(
  tables: TableEngine,
  parquet: string,
  columns: readonly number[],
  excluded: ReadonlySet<number>,
): Promise<LabelColumns> {
  const isExcluded = excluded.size > 0 ? `where file_row_number not in (${[...excluded].join(', ')})` : '';
  const rows = await tables.all(
    `select ${columns.map((i) => `c${i}`).join(', ')} from ${parquetSql(parquet)} ${isExcluded} limit ${sampledRows}`,
    [],
    jobStatement,
  );
  const described = columns.map((i) => {
    const texts = rows.map((row) => cleanName(String(row[`c${i}`] ?? ''))).filter((text) => text !== '');
    const distinctShare = new Set(texts).size / texts.length;
    const shapes = { shapes: usualShapes(texts.map(shapeOf)), cased: usualShapes(texts.map(casedShapeOf)) };
    return [i, { ...shapes, distinctShare, isLong: texts.length >= category.rows }] as const;
  });
  const found = new Map(described);
  return {
    isUsual: (label, letters) => {
      const column = label && found.get(label.i);
      if (!column) return false;
      return letters === 'cased' ? column.cased.has(casedShapeOf(label.text)) : column.shapes.has(shapeOf(label.text));
    },
    isCategory: ({ i }) => {
      const column = found.get(i);
      return column !== undefined && column.isLong && column.distinctShare <= category.distinctShare;
    },
    isId: ({ i }) => (found.get(i)?.distinctShare ?? 0) >= minDistinctIds,
  };
}

function usualShapes(shapes: readonly string[]): Set<string> {
  const times = new Map<string, number>();
  for (const shape of shapes) times.set(shape, (times.get(shape) ?? 0) + 1);
  return new Set([...times].flatMap(([shape, count]) => (count >= usualShapeShare * shapes.length ? [shape] : [])));
}

/** A text with each word as 'a' and each number as '9'. */
function shapeOf(text: string): string {
  return text.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '9');
}

/** The same with words in capitals as 'A', and capitalised ones as 'B'. */
function casedShapeOf(text: string): string {
  return text
    .replace(/\p{L}+/gu, (word) => (/^\p{Lu}+$/u.test(word) ? 'A' : /^\p{Lu}/u.test(word) ? 'B' : 'a'))
    .replace(/\d+/g, '9');
}
