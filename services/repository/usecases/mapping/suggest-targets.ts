import { LRUCache } from 'lru-cache';

import type { MappingSuggestions, MappingTarget } from '@domain/api/mapping';
import type { ColumnInfo } from '@domain/column-info';
import { type Language, languages } from '@domain/language';
import { type UploadKind, uploadKinds } from '@domain/upload-id';

import { findAllowedUpload, tableNamed } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse } from '../../files/read-objects';
import { listSourceColumns, type SourceColumn } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
import {
  needCells,
  readCodebook,
  reasonOf,
  sampledRows,
  type SuggestedColumn,
  type SuggestedMapping,
  suggestionRules,
  suggestMapping,
} from '../../suggestions';
import { maxCodebookRows, readCodebookCells } from '../../tables/codebook-cells';
import { dataRowsSql } from '../../tables/data-rows-sql';
import { listTargets, vocabulary } from '../../vocabulary';

const targets = new Map(
  uploadKinds.flatMap((kind) =>
    languages.map((language) => [`${kind} ${language}`, listTargets(vocabulary, kind, language)]),
  ),
);

/** Targets that columns of raw or aggregated files can be mapped to. */
export function listMappingTargets(kind: UploadKind, language: Language): MappingTarget[] {
  return targets.get(`${kind} ${language}`) ?? [];
}

/** Suggested targets for the columns of a table, from their names, labels and some of their cells. Saves nothing. */
export async function suggestTargets(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<MappingSuggestions> {
  const progress = await findAllowedUpload('suggestTargets', actor, repository.db, input.id);
  const { columns, battery } = await rankedColumns(repository, progress, tableNamed(progress, input.table));
  const suggested = columns.map(({ source, candidates }) => ({
    source,
    suggestions: candidates.map((candidate) => ({
      target: { key: candidate.target.key, unit: candidate.unit.unit },
      score: candidate.score,
      reason: reasonOf(candidate, language),
    })),
  }));
  return { columns: suggested, battery: battery && { id: battery.id, name: battery.name[language] } };
}

interface RankedColumns extends Pick<SuggestedMapping, 'battery'> {
  /** The columns with at least one candidate. */
  columns: { source: string; candidates: SuggestedMapping['columns'][number] }[];
}

/** Ranked tables by what decides about them. Sized by their candidates; own estimate: some tens of megabytes. */
const ranked = new LRUCache<string, RankedColumns>({ maxSize: 100_000 });

/**
 * The candidates of a table. They are kept, because each page of its mapping needs them, and ranking hundreds of columns
 * keeps the processor from everybody else.
 */
async function rankedColumns(
  repository: RepositoryContext,
  progress: UploadProgress,
  table: TableProgress,
): Promise<RankedColumns> {
  const { file, upload, tables } = progress;
  const read = tables.map(({ objectKey, firstRow, recognised, choices }) => [objectKey, firstRow, recognised, choices]);
  const key = JSON.stringify([file.id, table.id, upload.kind, read]);
  const known = ranked.get(key);
  if (known) return known;
  const found = await rankColumns(repository, progress, table);
  ranked.set(key, found, { size: found.columns.reduce((sum, { candidates }) => sum + candidates.length, 1) });
  return found;
}

async function rankColumns(
  repository: RepositoryContext,
  progress: UploadProgress,
  table: TableProgress,
): Promise<RankedColumns> {
  const { kind } = progress.upload;
  const columns = await listSourceColumns(repository.db, table.id);
  const books = await readCodebooks(
    repository,
    progress,
    columns.map(({ name }) => name),
  );
  const named = columns.map((column) => ({ ...withoutCells(column), explained: books.get(column.name) }));
  const reads = needCells(suggestionRules, kind, named);
  const cells = await sampleCells(
    repository,
    table,
    columns.filter((_, index) => reads[index]).map(({ position }) => position),
  );
  const looked = named.map((column, index) => {
    const { position = 0, info = null } = columns[index] ?? {};
    return { ...column, samples: presentCells(cells.get(position) ?? [], info) };
  });
  const { columns: candidates, battery } = suggestMapping(suggestionRules, kind, looked);
  const found = looked.map(({ name }, index) => ({ source: name, candidates: candidates[index] ?? [] }));
  return { columns: found.filter((column) => column.candidates.length > 0), battery };
}

function withoutCells({ name, info }: SourceColumn): SuggestedColumn {
  return { name, label: info?.label ?? null, valueLabels: info?.valueLabels ?? {}, samples: [] };
}

/** What the tables of the file that are no data say about columns of these names. */
async function readCodebooks(
  repository: RepositoryContext,
  { tables }: UploadProgress,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const table of tables) {
    if (table.leftOut === null || table.rowCount > maxCodebookRows) continue;
    const columns = await listSourceColumns(repository.db, table.id);
    await using local = await orRefuse('not-found', repository.files.openLocal(table.objectKey));
    const positions = columns.map(({ position }) => position);
    const cells = await readCodebookCells(repository.tables, local.path, positions);
    const rows = [columns.map(({ name }) => name), ...cells];
    for (const [name, text] of readCodebook(rows, names)) if (!texts.has(name)) texts.set(name, text);
  }
  return texts;
}

/** Sampled cells by column position. */
async function sampleCells(
  repository: RepositoryContext,
  table: TableProgress,
  positions: number[],
): Promise<Map<number, string[]>> {
  if (positions.length === 0) return new Map();
  await using local = await orRefuse('not-found', repository.files.openLocal(table.objectKey));
  const columns = positions.map((position) => `c${position}`).join(', ');
  const parts = sampledRows(table.rowCount).map(({ from, to }) => `file_row_number between ${from} and ${to}`);
  const rows = await repository.tables.all(
    `select ${columns} from ${dataRowsSql(local.path, table)} where ${parts.join(' or ')}`,
  );
  return new Map(positions.map((position) => [position, rows.map((row) => String(row[`c${position}`] ?? ''))]));
}

/** Cells without those that the file declares missing. */
function presentCells(cells: string[], info: ColumnInfo | null): string[] {
  const missing = info?.missing;
  if (!missing) return cells;
  const isMissing = (cell: string) =>
    missing.values.includes(cell) ||
    missing.ranges.some(
      ({ from, to }) =>
        cell !== '' &&
        Number(cell) >= Number(from ?? Number.NEGATIVE_INFINITY) &&
        Number(cell) <= Number(to ?? Number.POSITIVE_INFINITY),
    );
  return cells.filter((cell) => !isMissing(cell));
}
