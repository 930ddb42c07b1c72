import type { ColumnSummary } from '@domain/column-info';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { sampleRows } from '@domain/limits';

import type { GridColumn, GridRow } from '~/components/data-grid/data-grid';
import { shortenCell } from '~/components/data-preview/shorten-cell';
import { columnPages, pickPage, placesOf, type ColumnPage } from '~/components/mapping-grid/column-pages';
import {
  type Choices,
  choicesOf,
  firstSuggestions,
  readChoices,
  readMissingCodes,
  readSuggested,
  sameMissingCodes,
  withChoices,
} from '~/components/mapping-grid/mapping-form';
import { columnOfPart, divideMapping, mappingPartKeys } from '~/components/mapping-grid/mapping-parts';
import { postedReading, readingValues, sameReading } from '~/components/reading/reading-form';
import { isTemplateTyped, typedTemplate } from '~/components/templates/typed-template';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage, orWithoutRows } from '~/repository-client/failure-page';
import { listMappingTemplates, listTargets, readMapping, suggestTargets } from '~/repository-client/mapping';
import { findReading } from '~/repository-client/readings';
import { readRows, readUploadState, summariseColumns } from '~/repository-client/uploads';
import { storedMissingCodes } from './mapping-draft.server';
import { openForm, type FormDivider, type KeptForm, type SavedForm } from './kept-form.server';
import { isEditable, pickTable, withQuery } from './upload.server';

/** The mapping form of a table and the page that shows it. */
export function mappingForm(
  context: LoadContext,
  id: string,
  query: { table: string; columns?: string | null; targets?: string | null },
): KeptForm {
  const page = withQuery(paths.uploadData(id), {
    table: query.table,
    columns: query.columns ?? null,
    targets: query.targets ?? null,
  });
  const saved = () => orFailurePage(savedMapping(context, id, query.table));
  const divider = () => mappingDivider(context, id, query.table);
  return { form: 'mapping', object: `${id}/${query.table}`, page, saved, divider };
}

async function mappingDivider(context: LoadContext, id: string, tableName: string): Promise<FormDivider | null> {
  const t = translate(context.language);
  const { tables } = await readUploadState(context, id);
  const table = tables.find(({ name }) => name === tableName);
  if (!table) return null;
  const columnNames = table.columns.map(({ name }) => name);
  return {
    divide: (entries) => divideMapping(columnNames, entries),
    isSaved: (key) => columnOfPart(key) !== null || key === mappingPartKeys.missingCodes,
    nameOf(key) {
      const name = columnOfPart(key);
      if (name !== null) return t('mapping:columnNamed', { letters: columnLetters(columnNames.indexOf(name)), name });
      if (key === mappingPartKeys.missingCodes) return t('mapping:missingCodes');
      return t(key === mappingPartKeys.reading ? 'reading:heading' : 'uploads:templates.legend');
    },
  };
}

/** The saved mapping as the form holds it, with the codes of missing values and the reading beside it. */
async function savedMapping(context: LoadContext, id: string, table: string): Promise<SavedForm> {
  const { kind, tables } = await readUploadState(context, id);
  const columnNames = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
  const [mapping, codes, { choices }] = await Promise.all([
    readMapping(context, { kind, id, table }),
    storedMissingCodes(context, id),
    findReading(context, id),
  ]);
  const reading = readingValues(choices, table);
  const saved = choicesOf(mapping);
  const contentOf = (choices: Choices) => JSON.stringify([...choices].sort());
  return {
    tag: '',
    entries: withChoices([['missingCodes', codes]], saved, new Set()),
    isSame: (entries) =>
      contentOf(readChoices(entries, columnNames)) === contentOf(saved) &&
      sameMissingCodes(readMissingCodes(entries) ?? codes, codes) &&
      sameReading(postedReading(entries) ?? reading, reading) &&
      !isTemplateTyped(entries),
  };
}

/** What the mapping screen shows: nothing but the state of the file while it is not readable. */
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
  const [rows, summaries, mapping, targets, templates, missingCodes] = await orFailurePage(
    Promise.all([
      orWithoutRows(
        readRows(context, upload.id, { table: table.name, columns: placesOf(page), offset: 0, limit: sampleRows }),
      ),
      summariseColumns(context, upload.id, { table: table.name, from: page.start, to: page.end }),
      readMapping(context, address),
      listTargets(context, upload.kind),
      readOnly ? [] : listMappingTemplates(context),
      readOnly ? '' : storedMissingCodes(context, upload.id),
    ]),
  );
  const shown = withChoices([['missingCodes', missingCodes]], choicesOf(mapping), new Set());
  const { entries, versions } = await openForm(context, mappingForm(context, upload.id, { table: table.name }), {
    partsOf: (draft) => divideMapping(columnNames, draft ?? shown).parts,
  });
  const drafted = readOnly ? null : entries;
  const choices = drafted ? readChoices(drafted, columnNames) : choicesOf(mapping);
  const suggested = drafted ? readSuggested(drafted, columnNames) : new Set<string>();
  // Their reasons are asked for anew, so that they are in the language of the page.
  const suggestions = suggested.size > 0 ? await orFailurePage(suggestTargets(context, address)) : [];
  return {
    upload,
    grid: {
      readOnly,
      table: { name: table.name, rowCount: table.rowCount, columnNames },
      pages,
      page,
      allTargets: search.has('targets'),
      columns: columnsOf(table, page, summaries),
      rowsAway: rows === null,
      rows: (rows?.rows ?? []).map(({ row, values }): GridRow => ({
        row,
        values: values.map((value) => value && shortenCell(value)),
      })),
      targets,
      choices: [...choices],
      suggested: [...suggested],
      suggestions: [...firstSuggestions(suggestions)],
      mappedCount: mapping.length,
      templates: templates.map(({ name }) => name),
      drafted: readOnly ? entries : null,
      versions,
      missingCodes: (drafted && readMissingCodes(drafted)) ?? missingCodes,
      typedReading: drafted && postedReading(drafted),
      typedTemplate: drafted ? typedTemplate(drafted) : null,
    },
  };
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
