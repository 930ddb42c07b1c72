import type { DataFacts } from '@domain/api/metadata';

import { readMappedTable } from '../../checks/checked-table';
import { describeData, type TableFacts } from '../../checks/describe-data';
import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { TableEngineError } from '../../context/table-engine';
import { orMissing } from '../../files/read-objects';
import { findSourceTable } from '../../store/mapping';

/** What the data of an upload say about the study, for proposals in its metadata. */
export async function describeStudyData(actor: Actor, repository: RepositoryContext, id: string): Promise<DataFacts> {
  const { files, tables } = repository;
  const progress = await findAllowedUpload('describeStudyData', actor, repository.db, id);
  const described: TableFacts[] = [];
  for (const { id: table, leftOut } of progress.tables) {
    const found = leftOut === null ? await findSourceTable(repository.db, table) : null;
    if (!found) continue;
    const source = { ...found.table, choices: found.table.dataChoices };
    const of = { table: source, kind: progress.upload.kind, metadata: progress.study.metadata };
    await using local = await orMissing(files.openLocal(source.objectKey));
    if (!local) continue;
    try {
      described.push(await describeData(tables, local.path, await readMappedTable(repository, of)));
    } catch (error) {
      // The form is opened without proposals from this table.
      if (!(error instanceof TableEngineError && error.reason === 'timeout')) throw error;
    }
  }
  return { persons: progress.n, ...combine(described) };
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
