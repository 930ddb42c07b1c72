import { isDeepStrictEqual } from 'node:util';

import type { NormChoice, Norms } from '@domain/api/norms';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { FairTurns } from '@domain/fair-turns';
import type { KeptCurves } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../../context/context';
import { visitorAddress } from '../../context/visitor-address';
import { refuseWithdrawnOf } from '../../publication/find-data-set';
import { chooseNorms } from '../../norms/choice-norms';
import type { Choice } from '../../norms/gather';
import { type FoundCurves, presentVersion, type PresentVersion, readCurves } from '../../norms/kept-curves';
import { mostInShort, shorten } from '../../norms/short-curves';
import { showSources, type ShownSources } from '../../norms/shown-sources';
import { citeDataSets, type CitedDataSet, wordSex, wordSources, wordTest } from '../../norms/word-norms';
import { countryNames } from '../../metadata/codes';
import { listDataSets } from '../../store/data-set-records';
import { findNewestVersion, findVersion, listMemberNumbers, type NormVersion } from '../../store/norm-versions';
import { type Target, vocabulary } from '../../vocabulary';

/** What is asked for. */
interface AskedNorms extends NormChoice {
  /** Key of the kind of result. */
  key: string;
  /** At most so many data sets are told. */
  limit: number;
}

/**
 * Answers that tell of more data sets than are kept in full are made one at a time, and visitors take turns: one of 42,000
 * data sets takes seconds of the processor. Own estimates.
 */
const wholeTurns = new FairTurns(1, { waiting: 20, patienceMs: 20_000 });
const unaborted = new AbortController().signal;

/**
 * Norms of a kind of result: of all data sets as they were made for the version, or of a choice. Refuses with 'not-found'
 * if there is no such result, version or data set, and like `refuseWithdrawnOf`. A choice without people has no groups.
 * Open to everybody.
 */
export async function readNorms(
  repository: RepositoryContext,
  { key, limit, ...choice }: AskedNorms,
  language: Language,
): Promise<Norms> {
  const { db } = repository;
  const target = vocabulary.targets.raw.get(key);
  if (!target?.isResult) throw new Refusal('not-found');
  const version = choice.version === null ? await findNewestVersion(db) : await findVersion(db, choice.version);
  if (!version) throw new Refusal('not-found');
  const asked = { target, version, choice, most: limit, language };
  const read = () => readAtOneMoment(repository, asked);
  const { found, norms, shown, offered, cited } = await (limit <= mostInShort
    ? read()
    : wholeTurns.run(visitorAddress(), unaborted, read));
  return {
    test: wordTest(target, found?.summary ?? null, language),
    version: version.id,
    madeAt: version.madeAt.toISOString(),
    choice,
    offered: wordOffered(found?.curves.offered, { offered, cited, language }),
    persons: norms?.persons ?? 0,
    groups: (norms?.groups ?? []).map((group) => ({ ...group, label: wordSex(group.sex, language) })),
    sources: wordSources(shown.sources, cited),
    sourcesInAll: shown.inAll,
    points: shown.points,
    trend: norms?.trend ?? [],
    gone: found?.gone ?? [],
  };
}

interface AskedChoice {
  target: Target;
  version: NormVersion;
  choice: NormChoice;
  /** At most so many data sets are told. */
  most: number;
  language: Language;
}

/** Norms of a choice, with the citations of the data sets that are told. */
interface ReadNorms {
  found: FoundCurves | null;
  norms: KeptCurves | null;
  shown: ShownSources;
  /** Numbers of the data sets that can be chosen, or of those that were if there are too many. */
  offered: readonly number[];
  cited: ReadonlyMap<number, CitedDataSet>;
}

/**
 * Curves and citations of the same data sets: a data set may be withdrawn, or its licence corrected, while they are read.
 * Then all is read once more, so that no answer counts people of a data set that it does not name.
 */
