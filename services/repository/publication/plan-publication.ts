import type { ColumnChange, WithheldReason } from '@domain/api/publication';
import type { ColumnInfo } from '@domain/column-info';

import { codeSql, isMeasured, missingSql, numberSql, sourceSql } from '../checks/cell-sql';
import { type CheckedColumn, columnOf, type MappedTable, type MissingCodes } from '../checks/checked-table';
import { ageSource, publishedAgeSql } from '../checks/age-sql';
import { dateSql } from '../checks/date-sql';
import { isNamedByTest, namedTest } from '../checks/long-format';
import { countrySql, postalDigitsSql } from '../checks/postal-code-sql';
import { valueSql } from '../tables/value-sql';
import { sqlName, sqlText } from '../context/table-engine';
import type { SourceColumn } from '../store/mapping';
import { defaultUnit, findTarget, longFormat, vocabulary } from '../vocabulary';

/** Column of a published table. */
export interface PublishedColumn {
  /** Vocabulary key and default unit, to which values are converted. */
  key: string;
  unit: string;
  /** Name of the contributor's column. */
  source: string;
  /** Public part of the file's information about the column. */
  info?: Omit<ColumnInfo, 'kind'>;
}

export interface WithheldColumn {
  column: string;
  reason: WithheldReason;
}

export interface PlannedColumn extends PublishedColumn {
  /** SQL expression over the source's Parquet file; `persons.key` is the new number of a person. */
  sql: string;
  change: ColumnChange;
  /** Unit to which the contributor's column is mapped. */
  sourceUnit: string;
}

export interface TablePlan {
  columns: PlannedColumn[];
  withheld: WithheldColumn[];
  /** Column with the person ID. */
  person: CheckedColumn | null;
  mapped: Mapped;
}

/** The mapped columns of a table, interpreted with its rows, and its missing-value codes. */
type Mapped = Pick<MappedTable, 'kind' | 'columns' | 'missing'>;

/** Plans how a table is published: only mapped columns, and none that identifies people. */
export function planTable(columns: SourceColumn[], mapped: Mapped): TablePlan {
  const plan: TablePlan = { columns: [], withheld: [], person: null, mapped };
  for (const { position, name } of columns) {
    // Both values of a split cell are published.
    const found = mapped.columns.filter((candidate) => (candidate.part?.of ?? candidate.position) === position);
    if (found.length === 0) plan.withheld.push({ column: name, reason: 'unmapped' });
    for (const column of found) {
      if (!plan.columns.some(({ key }) => key === column.target.key)) planColumn(plan, column);
      else plan.withheld.push({ column: name, reason: 'duplicate' });
    }
  }
  addUnits(plan);
  return plan;
}

function planColumn(plan: TablePlan, column: CheckedColumn): void {
  const { mapped } = plan;
  const { target, name: source } = column;
  const rule = target.publish;
  if (rule !== 'keep') plan.withheld.push({ column: source, reason: rule });
  if (rule === 'birth-date' || rule === 'birth-month') {
    const age = findTarget(vocabulary, 'raw', 'age_y', 'a');
    const sql = age && ageOf(column, mapped);
    if (sql) {
      const { unit } = age.unit;
      plan.columns.push({ key: age.target.key, unit, source, sql, change: rule, sourceUnit: unit });
    }
    return;
  }
  if (rule === 'person-id') plan.person = column;
  const sql = valueOf(column, mapped);
  if (sql === null) return;
  const unit = defaultUnit(target).unit;
  const present = `case when not ${missingSql(column, mapped.missing)} then ${sql} end`;
  const info = publicInfo(column);
  plan.columns.push({
    key: target.key,
    unit,
    source,
    ...(info && { info }),
    sql: rule === 'person-id' || target.key === longFormat.unit ? sql : present,
    change: isNamedByTest(column, mapped) || column.part ? 'unit' : changeOf(column, unit),
    sourceUnit: column.unit.unit,
  });
}

/** Results in long format are published with the unit of their test, whether the file has a column for it or not. */
function addUnits({ columns, mapped }: TablePlan): void {
  const result = mapped.columns.find((column) => isNamedByTest(column, mapped));
  if (!result || columns.some(({ key }) => key === longFormat.unit)) return;
  const at = columns.findIndex(({ key }) => key === result.target.key);
  const unit = { key: longFormat.unit, unit: '', source: result.name, sourceUnit: '' };
  columns.splice(at + 1, 0, { ...unit, sql: namedTest.defaultUnit, change: 'unit' });
}

function changeOf({ target, unit }: CheckedColumn, published: string): ColumnChange {
  if (target.publish !== 'keep') return target.publish;
  if (unit.coding) return 'codes';
  return unit.unit === published ? 'none' : 'unit';
}

/** Maximum number of published value labels of a column. Longer lists are likely to be names, not a coding. */
const maxPublishedLabels = 500;

