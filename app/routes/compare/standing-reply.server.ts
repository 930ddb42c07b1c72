import { z } from 'zod';

import type { NormOverview, Norms, NormTest } from '@domain/api/norms';
import type { Standings } from '@domain/api/standings';
import { wholeRanges } from '@domain/choice-ranges';
import { type NormSex, normSexes } from '@domain/norms/age-groups';
import { localDay } from '@domain/local-time';
import { ageBetween, ageIn, dayIn, resultIn } from '@domain/norms/entered-results';

import { noChoice } from '~/components/norms/norm-address';
import type { FormError } from '~/forms/error-summary';
import { readForm } from '~/forms/read-form.server';
import { type Entries, entryValue } from '~/forms/form-entries';
import { standingEntries, standingField } from '~/forms/standing-fields';
import type { LoadContext } from '~/load-context';
import { placeResults, readNorms } from '~/repository-client/norms';
import { attempt } from '~/repository-client/transport';
import { fieldErrors, messageOf } from '~/screens/posted-form.server';

/** A result that was entered, in its unit, with the exact age. */
export interface EnteredResult {
  test: NormTest;
  sex: NormSex;
  age: number;
  value: number;
}

/** What the form is answered with. Nothing of it is stored or logged. */
export interface StandingReply {
  /** What was entered about the result. */
  entries: Entries;
  errors: FormError[];
  answer: StandingAnswer | null;
}

export interface StandingAnswer extends EnteredResult {
  /** The curves in which the result stands; null if there are none yet. */
  version: Standings['version'];
  standing: Standings['standings'][number];
  /** Data sets behind the curves; of many those with the most people. */
  sources: Pick<Norms['sources'][number], 'nr' | 'title'>[];
  /** How many there are. */
  sourcesInAll: number;
  /** Ages of this sex that have a curve, in completed years. */
  covered: { start: number; end: number }[];
}

/** Highest age that can be entered. */
const oldest = wholeRanges.ages.end;

const text = z.string().max(40).default('');
const fields = { test: text, sex: text, age: text, born: text, tested: text, value: text };
type Entered = Record<keyof typeof fields, string>;

type Errors = Partial<Record<keyof typeof fields, string>>;

/** The form, whose tests and their units are those that have results, on a day in milliseconds. Messages are keys of the locales. */
function standingSchema(tests: readonly NormTest[], today: number) {
  return z.object(fields).superRefine((entered, context) => {
    for (const [field, name] of Object.entries(errorsIn(entered, tests, today))) {
      context.addIssue({ code: 'custom', path: [field], message: `compare:standing.errors.${name}` });
    }
  });
}

function errorsIn(entered: Entered, tests: readonly NormTest[], today: number): Errors {
  const test = tests.find(({ key }) => key === entered.test);
  const { age, ...dates } = ageErrors(entered, today);
  // In the order of the fields.
  return {
    ...(!test && { test: tests.length === 0 ? 'none' : 'test' }),
    ...(resultIn(entered.value, test?.unit ?? '') === null && { value: 'value' }),
    ...(age !== undefined && { age }),
    ...(!sexIn(entered) && { sex: 'sex' }),
    ...dates,
  };
}

const sexIn = ({ sex }: Entered) => normSexes.find((one) => one === sex);

/** Either an age or both dates is needed. */
function ageErrors({ age, born, tested }: Entered, today: number): Errors {
  const hasDates = born.trim() !== '' || tested.trim() !== '';
  if (age.trim() !== '') {
    if (hasDates) return { age: 'both' };
    const years = ageIn(age);
    if (years === null) return { age: 'age' };
    return years > oldest ? { age: 'ageRange' } : {};
  }
  if (!hasDates) return { age: 'age' };
  const [first, last] = [dayIn(born), dayIn(tested)];
  return {
    ...(first === null && { born: 'born' }),
    ...(last === null ? { tested: 'tested' } : last > today && { tested: 'future' }),
    ...(first !== null && last !== null && last <= today && (first >= last || ageBetween(first, last) > oldest)
      ? { tested: 'order' }
      : {}),
  };
}

/** What was entered, which is without errors. */
function resultOf(entered: Entered, tests: readonly NormTest[]): EnteredResult {
  const test = tests.find(({ key }) => key === entered.test)!;
  const age = ageIn(entered.age) ?? ageBetween(dayIn(entered.born)!, dayIn(entered.tested)!);
  return { test, sex: sexIn(entered)!, age, value: resultIn(entered.value, test.unit)! };
}

/** Finds out where the result of a sent form stands. Nothing of it is stored, and it is in no address. */
export async function placeResult(
  sent: Entries,
  context: LoadContext,
  { tests }: NormOverview,
): Promise<StandingReply & { status: number }> {
  const entries = standingEntries(sent);
  const today = dayIn(localDay(new Date(), context.timeZone))!;
  const submission = await readForm(entries, standingSchema(tests, today));
  if (submission.status !== 'success') {
    // The language was changed while something was typed: it is shown again, without what is still missing.
    if (entryValue(sent, 'language') !== '') return { entries, errors: [], answer: null, status: 200 };
    const errors = fieldErrors(context, submission.reply(), standingField, { most: oldest });
    return { entries, errors, answer: null, status: 400 };
  }
  const result = resultOf(submission.value, tests);
  let answer: StandingAnswer | null = null;
  const refusal = await attempt(async () => (answer = await findAnswer(context, result)));
  if (refusal === null) return { entries, errors: [], answer, status: 200 };
  return {
    entries,
    errors: [{ message: messageOf(refusal, context), fieldId: null }],
    answer: null,
    status: refusal.status,
  };
}

async function findAnswer(context: LoadContext, result: EnteredResult): Promise<StandingAnswer> {
  const { test, sex, age, value } = result;
  const { version, standings, places } = await placeResults(context, { results: [{ key: test.key, sex, age, value }] });
  const standing = standings[0]!;
  const { dataSets, dataSetsInAll } = (standing.place === null ? null : places[standing.place]) ?? nobody;
  // The same curves as a whole, which are kept; those of one sex would be made for this answer.
  const norms = version === null ? null : await readNorms(context, test.key, { ...noChoice, version });
  const behind = new Set(dataSets);
  const curves = norms?.groups.find((group) => group.sex === sex)?.curves ?? [];
  return {
    ...result,
    version,
    standing,
    sources: norms?.sources.filter(({ nr }) => behind.has(nr)) ?? [],
    sourcesInAll: dataSetsInAll,
    covered: curves.map((piece) => ({ start: Math.floor(piece[0]!.age), end: Math.floor(piece.at(-1)!.age) })),
  };
}

const nobody = { dataSets: [], dataSetsInAll: 0 };
