import type { NormChoice, Norms } from '@domain/api/norms';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import type { KeptCurves } from '@domain/norms/kept-norms';

import type { RepositoryContext } from '../../context/context';
import { findDataSet } from '../../publication/find-data-set';
import { chooseNorms } from '../../norms/choice-norms';
import type { Choice } from '../../norms/gather';
import { type FoundCurves, leftOf, readCurves, type VersionMembers, withMembers } from '../../norms/kept-curves';
import { citeDataSets, type CitedDataSet, wordSex, wordSources, wordTest } from '../../norms/word-norms';
import { countryNames } from '../../metadata/codes';
import { findNewestVersion, findVersion, type Member, type NormVersion } from '../../store/norm-versions';
import { type Target, vocabulary } from '../../vocabulary';

/**
 * Norms of a kind of result: of all data sets as they were made for the version, or of a choice. Refuses with 'not-found'
 * if there is no such result, version or data set. A choice without people has no groups. Open to everybody.
 */
export async function readNorms(
  repository: RepositoryContext,
  { key, ...choice }: NormChoice & { key: string },
  language: Language,
): Promise<Norms> {
  const { db } = repository;
  const target = vocabulary.targets.raw.get(key);
  if (!target?.isResult) throw new Refusal('not-found');
  const version = choice.version === null ? await findNewestVersion(db) : await findVersion(db, choice.version);
  if (!version) throw new Refusal('not-found');
  const { asked, found, cited } = await readAtOneMoment(repository, { version, key, language });
  await requireDataSets(repository, [...asked.members.map(({ nr }) => nr), ...(found?.madeOf ?? [])], choice.dataSets);
  const gone = found?.gone ?? [];
  const norms = found && (await chosenNorms(repository, { target, version, members: leftOf(asked), found, choice }));
  const offered = found?.curves.offered;
  return {
    test: wordTest(target, found?.summary ?? null, language),
    version: version.id,
    madeAt: version.madeAt.toISOString(),
    choice,
    offered: wordOffered(offered, { cited, gone, language }),
    persons: norms?.persons ?? 0,
    groups: (norms?.groups ?? []).map((group) => ({ ...group, label: wordSex(group.sex, language) })),
    sources: wordSources(norms?.sources ?? [], cited),
    points: (norms?.points ?? []).filter(({ nr }) => !gone.includes(nr)),
    trend: norms?.trend ?? [],
    gone,
  };
}

/** What is asked for, with the curves of all data sets that are left and the citations of these. */
interface ReadNorms {
  asked: VersionMembers;
  found: FoundCurves | null;
  cited: ReadonlyMap<number, CitedDataSet>;
}

/**
 * Curves and citations of the same data sets. A data set may be withdrawn, or its licence corrected, after the members of
 * the version were read. Then the citations decide, which are read last, so that no answer counts people of a data set
 * that it does not name.
 */
async function readAtOneMoment(
  repository: RepositoryContext,
  { version, key, language }: { version: NormVersion; key: string; language: Language },
): Promise<ReadNorms> {
  const before = await withMembers(repository.db, version);
  const found = await readCurves(repository, before, key);
  const numbers = found?.curves.offered.dataSets ?? [];
  const cited = await citeDataSets(repository, numbers, language);
  const members = before.members.map((member) => {
    if (!numbers.includes(member.nr)) return member;
    const citation = cited.get(member.nr);
    return citation ? { ...member, isClosed: citation.isClosed } : { ...member, isWithdrawn: true };
  });
  const isSame = members.every(({ isClosed, isWithdrawn }, at) => {
    const member = before.members[at]!;
    return isClosed === member.isClosed && isWithdrawn === member.isWithdrawn;
  });
  if (isSame) return { asked: before, found, cited };
  const asked = { version, members };
  return { asked, found: await readCurves(repository, asked, key), cited };
}

/** Refuses with 'not-found' if one of these data sets belongs neither to the version nor to what is published. */
async function requireDataSets(repository: RepositoryContext, own: readonly number[], numbers: readonly number[]) {
  const known = new Set(own);
  for (const nr of numbers) if (!known.has(nr)) await findDataSet(repository, nr);
}

interface AskedChoice {
  target: Target;
  version: NormVersion;
  members: readonly Member[];
  found: FoundCurves;
  choice: NormChoice;
}

async function chosenNorms(
  repository: RepositoryContext,
  { found, choice: { version: _, ...choice }, ...asked }: AskedChoice,
): Promise<KeptCurves> {
  const normal = withoutNeedless(choice, found.curves);
  const isAll = Object.values(normal).every((part) => part === null || (Array.isArray(part) && part.length === 0));
  return isAll ? found.curves : chooseNorms(repository, { ...asked, choice: normal });
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

interface Words {
  cited: ReadonlyMap<number, CitedDataSet>;
  gone: readonly number[];
  language: Language;
}

function wordOffered(offered: KeptCurves['offered'] | undefined, { cited, gone, language }: Words): Norms['offered'] {
  const names = countryNames(language);
  const { ages = null, years = null, countries = [], dataSets = [] } = offered ?? {};
  return {
    ages,
    years,
    countries: countries.map((code) => ({ code, label: names.get(code) ?? code })),
    dataSets: dataSets
      .filter((nr) => !gone.includes(nr))
      .map((nr) => ({ nr, title: cited.get(nr)?.title ?? '', isClosed: cited.get(nr)?.isClosed ?? false })),
  };
}
