import { readFileSync } from 'node:fs';

import {
  type MappingEntry,
  MappingSuggestionsSchema,
  MappingTargetSchema,
  type Problem,
  ProblemSchema,
  type TargetReference,
} from '@domain/api/mapping';
import { maxRowWindow } from '@domain/limits';
import type { TableShape } from '@domain/api/uploads';
import { TableDataSchema } from '@domain/api/table-data';
import type { RowsLeftOut } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';
import { buildPublishedTables } from '../../services/repository/publication/build-published-tables';
import {
  describePublishedTables,
  type TablesDescription,
} from '../../services/repository/publication/describe-published-tables';
import { removeObjects } from '../../services/repository/context/file-store';
import { findUploadProgress } from '../../services/repository/store/upload-progress';
import { actors } from '../support/test-api';
import { type UploadApi, uploadNumber } from '../support/upload-calls';
import type { KnownFile } from './truth';

/** Where the targets come from: the suggestions, or the truth, so that a wrong suggestion hides no wrong check. */
export type MappingSource = 'suggested' | 'true';

export interface CheckedTable extends Omit<TableShape, 'rowsLeftOut'> {
  /** Whether it was mapped: tables that are no data cannot be. */
  isMapped: boolean;
  /** Rows that the product takes for no data. */
  rowsLeftOut: RowsLeftOut[];
  targets: Map<string, TargetReference>;
  /** Every cell of every group. */
  problems: Problem[];
  /** Why its mapping was refused. */
  refusal: string | null;
}

export interface CheckedFile {
  kind: UploadKind;
  /** Why it could not be read. */
  failure: string | null;
  tables: CheckedTable[];
  /** Number of people or cases in the list of uploads. */
  n: number | null;
  /** Facts about the tables as they would be published; null if there are none. */
  published: TablesDescription | null;
}

/** Uploads a file as a contributor does, and returns what its check finds with each of the two mappings. */
export async function driveFile(
  api: UploadApi,
  file: KnownFile,
  kind: UploadKind,
): Promise<Partial<Record<MappingSource, CheckedFile>>> {
  const nothing: CheckedFile = { kind, failure: null, tables: [], n: null, published: null };
  const response = await api.post(actors.contributor, [{ name: file.name, content: readFileSync(file.path) }], kind);
  if (response.status !== 201) return { suggested: { ...nothing, failure: await response.text() } };
  const [{ id } = { id: '' }] = (await response.json()) as { id: string }[];
  await api.settle();
  const { state, failure } = await api.state(id);
  if (state !== 'ready') return { suggested: { ...nothing, failure: failure?.message ?? state } };
  const suggested = await checkWith(api, file, { id, kind, source: 'suggested' });
  if (file.meanings.length === 0) return { suggested };
  return { suggested, true: await checkWith(api, file, { id, kind, source: 'true' }) };
}

interface Run {
  id: string;
  kind: UploadKind;
  source: MappingSource;
}

async function checkWith(api: UploadApi, file: KnownFile, run: Run): Promise<CheckedFile> {
  const { tables } = await api.state(run.id);
  const checked: CheckedTable[] = [];
  for (const table of tables) checked.push(await checkTable(api, file, run, table));
  await api.settle();
  for (const table of checked) if (table.isMapped) table.problems = await readProblems(api, run, table);
  const entry = (await api.list()).find(({ id }) => id === run.id);
  return {
    kind: run.kind,
    failure: null,
    tables: checked,
    n: entry?.n ?? null,
    published: await publishedFacts(api, run),
  };
}

/** Maps a table, unless it is no data. Who knows better corrects what was taken for data. */
async function checkTable(api: UploadApi, file: KnownFile, run: Run, table: TableShape): Promise<CheckedTable> {
  const address = `/api/mapping/${run.kind}/${run.id}/${encodeURIComponent(table.name)}`;
  const data = await api.call(actors.contributor, `${address}/data`);
  const { leftOut, rows } = TableDataSchema.parse(await data.json());
  const isNone = run.source === 'true' ? isNoTable(file, table.name) : leftOut !== null;
  if (isNone !== (leftOut !== null)) {
    const body = JSON.stringify({ table: isNone ? 'left-out' : 'data' });
    await api.call(actors.contributor, `${address}/data`, { method: 'POST', body });
  }
  const entries = isNone ? [] : await mappingOf(api, file, run, table, address);
  const body = JSON.stringify(entries);
  const saved = isNone ? null : await api.call(actors.contributor, address, { method: 'POST', body });
  return {
    ...table,
    leftOut,
    isMapped: !isNone,
    rowsLeftOut: rows,
    targets: new Map(entries.map(({ source, target }) => [source, target])),
    problems: [],
    refusal: saved === null || saved.ok ? null : `${saved.status} ${await saved.text()}`,
  };
}

const isNoTable = ({ truth }: KnownFile, name: string) =>
  truth.some(({ expect, table }) => expect === 'no-table' && table === name);

async function mappingOf(
  api: UploadApi,
  file: KnownFile,
  { kind, source }: Run,
  { columns }: TableShape,
  address: string,
): Promise<MappingEntry[]> {
  const found = await api.call(actors.contributor, `${address}/suggestions`);
  const { columns: answer } = MappingSuggestionsSchema.parse(await found.json());
  const suggested = answer.flatMap(({ source: name, suggestions: [first] }) =>
    first ? [{ source: name, target: first.target }] : [],
  );
  if (source === 'suggested') return suggested;
  const offered = MappingTargetSchema.array().parse(
    await (await api.call(actors.contributor, `/api/mapping/${kind}/en/${kind === 'raw' ? 'r' : 'a'}`)).json(),
  );
  return columns.flatMap(({ letters, name }) => {
    const target = file.meanings.find(({ column }) => column === letters)?.target ?? '';
    if (target === '') return [];
    if (target === '?') return suggested.filter((one) => one.source === name);
    const [key = '', unit] = target.replace(/\?$/, '').split('|');
    const known = offered.find((one) => one.key === key && (unit === undefined || one.unit === unit));
    if (!known) throw new Error(`${file.name}: no target ${target}`);
    return [{ source: name, target: { key, unit: known.unit } }];
  });
}

/** All problems of a table, also those that the list only counts. */
async function readProblems(api: UploadApi, { id }: Run, { name, refusal }: CheckedTable): Promise<Problem[]> {
  if (refusal !== null) return [];
  const address = `/api/mapping/errors/${id}/${encodeURIComponent(name)}`;
  const read = async (query: string) =>
    ProblemSchema.array().parse(await (await api.call(actors.contributor, address + query)).json());
  const listed = await read('');
  const cells = listed.filter(({ more }) => more === 0);
  for (const { group } of listed.filter(({ more }) => more > 0)) {
    const known = cells.filter((cell) => cell.group === group).length;
    for (let offset = known; ; offset += maxRowWindow) {
      const page = await read(`?group=${encodeURIComponent(group)}&offset=${offset}&limit=${maxRowWindow}`);
      cells.push(...page.filter(({ more }) => more === 0));
      if (page.length < maxRowWindow) break;
    }
  }
  return cells;
}

/** What search would show about the file if it were published as it is. */
async function publishedFacts({ repository }: UploadApi, { id, kind }: Run): Promise<TablesDescription | null> {
  const progress = await findUploadProgress(repository.db, uploadNumber(id));
  if (!progress) return null;
  const built = await buildPublishedTables(repository, progress, new AbortController().signal);
  const facts = await describePublishedTables(repository, kind, built, 1);
  await removeObjects(
    repository.files,
    built.map(({ objectKey }) => objectKey),
  );
  return facts;
}
