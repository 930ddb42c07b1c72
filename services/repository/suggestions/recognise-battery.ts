import type { Target } from '../vocabulary';
import { chooseUnit } from './choose-unit';
import { type Candidate, rankTargets, type SuggestedColumn, type SuggestionRules } from './rank-targets';
import type { Battery, BatteryTest } from './read-batteries';
import { trialWord } from './read-concepts';
import { type Reading, readHeader } from './read-header';
import { joinTokens } from './split-header';

/** A battery is recognised by this share of its tests, and at least by this many. Own estimates. */
const minShare = 0.6;
const minTests = 3;

/** Score of a name that is fully explained and whose values are all usual. Own estimate. */
const usualScore = 0.9;

/** A column that bears a heading of a test in a battery, with what follows it: '2. V', 'links'. */
interface Headed {
  test: BatteryTest;
  rest: string;
}

/** A battery, and which column belongs to which of its tests. */
export interface RecognisedBattery {
  battery: Battery;
  headed: (Headed | null)[];
}

/**
 * The battery whose tests a table of raw data contains. Tests count by a heading of the battery or by their target;
 * tests that are not in a battery count against it. Null if none or several fit.
 */
export function recogniseBattery(
  rules: SuggestionRules,
  columns: readonly SuggestedColumn[],
  targets: readonly (Target | null)[],
): RecognisedBattery | null {
  const readings = columns.map(({ name }) => readHeader(name, rules.lexicon).readings);
  const fits = rules.batteries
    .map((battery) => {
      const headed = readings.map((each) => findHeading(rules, battery, each));
      const found = new Set<string>();
      const foreign = new Set<string>();
      headed.forEach((heading, index) => {
        const target = targets[index];
        if (heading) found.add(heading.test.test);
        else if (target) {
          const own = [...battery.headings.values()].find(
            ({ key }) => key.split('.')[0] === (target.test ?? target.key),
          );
          if (own) found.add(own.test);
          else if (target.test !== null) foreign.add(target.test);
        }
      });
      return { battery, headed, found: found.size, share: found.size / (battery.size + foreign.size) };
    })
    .filter(({ found, share }) => found >= minTests && share >= minShare)
    .sort((a, b) => b.share - a.share);
  const [best, second] = fits;
  return best && best.share > (second?.share ?? 0) ? { battery: best.battery, headed: best.headed } : null;
}

/** The battery whose tests are in the mapped columns of a table of raw data; null if none or several fit. */
export function batteryOf(
  rules: SuggestionRules,
  columns: readonly { name: string; target: Target | null }[],
): Battery | null {
  const named = columns.map(({ name }) => ({ name, label: null, valueLabels: {}, samples: [] }));
  const targets = columns.map(({ target }) => target);
  return recogniseBattery(rules, named, targets)?.battery ?? null;
}

/** The longest heading of the battery with which a name begins; after it, only trials, sides and statistics follow. */
function findHeading({ lexicon }: SuggestionRules, battery: Battery, readings: readonly Reading[]): Headed | null {
  for (const { tokens } of readings) {
    for (let words = tokens.length; words > 0; words -= 1) {
      const test = battery.headings.get(joinTokens(tokens.slice(0, words)));
      if (!test) continue;
      const rest = tokens.slice(words);
      const isKnown = rest.every(
        ({ text, isNumber }) =>
          isNumber || (lexicon.phrases.get(text) ?? []).some(({ concept }) => addedWords.includes(concept)),
      );
      if (isKnown) return { test, rest: rest.map(({ text }) => text).join(' ') };
    }
  }
  return null;
}

/** Whether a name begins with a heading of any battery. */
export function isInBattery(rules: SuggestionRules, { name }: SuggestedColumn): boolean {
  const { readings } = readHeader(name, rules.lexicon);
  return rules.batteries.some((battery) => findHeading(rules, battery, readings) !== null);
}

const addedWords = [trialWord, 'best', 'sum', 'mean', 'left', 'right', 'dominant', 'repetitions'];

/**
 * The candidates of a column in a recognised battery: those that agree with it, or the target of the test if its
 * values fit. None if the battery scores the test in a way of its own.
 */
export function fitBattery(
  rules: SuggestionRules,
  { headed, battery }: RecognisedBattery,
  { index, column, candidates }: { index: number; column: SuggestedColumn; candidates: Candidate[] },
): Candidate[] {
  const heading = headed[index];
  if (!heading) return candidates;
  const { key, unit } = heading.test;
  if (key === '') return [];
  const agreeing = candidates.filter(({ target }) => target.key === key || target.key.startsWith(`${key}.`));
  const found = agreeing.length > 0 ? agreeing : readAsTest(rules, column, `${key} ${heading.rest}`);
  return found.flatMap((candidate) => {
    const chosen =
      unit === '' || candidate.target.key !== key
        ? candidate
        : chooseUnit(
            candidate.target,
            [unit],
            { samples: column.samples, codeWords: {} },
            rules.vocabulary.missingCodes,
          );
    if (!chosen) return [];
    const words = agreeing.length > 0 ? candidate.why.words : column.name;
    return [{ ...candidate, unit: chosen.unit, why: { ...candidate.why, words, battery: battery.name } }];
  });
}

/** Targets of a column that only the battery explains. Its values must be usual ones. */
function readAsTest(rules: SuggestionRules, column: SuggestedColumn, name: string): Candidate[] {
  return rankTargets(rules, 'raw', { ...column, name, label: null }).filter(({ score }) => score >= usualScore);
}