async function readAtOneMoment(repository: RepositoryContext, asked: AskedChoice): Promise<ReadNorms> {
  const { version } = asked;
  for (let present = await presentVersion(repository.db, version); ;) {
    const read = await readChoice(repository, present, asked);
    const after = await presentVersion(repository.db, version);
    if (isDeepStrictEqual(present.leftOut, after.leftOut)) return read;
    present = after;
  }
}

async function readChoice(
  repository: RepositoryContext,
  present: PresentVersion,
  { target, choice, most, language }: AskedChoice,
): Promise<ReadNorms> {
  const found = await readCurves(repository, present, target.key);
  await requireDataSets(repository, present.version, { found, numbers: choice.dataSets });
  const norms = found && (await chosenNorms(repository, { ...present, target, found, choice, most }));
  const shown = showSources(norms ?? { sources: [], points: [] }, most);
  const all = found?.curves.offered.dataSets ?? [];
  const chosen = new Set(choice.dataSets);
  const offered = all.length <= most ? all : all.filter((nr) => chosen.has(nr));
  const numbers = new Set([...shown.sources.map(({ nr }) => nr), ...offered]);
  return { found, norms, shown, offered, cited: await citeDataSets(repository, [...numbers], language) };
}

/**
 * Refuses a choice of data sets one of which belongs neither to the version nor to what is published: with 'not-found', or
 * if that was withdrawn, like `refuseWithdrawnOf`.
 */
async function requireDataSets(
  { db }: RepositoryContext,
  { place }: NormVersion,
  { found, numbers }: { found: FoundCurves | null; numbers: readonly number[] },
): Promise<void> {
  if (numbers.length === 0) return;
  const own = new Set([...(found?.madeOf ?? []), ...(await listMemberNumbers(db, place, numbers))]);
  const unknown = numbers.filter((nr) => !own.has(nr));
  if (unknown.length === 0) return;
  const published = new Set((await listDataSets(db, unknown)).map(({ nr }) => nr));
  if (unknown.every((nr) => published.has(nr))) return;
  // What the version has of a withdrawn data set is told as gone.
  await refuseWithdrawnOf(db, numbers);
  throw new Refusal('not-found');
}

interface FoundChoice extends PresentVersion {
  target: Target;
  found: FoundCurves;
  choice: NormChoice;
  /** At most so many data sets are told. */
  most: number;
}

async function chosenNorms(
  repository: RepositoryContext,
  { found, choice: { version: _, ...choice }, most, ...asked }: FoundChoice,
): Promise<KeptCurves> {
  const normal = withoutNeedless(choice, found.curves);
  const isAll = Object.values(normal).every((part) => part === null || (Array.isArray(part) && part.length === 0));
  const isShort = most <= mostInShort;
  if (isAll) return isShort ? found.curves : found.readWhole();
  const chosen = await chooseNorms(repository, { ...asked, choice: normal });
  return isShort ? shorten(chosen) : chosen;
}

/** The choice without what narrows nothing, so that the same people have one writing. */
function withoutNeedless(choice: Choice, { offered }: KeptCurves): Choice {
  const { ages, dataSets } = choice;
  const hasAll =
    ages !== null && offered.ages !== null && ages.start <= offered.ages.start && ages.end >= offered.ages.end;
  return {
    ...choice,
    ages: hasAll ? null : ages,
    dataSets: offered.dataSets.every((nr) => dataSets.includes(nr)) ? [] : dataSets,
  };
}

interface Words extends Pick<ReadNorms, 'offered' | 'cited'> {
  language: Language;
}

function wordOffered(kept: KeptCurves['offered'] | undefined, { offered, cited, language }: Words): Norms['offered'] {
  const names = countryNames(language);
  const { ages = null, years = null, countries = [], dataSets = [] } = kept ?? {};
  return {
    ages,
    years,
    countries: countries.map((code) => ({ code, label: names.get(code) ?? code })),
    dataSets: offered.flatMap((nr) => {
      const known = cited.get(nr);
      return known ? [{ nr, title: known.title, isClosed: known.isClosed }] : [];
    }),
    dataSetsInAll: dataSets.length,
  };
}
