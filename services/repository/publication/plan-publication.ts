import type { ColumnChange, WithheldReason } from '@domain/api/publication';
import type { ColumnInfo } from '@domain/column-info';
import type { UploadKind } from '@domain/upload-id';

import { missingSql, numberSql, spellingSql, valueSql } from '../checks/cell-sql';
import { type CheckedColumn, mappedColumns, type MissingCodes } from '../checks/checked-table';
import type { SourceColumn } from '../store/mapping';
import { sqlText } from '../context/table-engine';
import { defaultUnit, findTarget, vocabulary } from '../vocabulary';
import { ageSql, monthSql } from '../checks/date-sql';

/** Column of a published table. */
export interface PublishedColumn {
  /** Vocabulary key and default unit: values are converted to it. */
  key: string;
  unit: string;
  /** Name of the contributor's column. */
  source: string;
  /** What the contributor's file says about it, as far as it is public. */
  info?: Omit<ColumnInfo, 'kind'>;
}

export interface WithheldColumn {
  column: string;
  reason: WithheldReason;
}

export interface PlannedColumn extends PublishedColumn {
  /** Expression over the source's Parquet; `persons.key` is the new number of a person. */
  sql: string;
  change: ColumnChange;
  /** Unit the contributor's column is mapped in. */
  sourceUnit: string;
}

export interface TablePlan {
  columns: PlannedColumn[];
  withheld: WithheldColumn[];
  /** Column of the person ID. */
  person: CheckedColumn | null;
}

/** Says what is published of a table, and how: only mapped columns, none that could name a person. */
export function planTable(kind: UploadKind, columns: SourceColumn[], missing: MissingCodes): TablePlan {
  const mapped = mappedColumns(kind, columns);
  const plan: TablePlan = { columns: [], withheld: [], person: null };
  for (const { position, name } of columns) {
    const column = mapped.find((candidate) => candidate.position === position);
    if (!column) plan.withheld.push({ column: name, reason: 'unmapped' });
    else if (plan.columns.some(({ key }) => key === column.target.key)) {
      plan.withheld.push({ column: name, reason: 'duplicate' });
    } else planColumn(plan, column, mapped, missing);
  }
  return plan;
}

function planColumn(plan: TablePlan, column: CheckedColumn, mapped: CheckedColumn[], missing: MissingCodes): void {
  const { target, name: source } = column;
  const rule = target.publish;
  if (rule !== 'keep') plan.withheld.push({ column: source, reason: rule });
  if (rule === 'birth-date' || rule === 'birth-month') {
    const age = findTarget(vocabulary, 'raw', 'age_y', 'a');
    const sql = age && ageOf(column, mapped, missing);
    if (sql) {
      const { unit } = age.unit;
      plan.columns.push({ key: age.target.key, unit, source, sql, change: rule, sourceUnit: unit });
    }
    return;
  }
  if (rule === 'person-id') plan.person = column;
  const sql = valueOf(column);
  if (sql === null) return;
  const unit = defaultUnit(target).unit;
  const present = `case when not ${missingSql(column, missing)} then ${sql} end`;
  const info = publicInfo(column);
  plan.columns.push({
    key: target.key,
    unit,
    source,
    ...(info && { info }),
    sql: rule === 'person-id' ? sql : present,
    change: changeOf(column, unit),
    sourceUnit: column.unit.unit,
  });
}

function changeOf({ target, unit }: CheckedColumn, published: string): ColumnChange {
  if (target.publish !== 'keep') return target.publish;
  if (unit.coding) return 'codes';
  return unit.unit === published ? 'none' : 'unit';
}

/** Most value labels of a column that are published: more are a list of names, not a coding. */
const maxPublishedLabels = 500;

/** Labels and missing values of a column that is published as it is; words of coded values only where they name nobody. */
function publicInfo({ target, info }: CheckedColumn): PublishedColumn['info'] {
  if (!info || target.publish !== 'keep') return undefined;
  const { label, valueLabels = {}, missing } = info;
  const labels = Object.keys(valueLabels).length;
  const areLabelsPublic = target.publishesLabels && labels > 0 && labels <= maxPublishedLabels;
  if (!label && !areLabelsPublic && !missing) return undefined;
  return { ...(label && { label }), ...(areLabelsPublic && { valueLabels }), ...(missing && { missing }) };
}

/** Published value of a cell that is not missing; null where nothing of it is published. */
function valueOf({ target, unit, position, name }: CheckedColumn): string | null {
  const value = valueSql(position);
  switch (target.publish) {
    case 'person-id':
      return 'persons.key';
    case 'test-date':
      return monthSql(value);
    case 'postal-code':
      return areaSql(value);
    case 'keep':
      break;
    default:
      return null;
  }
  if (target.type === 'number' || target.type === 'year') {
    return numberSql({ target, unit, position, name });
  }
  if (!unit.coding) return value;
  const spelling = spellingSql(position);
  const cases = unit.coding.codes.map(
    ({ code, spellings }) => `when (${spelling}) in (${spellings.map(sqlText).join(', ')}) then ${sqlText(code)}`,
  );
  const { pattern } = unit.coding;
  if (pattern) cases.push(`when regexp_full_match(${spelling}, ${sqlText(pattern)}) then upper(${spelling})`);
  return `case ${cases.join(' ')} end`;
}

/** A postal code, or its first digits, with or without the letters of its country, x or * for digits left out. */
const postalCode = '^(?:[A-Za-z]{1,2}[- ]?)?([0-9]{2,5})[xX*]{0,3}$';

/**
 * Three of the five digits of a German postal code, two of the four of its neighbours'; NULL for any
 * other text, which could hold anything.
 */
function areaSql(value: string): string {
  const digits = `nullif(regexp_extract(${value}, ${sqlText(postalCode)}, 1), '')`;
  return `left(${digits}, case when length(${digits}) = 4 then 2 else 3 end)`;
}

/** Age at the test out of birth and test dates, unless an age is published anyway or no test date is known. */
function ageOf(birth: CheckedColumn, mapped: CheckedColumn[], missing: MissingCodes): string | null {
  const find = (key: string) => mapped.find(({ target }) => target.key === key);
  if (find('age_y') || find('age_m')) return null;
  if (birth.target.key === 'birth_month' && find('birth_date')) return null;
  const test = find('test_date') ?? find('test_year');
  if (!test) return null;
  const present = [birth, test].map((column) => `not ${missingSql(column, missing)}`);
  const age = ageSql(valueSql(birth.position), valueSql(test.position), test.target.type === 'year');
  return `case when ${present.join(' and ')} then ${age} end`;
}
