import type { NormOverview } from '@domain/api/norms';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../../context/context';
import { readSummaries } from '../../norms/kept-summaries';
import { wordTest } from '../../norms/word-norms';
import { findNewestVersion, listVersions } from '../../store/norm-versions';
import { vocabulary } from '../../vocabulary';

const dayMs = 24 * 60 * 60 * 1000;

/** Versions that are listed. Older ones can be read at the address by which they are cited. */
const mostVersions = 100;

/**
 * The kinds of results with norms, without what does not count any more since the newest version, and all versions.
 * Open to everybody.
 */
export async function describeNorms(repository: RepositoryContext, language: Language): Promise<NormOverview> {
  const { db, now, settings } = repository;
  const newest = await findNewestVersion(db);
  if (!newest) return { version: null, madeAt: null, tests: [], gone: [], testOfTheDay: null, versions: [] };
  const [{ summaries, gone }, versions] = await Promise.all([
    readSummaries(db, newest),
    listVersions(db, mostVersions),
  ]);
  const tests = [...vocabulary.targets.raw.values()].flatMap((target) => {
    const summary = summaries.get(target.key);
    return summary ? [wordTest(target, summary, language)] : [];
  });
  return {
    version: newest.id,
    madeAt: newest.madeAt.toISOString(),
    tests,
    gone,
    testOfTheDay: ofTheDay(tests, localDay(now(), settings.timeZone)),
    versions: versions.map(({ id, madeAt, dataSets }) => ({ version: id, madeAt: madeAt.toISOString(), dataSets })),
  };
}

/** Another kind of result with a curve each day, one after the other; the result of a test itself if there is one. */
function ofTheDay(tests: NormOverview['tests'], day: string): string | null {
  const curved = tests.filter(({ ages }) => ages !== null);
  const main = curved.filter(({ key, test }) => key === test);
  const shown = main.length > 0 ? main : curved;
  return shown[Math.floor(Date.parse(day) / dayMs) % shown.length]?.key ?? null;
}
