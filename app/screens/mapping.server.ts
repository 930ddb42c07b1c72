import { z } from 'zod';

import type { ColumnSummary } from '@domain/column-info';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { sampleRows } from '@domain/limits';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { splitMissingCodes } from '@domain/metadata/storage-forms';

import type { GridColumn } from '~/components/data-grid/data-grid';
import { shortenRow } from '~/components/data-preview/row-pages';
import { columnPages, pickPage, positionsOf, type ColumnPage } from '~/components/mapping-grid/column-pages';
import {
  applySuggestions,
  choicesOf,
  columnsId,
  firstSuggestions,
  joinMissingCodes,
  readChoices,
  readMissingCodes,
  readSuggested,
  withChoices,
} from '~/forms/mapping-form';
import { postedReading, readingValues, type ReadingValues } from '~/forms/reading-form';
import { typedRows } from '~/forms/data-rows-form';
import { type FormEntries, typedTemplate } from '~/forms/form-entries';
import { openForm, type DraftableForm } from '~/drafts/draftable-form.server';
import type { LoadContext } from '~/load-context';
import { paths, withQuery } from '~/paths';
import { orFailurePage, orWithoutRows } from '~/repository-client/transport';
import { readMetadata } from '~/repository-client/metadata';
import {
  listMappingTemplates,
  listTargets,
  readTaggedMapping,
  readTableData,
  suggestTargets,
  type TableAddress,
} from '~/repository-client/mapping';
import { findReading, readRows, readUploadState, summariseColumns } from '~/repository-client/uploads';
import { isData, isEditable, pickTable, sameTables, uploadExists } from './upload.server';

/** Query of the mapping screen. What it does not know is dropped, because redirects lead to the same address. */
const QuerySchema = z.object({
  columns: z.coerce.number().int().positive().nullable().catch(null),
  targets: z.literal('all').nullable().catch(null),
});

/** The mapping form of a table and the page that shows it. */
export function mappingForm(
  context: LoadContext,
  id: string,
  query: { table: string; columns?: string | null; targets?: string | null },
): DraftableForm {
  const { columns, targets } = QuerySchema.parse({ columns: query.columns || null, targets: query.targets });
  const address = withQuery(paths.uploadData(id), { table: query.table, columns, targets });
  return {
    kind: 'mapping',
    exists: () => uploadExists(context, id),
    object: `${id}/${query.table}`,
    page: `${address}#${columnsId}`,
    saved: () => orFailurePage(savedMapping(context, id, query.table)),
    meaningOf: (entries) => postedMeaning(context, { id, table: query.table }, entries),
  };
}

/** The saved mapping as the form shows it, with the missing-value codes. */
async function savedMapping(context: LoadContext, id: string, table: string) {
  const { kind } = await readUploadState(context, id);
  const { mapping, tag } = await readTaggedMapping(context, { kind, id, table });
  const codes: FormEntries = [['missingCodes', await storedMissingCodes(context, id)]];
  return { entries: withChoices(codes, choicesOf(mapping), new Set()), tag };
}

/** The saved missing-value codes of an upload, as the form shows them. */
export async function storedMissingCodes(context: LoadContext, id: string): Promise<string> {
  const { metadata } = await orFailurePage(readMetadata(context, id));
  return joinMissingCodes(valuesOf(metadata, fieldIds.missingCodes));
}

async function postedMeaning(
  context: LoadContext,
  { id, table }: { id: string; table: string },
  entries: FormEntries,
): Promise<string> {
  const [{ tables }, reading] = await Promise.all([readUploadState(context, id), findReading(context, id)]);
  const columnNames = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
  return meaningOf({ columnNames, reading: readingValues(reading.choices, table) }, entries);
}

/** `reading`: how the file is read, for a form without fields for it. */
function meaningOf(
  { columnNames, reading }: { columnNames: string[]; reading: ReadingValues },
  entries: FormEntries,
): string {
  const choices = [...readChoices(entries, columnNames)].sort();
  const codes = splitMissingCodes(readMissingCodes(entries)?.typed ?? '');
  return JSON.stringify([
    choices,
    codes,
    postedReading(entries) ?? reading,
    typedTemplate(entries),
    typedRows(entries),
  ]);
}

