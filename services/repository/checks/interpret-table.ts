import { jobStatement, type TableEngine } from '../context/table-engine';
import { foldUnit, suggestionRules, testsNamed } from '../suggestions';
import { type Coding, vocabulary } from '../vocabulary';
import { splitColumns } from './cell-parts';
import { missingSql, spellingSql } from './cell-sql';
import { type CheckedColumn, columnOf, type MappedTable } from './checked-table';

type Interpreted = Pick<MappedTable, 'columns' | 'missing'>;

/**
 * The table with a column for each value of split cells, and with the spellings that its own rows use for tests and units (long format), so that they are read by every
 * name that a column header may have.
 */
export async function interpretTable<Table extends Interpreted>(
  engine: TableEngine,
  parquet: string,
  table: Table,
): Promise<Table> {
  const columns = splitColumns(table.columns);
  const [test, unit] = ['test_name', 'test_unit'].map((key) => columnOf(table, key));
  if (!test) return { ...table, columns };
  const spelled = [withTests(test, await listSpellings(engine, parquet, test, table))];
  if (unit) spelled.push(withUnits(unit, await listSpellings(engine, parquet, unit, table)));
  const byPosition = new Map(spelled.map((column) => [column.position, column]));
  return { ...table, columns: columns.map((column) => byPosition.get(column.position) ?? column) };
}

/** A column with more texts than this holds no names of tests; the others stay unknown. */
const mostSpellings = 2000;

async function listSpellings(engine: TableEngine, parquet: string, column: CheckedColumn, { missing }: Interpreted) {
  const spelling = spellingSql(column.position);
  const rows = await engine.all(
    `select distinct ${spelling} as spelling from ${parquet}
     where not ${missingSql(column, missing)} limit ${mostSpellings}`,
    [],
    jobStatement,
  );
  return rows.map((row) => String(row.spelling));
}

function withTests(column: CheckedColumn, texts: string[]): CheckedColumn {
  const { coding } = column.unit;
  if (!coding) return column;
  const own = new Map(coding.codes.flatMap(({ code, spellings }) => spellings.map((spelling) => [spelling, code])));
  const spellings = new Map<string, string[]>();
  const namedUnits = new Map<string, string>();
  for (const text of texts) {
    const [named] = own.has(text) ? [] : testsNamed(suggestionRules, text);
    const key = own.get(text) ?? named?.target.key;
    if (key === undefined) continue;
    spellings.set(key, [...(spellings.get(key) ?? []), text]);
    if (named && named.unit !== named.target.units[0]) namedUnits.set(text, named.unit.unit.toLowerCase());
  }
  const codes = [...vocabulary.targets.raw.values()].flatMap(({ key, label }): Coding['codes'] => {
    const found = spellings.get(key);
    return found ? [{ code: key, label, spellings: found }] : [];
  });
  return { ...column, namedUnits, unit: { ...column.unit, coding: { ...coding, codes } } };
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

/** Units that a text stands for: '(cm)' or 'Sek.'. */
function unitsSpelled(text: string): readonly string[] {
  const bare = text.replace(/^[\s([]+|[\s)\]]+$/g, '');
  return suggestionRules.lexicon.units.get(foldUnit(bare)) ?? [];
}
