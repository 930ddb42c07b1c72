import type { PublishedDistributions } from '@domain/api/published-distributions';
import type { Language } from '@domain/language';
import { minPersonsTold } from '@domain/licences';
import type { UploadKind } from '@domain/upload-id';

import type { RepositoryContext } from '../../context/context';
import { ObjectNotFound } from '../../context/file-store';
import { isTooMuch } from '../../context/table-engine';
import { findTests } from '../../distributions/keep-tests';
import { findDataSet } from '../../publication/find-data-set';
import { listPublishedTables } from '../../store/published-data-sets';
import { unitText, vocabulary } from '../../vocabulary';

/**
 * What a published data set contains, test by test, with its distributions, from its published tables. The same for
 * everybody: under a licence that asks for a form, enough people are behind each number. Refuses with 'not-found', also
 * before the data is public.
 */
export async function describeDistributions(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<PublishedDistributions> {
  const { kind, row } = await findDataSet(repository, nr);
  const published = await listPublishedTables(repository.db, [nr]);
  const tables = published.map(({ columns, ...table }) => ({ ...table, keys: columns.map(({ key }) => key) }));
  const leastPersons = minPersonsTold(row.rights);
  const answer = { leastPersons, tests: [], sexLabels: sexLabels(kind, language) };
  try {
    const tests = await findTests(repository, { nr, kind, tables, leastPersons });
    if (tests === null) return { ...answer, without: 'not-ready' };
    return { ...answer, without: null, tests: tests.map((test) => ({ ...test, ...wordsFor(test.key, language) })) };
  } catch (error) {
    if (isTooMuch(error)) return { ...answer, without: 'took-too-long' };
    if (error instanceof ObjectNotFound) return { ...answer, without: 'rows-missing' };
    throw error;
  }
}

function wordsFor(key: string, language: Language): { label: string; unit: string } {
  const target = vocabulary.targets.raw.get(key);
  if (!target) return { label: key, unit: '' };
  return { label: target.label[language], unit: unitText(target, language) };
}

function sexLabels(kind: UploadKind, language: Language): Record<string, string> {
  const [unit] = vocabulary.targets[kind].get(kind === 'raw' ? 'sex' : 'g_sex')?.units ?? [];
  return Object.fromEntries((unit?.coding?.codes ?? []).map(({ code, label }) => [code, label[language]]));
}
