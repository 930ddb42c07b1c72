import {
  foldUnit,
  judgeValues,
  rankTargets,
  type Candidate,
  type SuggestedColumn,
  suggestionRules,
  type SuggestionRules,
} from '../suggestions';
import { type Target, vocabulary } from '../vocabulary';

/** How a column may be read as well; the same column if this changes nothing. */
type OtherReading = (column: SuggestedColumn) => SuggestedColumn;

/** Readings of the header of a column, in the order in which they are tried: as it is, and one of its lines. */
export const nameReadings: readonly OtherReading[] = [
  (column) => column,
  (column) => withName(column, lastLine(column.name)),
  (column) => withName(column, column.name.split(join)[0]),
];

/** Readings of the cells of a column, in the order in which they are tried. The first one takes them as they are. */
export function cellReadings(rules: SuggestionRules, isUsed: (target: Target) => boolean): OtherReading[] {
  return [
    (column) => column,
    (column) => withoutAbsent(column, /\d/),
    (column) => withoutAbsent(column, /[1-9]/),
    (column) => withUnitOfCells(withoutAbsent(column, /\d/)),
    (column) => withoutMisfits(rules, withUnitOfCells(column), isUsed),
  ];
}

/** Least share of cells with numbers or dates in a column that is tried without its other cells. Own estimate. */
const leastPresent = 0.5;

/**
 * A column without what absent children have in place of results, as their words and zeros; the same one if it has
 * none, or mainly those.
 */
function withoutAbsent(column: SuggestedColumn, isResult: RegExp): SuggestedColumn {
  const filled = filledCells(column);
  const samples = filled.filter((cell) => isResult.test(cell));
  const isOfResults = samples.length < filled.length && samples.length >= leastPresent * filled.length;
  return isOfResults ? { ...column, samples } : column;
}

function filledCells({ samples }: SuggestedColumn): string[] {
  return samples.filter((cell) => cell.trim() !== '');
}

/** A number with its unit: '1,72 m', '4.5s', '9 J.'. */
const withUnit = /^(?<number>[-+\u2212\u2013]?\d+(?:[.,]\d+)?)\s*(?<unit>\p{L}[\p{L}./²]*)$/u;

/** A column whose cells have a unit as one that has it in its header, as people write one or the other. */
function withUnitOfCells(column: SuggestedColumn): SuggestedColumn {
  const filled = filledCells(column);
  const units = filled.flatMap((cell) => withUnit.exec(cell.trim())?.groups?.unit ?? []).map(foldUnit);
  const [first, ...others] = units;
  if (first === undefined || units.length < leastPresent * filled.length) return column;
  if (others.some((unit) => unit !== first) || !suggestionRules.lexicon.units.has(first)) return column;
  const samples = filled.map((cell) => withUnit.exec(cell.trim())?.groups?.number ?? cell);
  // A header in brackets has its unit, or says something that is no unit.
  return { ...column, samples, name: /[)\]]\s*$/.test(column.name) ? column.name : `${column.name} (${first})` };
}

/** Least share of results that fit what the header of a column says. Own estimate: one of a group of four may be wrong. */
const leastFitting = 0.75;

/**
 * A column without the few cells that do not fit what its header says, such as typing errors: in a class of 20 they are
 * more than the shares that hold for uploads. The check names each of them. The same column if most cells do not fit.
 */
function withoutMisfits(
  rules: SuggestionRules,
  column: SuggestedColumn,
  isUsed: (target: Target) => boolean,
): SuggestedColumn {
  const named = rankTargets(rules, 'raw', { ...column, samples: [] }).filter(({ target }) => isUsed(target));
  const fitting = named
    .flatMap((candidate) => unitsOf(candidate).map((unit) => fittingCells(column, candidate.target, unit)))
    .reduce<string[]>((most, cells) => (cells.length > most.length ? cells : most), []);
  const fits = new Set(fitting);
  // Zeros may stand for absent children.
  const results = filledCells(column).filter((cell) => fits.has(cell) || /[1-9]/.test(cell));
  const isMost = fitting.length < results.length && fitting.length >= leastFitting * results.length;
  return isMost ? { ...column, samples: fitting } : column;
}

function unitsOf({ target, unit, why }: Candidate) {
  return why.unitStated ? [unit] : target.units;
}

/** The cells that are usual values of a target; none for texts, which any cell fits. */
function fittingCells(column: SuggestedColumn, target: Target, unit: Target['units'][number]): string[] {
  if (target.type === 'text') return [];
  const codes = [...vocabulary.missingCodes, ...vocabulary.absentCodes];
  const isUsual = (cell: string) =>
    judgeValues(target, unit, { samples: [cell], codeWords: column.valueLabels }, codes).fit === 1;
  const cells = filledCells(column);
  const usual = new Set([...new Set(cells)].filter(isUsual));
  return cells.filter((cell) => usual.has(cell));
}

/** How the reader joins the lines of a heading. */
const join = ' / ';

/** The last line of a heading: 'Name' of 'Kind / Name'. */
export function lastLine(name: string): string {
  return (name.split(join).at(-1) ?? '').trim();
}

/** A day of the tests in a header: '12.5.', '(14.05.2026)', '1. Tag', 'day 2'. */
const dayInHeader =
  /[([]?(?:\b\d{1,2}\.\s?\d{1,2}\.(?:\d{4}|\d{2})?|\b\d{1,2}\.\s?tag\b|\b(?:tag|day)\s?\d{1,2}\b)[)\]]?/giu;

/**
 * A column with one line of its heading, without the day of the tests: 'SW' of '2. Tag / SW', 'SW / 12.5.' and
 * 'SW 12.5.'.
 */
function withName(column: SuggestedColumn, line = ''): SuggestedColumn {
  const name = line.replace(dayInHeader, ' ').replace(/\s+/g, ' ').trim();
  return name === '' || name === column.name ? column : { ...column, name };
}
