import type { DataSetNorms } from '@domain/api/norms';
import type { Language } from '@domain/language';

import type { RepositoryContext } from '../../context/context';
import { readCurves, withMembers } from '../../norms/kept-curves';
import { toldGroups, wordTest } from '../../norms/word-norms';
import { findDataSet } from '../../publication/find-data-set';
import { findNewestVersion, listSummaries } from '../../store/norm-versions';
import { vocabulary } from '../../vocabulary';

/**
 * Where a data set lies in the newest curves of its results; no results if it is not in them, such as a former version.
 * Refuses with 'not-found' and 'data-set-withdrawn'. Open to everybody.
 */
export async function describeDataSetNorms(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<DataSetNorms> {
  const { db } = repository;
  await findDataSet(repository, nr);
  const version = await findNewestVersion(db);
  if (!version) return { version: null, tests: [] };
  const asked = await withMembers(db, version);
  const summaries = await listSummaries(db, version.place);
  const tests: DataSetNorms['tests'] = [];
  for (const target of vocabulary.targets.raw.values()) {
    const summary = summaries.get(target.key);
    if (!summary?.ages || !summary.dataSets.includes(nr)) continue;
    const found = await readCurves(repository, asked, target.key);
    const source = found?.curves.sources.find((one) => one.nr === nr);
    const { key, test, label, unit, decimals, better } = wordTest(target, summary, language);
    tests.push({ key, test, label, unit, decimals, better, groups: source ? toldGroups(source) : [] });
  }
  return { version: version.id, tests };
}
