import { targetLabel } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { parquetSql, type SqlRow, sqlName, type TableEngine } from '../../context/table-engine';
import type { PublishedDataSource } from '../../search/published-data';
import type { PublishedTable } from '../../store/published-data-sets';
import { type Target, vocabulary } from '../../vocabulary';
import { unitOf } from '../codebook';
import { maxStringBytes, type SavVariable } from '../../row-formats/sav-variable';
import { savNames } from './sav-names';

type Column = PublishedTable['columns'][number];

/** What the dictionary of a system file says about a column, but its labels. */
export interface ColumnMeasure {
  isNumber: boolean;
  /** Bytes of the widest text. */
  bytes: number;
  /** Whether all numbers are whole, and digits of the largest one before the point. */
  isWhole: boolean;
  digits: number;
}

/** SQL types of Parquet columns that become numbers. */
const numeric = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|DECIMAL\b.*)$/;

/** Measures of the columns of a published table, in their order. */
export type MeasureColumns = (table: PublishedTable) => Promise<ColumnMeasure[]>;

/** Measures each table once, with one pass over its rows, however many files need it. */
export function measureOnce({ files, tables }: PublishedDataSource): MeasureColumns {
  const measured = new Map<string, Promise<ColumnMeasure[]>>();
  const measure: MeasureColumns = async ({ objectKey, columns }) => {
    await using local = await files.openLocal(objectKey);
    return measureColumns(tables, local.path, columns);
  };
  return (table) => {
    const known = measured.get(table.objectKey) ?? measure(table);
    measured.set(table.objectKey, known);
    return known;
  };
}

async function measureColumns(tables: TableEngine, path: string, columns: readonly Column[]): Promise<ColumnMeasure[]> {
  const types = await tables.all(
    `select column_name as name, column_type as type from (describe select * from ${parquetSql(path)})`,
  );
  const typeOf = new Map(types.map(({ name, type }) => [String(name), String(type)]));
  const areNumbers = columns.map(({ key }) => numeric.test(typeOf.get(key) ?? ''));
  const measures = columns.flatMap(({ key }, i) => {
    const name = sqlName(key);
    if (!areNumbers[i]) return [`max(strlen(cast(${name} as varchar))) as bytes${i}`];
    const number = `cast(${name} as double)`;
    return [`bool_and(${number} = trunc(${number})) as whole${i}`, `max(abs(${number})) as largest${i}`];
  });
  const [row] = measures.length === 0 ? [] : await tables.all(`select ${measures.join(', ')} from ${parquetSql(path)}`);
  return areNumbers.map((isNumber, i) => measureOf(row ?? {}, isNumber, i));
}

function measureOf(row: SqlRow, isNumber: boolean, i: number): ColumnMeasure {
  const largest = Number(row[`largest${i}`] ?? 0);
  return {
    isNumber,
    bytes: Number(row[`bytes${i}`] ?? 0),
    isWhole: row[`whole${i}`] !== false,
    digits: Math.max(1, Math.floor(Math.log10(Math.max(1, largest))) + 1),
  };
}

/** The variables of a published table, with labels in a language. */
export function describeVariables(
  kind: UploadKind,
  columns: readonly Column[],
  measures: readonly ColumnMeasure[],
  language: Language,
): SavVariable[] {
  const names = savNames(columns.map(({ key }) => key));
  return columns.map((column, i) => {
    const target = vocabulary.targets[kind].get(column.key);
    const measure = measures[i]!;
    const labels = measure.isNumber ? [] : valueLabels(kind, column, target, language);
    const widest = Math.max(1, measure.bytes, ...labels.map(([value]) => Buffer.byteLength(value)));
    const width = measure.isNumber ? 0 : Math.min(widest, maxStringBytes);
    return {
      name: names[i] ?? column.key,
      label: labelOf(kind, column, target, language),
      width,
      shown: measure.isNumber ? shownNumber(measure, target) : { width: Math.min(width, maxShownText), decimals: 0 },
      // A value that had to be cut would have the label of another one.
      valueLabels: labels.filter(([value]) => Buffer.byteLength(value) <= width),
      level: measure.isNumber && target?.type !== 'text' && target?.type !== 'code' ? 'scale' : 'nominal',
    };
  });
}

/** Characters of a column of texts on the screen of SPSS. */
const maxShownText = 40;
const shownNumbers = { minWidth: 8, maxWidth: 40, maxDecimals: 16 };

function shownNumber({ isWhole, digits }: ColumnMeasure, target: Target | undefined): SavVariable['shown'] {
  const decimals = isWhole ? 0 : Math.min(Math.max(1, target?.decimals ?? 2), shownNumbers.maxDecimals);
  const wanted = 1 + digits + (decimals > 0 ? 1 + decimals : 0);
  return { width: Math.min(Math.max(shownNumbers.minWidth, wanted), shownNumbers.maxWidth), decimals };
}

/** Such as 'Standing long jump (cm)'; the key if it has left the vocabulary since it was published. */
function labelOf(kind: UploadKind, { key, unit }: Column, target: Target | undefined, language: Language): string {
  if (!target) return unit === '' ? key : `${key} (${unit})`;
  const found = unitOf(kind, target, unit);
  // The codes have labels of their own.
  const unitText = found?.coding ? '' : (found?.text[language] ?? '');
  return targetLabel({ value: target.label[language], unitText });
}

/** Meanings of the codes; of a text, the contributor's own labels, as far as they are published. */
function valueLabels(
  kind: UploadKind,
  { unit, info }: Column,
  target: Target | undefined,
  language: Language,
): [value: string, label: string][] {
  const codes = (target && unitOf(kind, target, unit)?.coding?.codes) ?? [];
  if (codes.length > 0) return codes.map(({ code, label }) => [code, label[language]]);
  return target?.type === 'text' ? Object.entries(info?.valueLabels ?? {}) : [];
}