/** Data of the mapping screen; only the state of the file if it cannot be read. */
export async function loadMapping(
  context: LoadContext,
  upload: UploadState,
  search: URLSearchParams,
  mode: 'contributor' | 'expert',
) {
  const table = pickTable(upload, search.get('table'));
  if (upload.state !== 'ready' || !table) return { upload, grid: null };
  const readOnly = mode === 'expert' || !isEditable(upload);
  const pages = columnPages(table.columns.length);
  const page = pickPage(pages, search.get('columns'));
  const columnNames = table.columns.map(({ name }) => name);
  const address = { kind: upload.kind, id: upload.id, table: table.name };
  const read = await readTable(context, address, { page, readOnly });
  return {
    upload,
    grid: {
      readOnly,
      table: { name: table.name, rowCount: table.rowCount - table.rowsLeftOut, columnNames },
      pages,
      page,
      allTargets: search.get('targets') === 'all',
      columns: columnsOf(table, page, read.summaries),
      rowsAway: read.rows === null,
      rows: (read.rows?.rows ?? []).map(shortenRow),
      data: { ...read.data, hasOthers: upload.tables.some((other) => other.name !== table.name && isData(other)) },
      sameTables: readOnly ? [] : sameTables(upload, table),
      targets: read.targets,
      mappedCount: read.mapping.length,
      templates: read.templates.map(({ name }) => name),
      ...(await openMapping(context, address, { read, readOnly, columnNames })),
    },
  };
}

/** A page of columns with its first rows, and what the mapping of its table is made of. */
async function readTable(
  context: LoadContext,
  address: TableAddress,
  { page, readOnly }: { page: ColumnPage; readOnly: boolean },
) {
  const { kind, id, table } = address;
  const [rows, summaries, { mapping, tag }, targets, templates, missingCodes, reading, data] = await orFailurePage(
    Promise.all([
      orWithoutRows(readRows(context, id, { table, columns: positionsOf(page), offset: 0, limit: sampleRows })),
      summariseColumns(context, id, { table, from: page.start, to: page.end }),
      readTaggedMapping(context, address),
      listTargets(context, kind),
      readOnly ? [] : listMappingTemplates(context),
      readOnly ? '' : storedMissingCodes(context, id),
      findReading(context, id),
      readTableData(context, address),
    ]),
  );
  return { rows, summaries, mapping, tag, targets, templates, missingCodes, reading, data };
}

interface OpenedTable {
  read: Awaited<ReturnType<typeof readTable>>;
  readOnly: boolean;
  columnNames: string[];
}

/** What the form shows: the drafted, saved or suggested mapping, in this order of preference. */
async function openMapping(context: LoadContext, address: TableAddress, { read, readOnly, columnNames }: OpenedTable) {
  const { mapping, missingCodes } = read;
  const reading = readingValues(read.reading.choices, address.table);
  // Also the reasons of suggestions that were filled in before, so that they are in the language of the page.
  const isSuggesting = !readOnly && read.data.leftOut === null;
  const { suggestions, battery } = isSuggesting ? await findSuggestions(context, address) : noSuggestions;
  const isOpen = isSuggesting && mapping.length === 0;
  const preset = isOpen ? applySuggestions(new Map(), suggestions, columnNames) : null;
  const codes: FormEntries = [['missingCodes', missingCodes]];
  const shown = withChoices(codes, preset?.choices ?? choicesOf(mapping), preset?.filled ?? new Set());
  const { entries, versions } = await openForm(context, mappingForm(context, address.id, { table: address.table }), {
    savedTag: read.tag,
    meaningOf: (draft) => meaningOf({ columnNames, reading }, draft ?? shown),
  });
  const drafted = readOnly ? null : entries;
  return {
    choices: [...readChoices(drafted ?? shown, columnNames)],
    suggested: [...readSuggested(drafted ?? shown, columnNames)],
    suggestions: [...suggestions],
    battery,
    isPreset: preset !== null && drafted === null,
    drafted: readOnly ? entries : null,
    versions,
    typedRows: typedRows(drafted ?? []),
    missingCodes: (drafted && readMissingCodes(drafted)) ?? { typed: missingCodes, saved: missingCodes },
    typedReading: drafted && postedReading(drafted),
    typedTemplate: drafted ? typedTemplate(drafted) : null,
  };
}

const noSuggestions = { suggestions: firstSuggestions({ columns: [], battery: null }), battery: null };

/** Suggestions for the columns of a table; none while its rows cannot be read. */
async function findSuggestions(context: LoadContext, address: TableAddress) {
  const found = await orFailurePage(orWithoutRows(suggestTargets(context, address)));
  return found ? { suggestions: firstSuggestions(found), battery: found.battery } : noSuggestions;
}

export type MappingData = Awaited<ReturnType<typeof loadMapping>>;
export type MappingGridData = NonNullable<MappingData['grid']>;

function columnsOf(table: TableShape, { start, end }: ColumnPage, summaries: ColumnSummary[]): GridColumn[] {
  return table.columns
    .slice(start, end)
    .map(({ name }, offset) => ({
      index: start + offset,
      letters: columnLetters(start + offset),
      name,
      label: summaries[offset]?.label ?? undefined,
    }));
}
