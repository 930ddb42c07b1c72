import type { UploadKind } from '@domain/upload-id';

import type { SqlRow, StatementOptions, TableEngine } from '../context/table-engine';
import { type Candidate, suggestionRules, testsNamed } from '../suggestions';
import { type Coding, vocabulary } from '../vocabulary';
import { splitColumns } from './cell-parts';
import { spellingSql } from '../tables/value-sql';
import { missingSql } from './cell-sql';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';
import { namedUnitsOf } from './long-format';
import { unitsSpelled, variantsOf } from './test-variants';

/** What is needed to read the names of tests and units. */
export type Interpreted = Pick<MappedTable, 'kind' | 'columns' | 'missing'>;

/**
 * The table with a column for each value of split cells, and with the spellings that its own rows use for tests and
 * units (long format), so that they are read by every name that a column header may have. `options` limit the time:
 * `jobStatement` in jobs, less where a user is waiting.
 */
export async function interpretTable<Table extends Interpreted>(
  engine: TableEngine,
  parquet: string,
  table: Table,
  options: StatementOptions,
): Promise<Table> {
  const columns = splitColumns(table.columns);
  const [test, unit] = ['test_name', 'test_unit'].map((key) => columnOf(table, key));
  if (!test) return { ...table, columns };
  const list = (column: CheckedColumn) => engine.all(spellingsSql(parquet, column, table), [], options);
  const named = withTests(test, textsOf(await list(test)), table.kind);
  const units = unit ? textsOf(await list(unit)) : [];
  const spelled = unit ? [withVariants(named, units), withUnits(unit, units)] : [named];
  const byPosition = new Map(spelled.map((column) => [column.position, column]));
  return { ...table, columns: columns.map((column) => byPosition.get(column.position) ?? column) };
}

/** A column with more texts than this holds no names of tests; the rarest stay unknown. */
const mostSpellings = 2000;
/** Longer texts are no names of tests or units. */
const longestName = 200;

/** The most frequent spellings of a column, in an order that is the same for check, preview and publication. */
function spellingsSql(parquet: string, column: CheckedColumn, { missing }: Interpreted): string {
  return `select ${spellingSql(column.position)} as spelling from ${parquet}
    where length(c${column.position}) <= ${longestName} and not ${missingSql(column, missing)}
    group by spelling order by count(*) desc, spelling limit ${mostSpellings}`;
}

const textsOf = (rows: SqlRow[]) => rows.map(({ spelling }) => String(spelling));

/** Tests by the texts that were read lately, because check, preview and plots of a table read the same ones. */
const testsOfTexts = new Map<string, Candidate | null>();
const mostTexts = 10_000;

function testOf(text: string): Candidate | null {
  const known = testsOfTexts.get(text);
  if (known !== undefined) return known;
  const [named = null] = testsNamed(suggestionRules, text);
  if (testsOfTexts.size >= mostTexts) testsOfTexts.clear();
  testsOfTexts.set(text, named);
  return named;
}

function withTests(column: CheckedColumn, texts: string[], kind: UploadKind): CheckedColumn {
  const { coding } = column.unit;
  if (!coding) return column;
  const own = new Map(coding.codes.flatMap(({ code, spellings }) => spellings.map((spelling) => [spelling, code])));
  const spellings = new Map<string, string[]>();
  const namedUnits = new Map<string, string>();
  for (const text of texts) {
    const named = own.has(text) ? null : testOf(text);
    const key = own.get(text) ?? named?.target.key;
    // A test named with a unit that its statistics cannot have is unknown rather than read in another unit.
    if (key === undefined || (named && !namedUnitsOf(named.target, kind).includes(named.unit))) continue;
    spellings.set(key, [...(spellings.get(key) ?? []), text]);
    if (named && named.unit !== named.target.units[0]) namedUnits.set(text, named.unit.unit.toLowerCase());
  }
  const codes = [...vocabulary.targets.raw.values()].flatMap(({ key, label }): Coding['codes'] => {
    const found = spellings.get(key);
    return found ? [{ code: key, label, spellings: found }] : [];
  });
  return { ...column, namedUnits, unit: { ...column.unit, coding: { ...coding, codes } } };
}

/** A column of tests with the results that the units of the rows mean: laps of the shuttle run. */
function withVariants(column: CheckedColumn, units: string[]): CheckedColumn {
  const { coding } = column.unit;
  if (!coding) return column;
  const variants = coding.codes.flatMap(({ code }) => variantsOf(code, units));
  const known = new Set(coding.codes.map(({ code }) => code));
  const keys = new Set(variants.flatMap(({ test, key }) => (key === test ? [] : [key])));
  const named = coding.codes.map((code) =>
    keys.has(code.code) ? { ...code, spellings: [...new Set([...code.spellings, code.code])] } : code,
  );
  const others = [...keys].flatMap((key): Coding['codes'] => {
    const target = vocabulary.targets.raw.get(key);
    return target && !known.has(key) ? [{ code: key, label: target.label, spellings: [key] }] : [];
  });
  return { ...column, variants, unit: { ...column.unit, coding: { ...coding, codes: [...named, ...others] } } };
}

function withUnits(column: CheckedColumn, texts: string[]): CheckedColumn {
  const { coding } = column.unit;
  if (!coding) return column;
  const codes = coding.codes.map((code) => {
    const found = texts.filter((text) => unitsSpelled(text).includes(code.code));
    return { ...code, spellings: [...new Set([...code.spellings, ...found])] };
  });
  return { ...column, unit: { ...column.unit, coding: { ...coding, codes } } };
}