/** Labels and missing values of a column that is published unchanged; value labels only if they do not name people. */
function publicInfo({ target, info }: CheckedColumn): PublishedColumn['info'] {
  if (!info || target.publish !== 'keep') return undefined;
  const { label, valueLabels = {}, missing } = info;
  const labels = Object.keys(valueLabels).length;
  const areLabelsPublic = target.publishesLabels && labels > 0 && labels <= maxPublishedLabels;
  if (!label && !areLabelsPublic && !missing) return undefined;
  return { ...(label && { label }), ...(areLabelsPublic && { valueLabels }), ...(missing && { missing }) };
}

/** Published value of a cell that is not missing; null if the column is not published. */
function valueOf(column: CheckedColumn, mapped: Mapped): string | null {
  const { target, unit, position } = column;
  const value = valueSql(position);
  switch (target.publish) {
    case 'person-id':
      return 'persons.key';
    case 'test-date':
      return `strftime(${dateSql(column, mapped)}, '%Y-%m')`;
    case 'postal-code':
      return areaSql(value, countrySql(columnOf(mapped, 'country'), mapped.missing));
    case 'keep':
      break;
    default:
      return null;
  }
  if (target.key === longFormat.unit && columnOf(mapped, longFormat.name)) return namedTest.defaultUnit;
  if (target.key === longFormat.name && column.variants) return namedTest.key;
  if (isMeasured(column)) return numberSql(column, mapped);
  return unit.coding ? codeSql(column) : value;
}

/**
 * Three digits of a five-digit (German) postal code, two digits of a four-digit one of its neighbours; NULL for any
 * other text, because that could be anything.
 */
function areaSql(value: string, country: string): string {
  const digits = postalDigitsSql(value, country);
  return `left(${digits}, case when length(${digits}) = 4 then 2 else 3 end)`;
}

/** Age at the test from birth and test date; null if an age is published anyway or no test date is known. */
function ageOf(birth: CheckedColumn, mapped: Mapped): string | null {
  const source = ageSource(mapped);
  if (source?.birth !== birth) return null;
  const present = [source.birth, source.test].map((column) => `not ${missingSql(column, mapped.missing)}`);
  return `case when ${present.join(' and ')} then ${publishedAgeSql(source, mapped)} end`;
}

/** A table to be published: the plan for its columns, and its rows. */
export interface PlannedTable {
  plan: TablePlan;
  /** SQL relation of the rows of the contributor's file, with their `file_row_number`. */
  from: string;
}

/** A window of rows of a relation with `file_row_number`; `offset` starts at 0. */
export function rowWindowSql(from: string, { offset, limit }: { offset: number; limit: number }): string {
  return `(select * from ${from} where file_row_number >= ${offset} and file_row_number < ${offset + limit})`;
}

/**
 * Statement that returns every person ID of some tables with its new number; null if there are no IDs. The numbers
 * follow the order of a hash with a secret salt. They are the same in all tables and on every run, and cannot be traced
 * back to the IDs.
 */
export function personsSql(tables: PlannedTable[], missing: MissingCodes, salt: string): string | null {
  const ids = tables.flatMap(({ plan: { person }, from }) =>
    person ? [`select ${personSql(person, missing)} as id from ${from}`] : [],
  );
  if (ids.length === 0) return null;
  return `select id, row_number() over (order by md5(concat(${sqlText(salt)}, id)), id) as key
    from (select distinct id from (${ids.join(' union all ')}) where id is not null)`;
}

/**
 * Statement that returns the published rows of a table, with vocabulary keys, in file order; with their
 * `file_row_number` if they are numbered.
 */
export function publishedRowsSql({ plan, from }: PlannedTable, persons: string | null, areNumbered = false): string {
  const { columns, person, mapped } = plan;
  const numbers = areNumbered ? ['file_row_number'] : [];
  const expressions = [...columns.map(({ key, sql }) => `${sql} as ${sqlName(key)}`), ...numbers];
  // A Parquet file needs at least one column.
  const list = expressions.length > 0 ? expressions.join(', ') : `null as ${sqlName('nothing')}`;
  const rows = sourceSql(from, mapped.columns, mapped);
  const inOrder = rows === from ? '' : 'order by file_row_number';
  if (!person || persons === null) return `select ${list} from ${rows} as source ${inOrder}`;
  return `select ${list} from ${rows} as source left join (${persons}) as persons
    on persons.id = ${valueSql(person.position)} order by source.file_row_number`;
}

function personSql(person: CheckedColumn, missing: MissingCodes): string {
  return `case when not ${missingSql(person, missing)} then ${valueSql(person.position)} end`;
}

/** Name of a file's only table, because the table of a CSV file has the file's name, which is not published. */
const onlyTable = 'data';

/** Published name of a table: the sheet name if there are several tables. */
export function publishedTableName(tables: readonly unknown[], table: { name: string }): string {
  return tables.length === 1 ? onlyTable : table.name;
}
