import { type Candidate, type SuggestedColumn, suggestionRules, suggestMapping } from '../suggestions';
import { type Target, resultOfTrial, vocabulary } from '../vocabulary';
import { trialsRuleOf } from '../norms/trial-results';
import { otherReadings } from './other-readings';

const suggest = (columns: readonly SuggestedColumn[]) => suggestMapping(suggestionRules, 'raw', [...columns]).columns;

/**
 * Ranked targets of the columns of a table. Columns for which none is found that a report uses are read in other ways
 * (`otherReadings`): a list of 20 with three absent children is one of results all the same.
 */
export function suggestColumns(
  columns: readonly SuggestedColumn[],
  isUsed: (target: Target) => boolean,
): Candidate[][] {
  let present = columns;
  let found = suggest(present);
  for (const read of otherReadings(isUsed)) {
    const tried = columns.map((column, index) => {
      const first = found[index]?.[0];
      return first && isUsed(first.target) ? present[index]! : read(column);
    });
    if (tried.every((column, index) => isSame(column, present[index]!))) continue;
    present = tried;
    found = suggest(present);
  }
  // Days that are left out of headers make no trials: of two days, the first one counts.
  return withTrials(
    present.map((column, index) => ({ ...column, name: columns[index]!.name })),
    found,
  );
}

function isSame(a: SuggestedColumn, b: SuggestedColumn): boolean {
  return a.name === b.name && a.samples === b.samples;
}

/**
 * Columns of one test are its trials, so that none of them is lost: a result beside its later trials ('SW', 'SW 2'), and
 * several columns with the name of a test whose best trial counts.
 */
function withTrials(columns: readonly SuggestedColumn[], found: Candidate[][]): Candidate[][] {
  const keys = found.map(([first]) => first?.target.key ?? '');
  const named = columns.map((column, index) => keys[index] || (suggest([column])[0]?.[0]?.target.key ?? ''));
  const trials = columns.map((column, index) => {
    const key = named[index]!;
    const target = vocabulary.targets.raw.get(key);
    if (!target?.isResult || resultOfTrial(key) !== null) return column;
    const same = named.flatMap((name, at) => (name === key ? [at] : []));
    const numbers = keys.filter((name) => resultOfTrial(name) === key);
    const isFirst = numbers.length > 0 && !numbers.includes(`${key}.t1`) && same.length === 1;
    const isOneOfBest = numbers.length === 0 && same.length > 1 && isBest(target);
    return isFirst || isOneOfBest ? { ...column, name: `${column.name} ${same.indexOf(index) + 1}` } : column;
  });
  if (trials.every((column, index) => column === columns[index])) return found;
  const numbered = suggest(trials);
  const isKept = numbered.every(([first], index) => {
    const key = first?.target.key ?? '';
    return trials[index] === columns[index] ? key === keys[index] : resultOfTrial(key) === named[index];
  });
  return isKept ? numbered : found;
}

function isBest(target: Target): boolean {
  const { way } = trialsRuleOf(target);
  return way === 'largest' || way === 'least';
}
