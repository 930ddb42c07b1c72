import type { DataFacts } from '@domain/api/metadata';

import { type MappedTable, readMappedTable } from '../checks/checked-table';
import { describeData, type TableFacts } from '../checks/describe-data';
import type { RepositoryContext } from '../context/context';
import { openLocalFiles, orElse, orMissing } from '../files/read-objects';
import type { UploadProgress } from '../store/upload-progress';
import { batteryOf, suggestionRules } from '../suggestions';
import { countUploadPersons } from './count-upload-persons';

/** What the data of an upload say about the study. `timeoutMs` is the longest time for each table. */
export async function describeUploadData(
  repository: RepositoryContext,
  progress: UploadProgress,
  timeoutMs?: number,
): Promise<DataFacts> {
  const { files, tables } = repository;
  const { dataTables, upload, study } = progress;
  const persons = await countUploadPersons(repository, progress);
  const keys = dataTables.map(({ objectKey }) => objectKey);
  await using local = await orMissing(openLocalFiles(files, keys));
  if (!local) return { persons, ...combine([]), batteries: [] };
  const described: TableFacts[] = [];
  const batteries = new Set<string>();
  for (const [index, path] of local.paths.entries()) {
    const source = dataTables[index];
    if (!source) continue;
    const table = await readMappedTable(repository, { table: source, kind: upload.kind, metadata: study.metadata });
    const battery = batteryName(table);
    if (battery !== null) batteries.add(battery);
    const facts = await orElse(null, describeData(tables, path, table, timeoutMs));
    if (facts) described.push(facts);
  }
  return { persons, ...combine(described), batteries: [...batteries] };
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
