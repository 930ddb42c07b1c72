import { LRUCache } from 'lru-cache';

import type { DataFacts } from '@domain/api/metadata';

import type { MappedTable } from '../checks/checked-table';
import { describeData, type TableFacts } from '../checks/describe-data';
import type { RepositoryContext } from '../context/context';
import { openLocalFiles, orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { batteryOf, suggestionRules } from '../suggestions';
import { countUploadPersons } from './count-upload-persons';
import { readStoredTables, type StoredTable } from './mapped-tables';

/** Facts about tables by what decides about them, for the form that asks for them each time. Own estimate: a few MB. */
const known = new LRUCache<string, TableFacts>({ max: 2000 });

/** What the data of an upload say about the study. `timeoutMs` is the longest time for each table. */
export async function describeUploadData(
  repository: RepositoryContext,
  progress: UploadProgress,
  timeoutMs?: number,
): Promise<DataFacts> {
  const stored = await readStoredTables(repository, progress);
  const persons = await countUploadPersons(repository, progress, stored);
  await describeUnknown(repository, stored, timeoutMs);
  const batteries = new Set(stored.flatMap(({ table }) => batteryName(table) ?? []));
  return {
    persons,
    ...combine(stored.flatMap(({ factsKey }) => known.get(factsKey) ?? [])),
    batteries: [...batteries],
  };
}

/** Reads what is not known yet. What is away or takes too long is left out, and read the next time. */
async function describeUnknown(
  { files, tables }: RepositoryContext,
  stored: readonly StoredTable[],
  timeoutMs?: number,
): Promise<void> {
  const unknown = stored.filter(({ factsKey }) => !known.has(factsKey));
  if (unknown.length === 0) return;
  const keys = unknown.map(({ objectKey }) => objectKey);
  await using local = await orMissing(openLocalFiles(files, keys));
  for (const [index, path] of (local?.paths ?? []).entries()) {
    const { table, factsKey } = unknown[index]!;
    const facts = await orElse(null, describeData(tables, path, table, timeoutMs));
    if (facts) known.set(factsKey, facts);
  }
}

/** Name of the test battery whose tests a table contains, as in the schema; null if none is recognised. */
function batteryName({ kind, headers, columns }: MappedTable): string | null {
  if (kind !== 'raw') return null;
  const targets = new Map(columns.map(({ name, target }) => [name, target]));
  const mapped = headers.map((name) => ({ name, target: targets.get(name) ?? null }));
  return batteryOf(suggestionRules, mapped)?.shortName ?? null;
}

function combine(described: TableFacts[]): TableFacts {
  const ages = described.flatMap((facts) => facts.ages ?? []);
  const distinct = (name: 'sexes' | 'tests') => [...new Set(described.flatMap((facts) => facts[name]))];
  return {
    begin: described.flatMap(({ begin }) => begin ?? []).toSorted()[0] ?? null,
    end:
      described
        .flatMap(({ end }) => end ?? [])
        .toSorted()
        .at(-1) ?? null,
    ages:
      ages.length > 0
        ? { from: Math.min(...ages.map(({ from }) => from)), to: Math.max(...ages.map(({ to }) => to)) }
        : null,
    sexes: distinct('sexes'),
    tests: distinct('tests'),
  };
}
