/** The properties of a table by which it is recognised in another file. */
export interface TableIdentity {
  name: string;
  rowCount: number;
  columnNames: readonly string[];
}

/** Minimum share of common columns by which two tables with different names count as the same. */
const minSharedColumns = 0.5;

/**
 * Matches the tables of a corrected file with those of the previous one: by name; if both have only one table; by name
 * without case, spaces and punctuation; then by common columns. Returns indexes in `before` by indexes in `after`,
 * without unmatched tables.
 */
export function matchTables(before: readonly TableIdentity[], after: readonly TableIdentity[]): Map<number, number> {
  if (before.length === 1 && after.length === 1) return new Map([[0, 0]]);
  const names = (tables: readonly TableIdentity[]) => tables.map(({ name }) => name);
  const matches = matchColumns(names(before), names(after));
  const taken = new Set(matches.values());
  const pairs = after.flatMap((table, a) =>
    matches.has(a)
      ? []
      : before.flatMap((former, b) => {
          const share = taken.has(b) ? 0 : sharedColumns(former, table);
          return share < minSharedColumns ? [] : [{ a, b, score: likeness(former, table, share, a === b) }];
        }),
  );
  for (const { a, b } of pairs.sort((x, y) => y.score - x.score)) {
    if (matches.has(a) || taken.has(b)) continue;
    matches.set(a, b);
    taken.add(b);
  }
  return matches;
}

/**
 * Matches columns by name, then by name without case, spaces and punctuation if that is unique. `renamed` holds pairs
 * that were found by comparing contents (indexes in `before` by indexes in `after`); names take precedence. Returns
 * indexes in `before` by indexes in `after`.
 */
export function matchColumns(
  before: readonly string[],
  after: readonly string[],
  renamed: ReadonlyMap<number, number> = new Map(),
): Map<number, number> {
  const matches = new Map<number, number>();
  const taken = new Set<number>();
  const match = (a: number, b: number) => {
    if (matches.has(a) || taken.has(b)) return;
    matches.set(a, b);
    taken.add(b);
  };
  const exact = new Map(before.map((name, index) => [name, index]));
  for (const [a, name] of after.entries()) {
    const b = exact.get(name);
    if (b !== undefined) match(a, b);
  }
  const open = (names: readonly string[], isTaken: (index: number) => boolean) =>
    foldedOnce(names.map((name, index) => (isTaken(index) ? '' : name)));
  const formerly = open(before, (b) => taken.has(b));
  for (const [name, a] of open(after, (index) => matches.has(index))) {
    const b = formerly.get(name);
    if (b !== undefined) match(a, b);
  }
  for (const [a, b] of renamed) match(a, b);
  return matches;
}

/**
 * Indexes in `after` of the fewest columns one would have to move to restore the previous order. Columns that only
 * shift because others were added or removed are not included.
 */
export function movedColumns(matches: ReadonlyMap<number, number>): number[] {
  const pairs = [...matches].sort(([a], [b]) => a - b);
  // Longest increasing run of old indexes. Columns outside it have moved.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, b]] of pairs.entries()) {
    const at = ends.findIndex((end) => (pairs[end]?.[1] ?? 0) >= b);
    const length = at < 0 ? ends.length : at;
    previous[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return pairs.flatMap(([a], index) => (kept.has(index) ? [] : [a]));
}

/** Indexes by folded name, without names that are empty or not unique after folding. */
function foldedOnce(names: readonly string[]): Map<string, number> {
  const positions = new Map<string, number | null>();
  for (const [index, name] of names.entries()) {
    const folded = fold(name);
    if (folded !== '') positions.set(folded, positions.has(folded) ? null : index);
  }
  return new Map([...positions].flatMap(([name, index]) => (index === null ? [] : [[name, index] as const])));
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Share of common columns among all columns of both tables. */
function sharedColumns(a: TableIdentity, b: TableIdentity): number {
  const ofA = new Set(a.columnNames.map(fold));
  const ofB = new Set(b.columnNames.map(fold));
  const shared = [...ofA].filter((name) => ofB.has(name)).length;
  return shared / (ofA.size + ofB.size - shared);
}

/** Common columns count most, then the same number of rows, then the same index. */
function likeness(a: TableIdentity, b: TableIdentity, share: number, isSamePosition: boolean): number {
  return share + (a.rowCount === b.rowCount ? 0.01 : 0) + (isSamePosition ? 0.001 : 0);
}
