import type { DataSetNorms } from '@domain/api/norms';
import type { Language } from '@domain/language';

import type { RepositoryContext } from '../../context/context';
import { presentVersion, readCurves, readSource } from '../../norms/kept-curves';
import { toldGroups, wordTest } from '../../norms/word-norms';
import { findDataSet } from '../../publication/find-data-set';
import { findNewestVersion, listKeysOf } from '../../store/norm-versions';
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
  const asked = await presentVersion(db, version);
  const keys = await listKeysOf(db, version.place, nr);
  const tests: DataSetNorms['tests'] = [];
  for (const target of vocabulary.targets.raw.values()) {
    if (!keys.has(target.key)) continue;
    const found = await readCurves(repository, asked, target.key);
    if (!found?.summary?.ages) continue;
    const source = await readSource(repository, asked, { key: target.key, nr, found });
    if (!source) continue;
    const { key, test, label, unit, decimals, better } = wordTest(target, found.summary, language);
    tests.push({ key, test, label, unit, decimals, better, groups: toldGroups(source) });
  }
  return { version: version.id, tests };
}
