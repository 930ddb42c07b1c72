import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { DataFacts } from '@domain/api/metadata';

import { type MappedTable, readMappedTable } from '../checks/checked-table';
import { describeData, type TableFacts } from '../checks/describe-data';
import type { RepositoryContext } from '../context/context';
import { openLocalFiles, orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { batteryOf, suggestionRules } from '../suggestions';
import { countUploadPersons } from './count-upload-persons';

/** Facts about tables by what decides about them, for the form that asks for them each time. Own estimate: a few MB. */
const known = new LRUCache<string, TableFacts>({ max: 2000 });

/** What the data of an upload say about the study. `timeoutMs` is the longest time for each table. */
export async function describeUploadData(
  repository: RepositoryContext,
  progress: UploadProgress,
  timeoutMs?: number,
): Promise<DataFacts> {
  const { dataTables, upload, study } = progress;
  const persons = await countUploadPersons(repository, progress);
  const asked = await Promise.all(
    dataTables.map(async (source) => {
      const about = { table: source, kind: upload.kind, metadata: study.metadata };
      const table = await readMappedTable(repository, about);
      return { objectKey: source.objectKey, table, key: keyOf(source.objectKey, table) };
    }),
  );
  await describeUnknown(repository, asked, timeoutMs);
  const batteries = new Set(asked.flatMap(({ table }) => batteryName(table) ?? []));
  return { persons, ...combine(asked.flatMap(({ key }) => known.get(key) ?? [])), batteries: [...batteries] };
}

interface AskedTable {
  objectKey: string;
  table: MappedTable;
  key: string;
}

/** Reads what is not known yet. What is away or takes too long is left out, and read the next time. */
async function describeUnknown(
  { files, tables }: RepositoryContext,
  asked: AskedTable[],
  timeoutMs?: number,
): Promise<void> {
  const unknown = asked.filter(({ key }) => !known.has(key));
  if (unknown.length === 0) return;
  const keys = unknown.map(({ objectKey }) => objectKey);
  await using local = await orMissing(openLocalFiles(files, keys));
  for (const [index, path] of (local?.paths ?? []).entries()) {
    const { table, key } = unknown[index]!;
    const facts = await orElse(null, describeData(tables, path, table, timeoutMs));
    if (facts) known.set(key, facts);
  }
}

/** The stored table never changes, so its facts follow from how it is mapped. */
function keyOf(objectKey: string, { columns, headers: _, ...table }: MappedTable): string {
  const mapped = columns.map(({ position, target, unit, info, dates }) => [position, target.key, unit, info, dates]);
  return createHash('sha256')
    .update(JSON.stringify([objectKey, table, mapped]))
    .digest('base64');
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
