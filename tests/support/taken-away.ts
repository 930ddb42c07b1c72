/** What the checks of a migration know of it: what it makes itself, no earlier version can use. */
interface Made {
  tables: Set<string>;
  /** As `table column`. */
  columns: Set<string>;
}

const harmless = /^(?:create (?:table|schema|extension|sequence|type|view|index|function) |insert into |comment on )/;

/**
 * The statements of a migration with which the version before it could not go on, as far as their words tell: whatever
 * is not known to only add. A column that must be given, a condition that rows must fulfil and a reference that keeps
 * rows from being removed are among them.
 */
export function takenAway(statements: readonly string[]): string[] {
  const plain = statements.flatMap((text) => withoutComments(text).split(';')).map(normalised);
  const made: Made = {
    tables: new Set(matches(plain, /^create table (?:if not exists )?([\w.]+)/)),
    columns: new Set(matches(plain, /^alter table ([\w.]+) add column (?:if not exists )?(\w+)/)),
  };
  return plain.filter((statement) => statement !== '' && !onlyAdds(statement, made));
}

/**
 * Whether a migration changes a table that was there before, which nobody reads until it ends, and does something else
 * besides that looks at all rows of such a table.
 */
export function keepsReadersWaiting(statements: readonly string[]): boolean {
  const plain = statements.flatMap((text) => withoutComments(text).split(';')).map(normalised);
  const made = new Set(matches(plain, /^create table (?:if not exists )?([\w.]+)/));
  const isOfFormer = (pattern: RegExp) => matches(plain, pattern).some((table) => !made.has(table));
  return (
    isOfFormer(/^alter table (?:if exists )?(?:only )?([\w.]+) /) &&
    isOfFormer(/^(?:create (?:unique )?index .*? on|update|delete from) ([\w.]+)/)
  );
}

function onlyAdds(statement: string, made: Made): boolean {
  if (holdsRows(statement, made)) return false;
  const [, altered = '', change = ''] = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)/.exec(statement) ?? [];
  if (made.tables.has(altered)) return true;
  if (altered) return addsOptionalColumn(change);
  const [, indexed = ''] = /^create unique index .* on ([\w.]+)/.exec(statement) ?? [];
  if (indexed) return made.tables.has(indexed);
  return harmless.test(statement) || fillsNewColumns(statement, made);
}

/** A reference from a new table keeps the former version from removing rows, unless it goes with them. */
function holdsRows(statement: string, { tables }: Made): boolean {
  return [...statement.matchAll(/ references ([\w.]+)\s*(?:\([^)]*\))?([^,]*)/g)].some(
    ([, table = '', rest = '']) => !tables.has(table) && !/ on delete (?:cascade|set null)/.test(rest),
  );
}

function addsOptionalColumn(change: string): boolean {
  const isOne = /^add column /.test(change) && !/, (?:add|alter|drop|rename) /.test(change);
  const isDemanding = / (?:unique|primary key|check) ?/.test(change);
  return isOne && !isDemanding && (!/ not null/.test(change) || / default | generated /.test(change));
}

function fillsNewColumns(statement: string, { tables, columns }: Made): boolean {
  const [, table = '', set = ''] = /^update ([\w.]+) set (.*?)(?: where | from |$)/.exec(statement) ?? [];
  const filled = [...set.matchAll(/(?:^|, )(\w+) = /g)].map(([, column = '']) => `${table} ${column}`);
  return tables.has(table) || (filled.length > 0 && filled.every((column) => columns.has(column)));
}

function matches(statements: string[], pattern: RegExp): string[] {
  return statements.flatMap((statement) => pattern.exec(statement)?.slice(1).join(' ') ?? []);
}

const withoutComments = (text: string) => text.replaceAll(/--.*$/gm, '');
const normalised = (text: string) => text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
