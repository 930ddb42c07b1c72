import { foldText } from './split-header';

/** A codebook must explain at least this many columns, or all of a table with fewer. Own estimate. */
const minNames = 2;
/** Words above the columns of a codebook. */
const headings = {
  name: /^(variablen?|variables?|(short )?name|k(ü|ue)rzel|abk(ü|ue)rzung|abbreviation|code|spalte|column|feld|field|merkmal|item)$/i,
  label:
    /^(.*label\b|bedeutung|beschreibung|erkl(ä|ae)r|erl(ä|ae)uter|langname|meaning|description|explanation|long name)/i,
  unit: /^(einheit|unit|dimension)/i,
  coding: /^(werte|values?$|[ck]od(ier|e|ing)|auspr)/i,
};

/** Whether cells of one row are the headings of a codebook: one above the names, another above what they mean. */
export function areCodebookHeadings(cells: readonly (string | null)[]): boolean {
  const texts = cells.map((cell) => cell?.trim() ?? '');
  const name = texts.findIndex((text) => headings.name.test(text));
  const { label, unit, coding } = headings;
  const hasMeaning = texts.some((text, i) => i !== name && [label, unit, coding].some((words) => words.test(text)));
  return name >= 0 && hasMeaning;
}

/**
 * What a codebook says about the columns of a table: name -> text, with the unit in brackets and codes in
 * parentheses, as in a long heading. Empty if the cells are no codebook for these columns. `rows` are all cells, those
 * above the first row included.
 */
export function readCodebook(
  rows: readonly (readonly (string | null)[])[],
  names: readonly string[],
): ReadonlyMap<string, string> {
  const known = new Map(names.map((name) => [foldName(name), name]));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from(
    { length: width },
    (_, column) => new Set(rows.map((row) => known.get(foldName(row[column] ?? ''))).filter(Boolean)).size,
  );
  const count = Math.max(0, ...counts);
  if (count < Math.min(minNames, names.length) || count === 0) return new Map();
  const nameColumn = counts.indexOf(count);
  const first = rows.findIndex((row) => known.has(foldName(row[nameColumn] ?? '')));
  const roles = findRoles(rows.slice(0, first), rows.slice(first), nameColumn);
  const texts = new Map<string, string>();
  for (const row of rows.slice(first)) {
    const name = known.get(foldName(row[nameColumn] ?? ''));
    const text = name === undefined ? '' : describe(row, roles);
    if (name !== undefined && text !== '' && !texts.has(name)) texts.set(name, text);
  }
  return texts;
}

function foldName(name: string): string {
  return foldText(name).replace(/[\s_]+/g, '');
}

interface Roles {
  label: number;
  unit: number;
  coding: number;
}

/** Which column holds what: by the words above it, and the label otherwise by its length. -1 = there is none. */
function findRoles(
  head: readonly (readonly (string | null)[])[],
  body: readonly (readonly (string | null)[])[],
  nameColumn: number,
): Roles {
  const width = Math.max(0, ...body.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => column !== nameColumn);
  const headed = (words: RegExp) =>
    columns.find((column) => head.some((row) => words.test(row[column]?.trim() ?? ''))) ?? -1;
  const unit = headed(headings.unit);
  const label = headed(headings.label);
  const coding = headed(headings.coding);
  const lengthOf = (column: number) => body.reduce((sum, row) => sum + (row[column] ?? '').length, 0);
  const others = columns.filter((column) => column !== unit && column !== coding);
  const [longest = -1] = others.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const found = label < 0 ? longest : label;
  return { label: found, unit, coding: coding === found ? -1 : coding };
}

function describe(row: readonly (string | null)[], { label, unit, coding }: Roles): string {
  const cell = (column: number) => (column < 0 ? '' : (row[column]?.trim() ?? ''));
  if (cell(label) === '') return '';
  return [cell(label), cell(unit) && `[${cell(unit)}]`, cell(coding) && `(${cell(coding)})`].filter(Boolean).join(' ');
}
