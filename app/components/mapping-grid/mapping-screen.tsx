import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { MappingTarget } from '@domain/api/mapping';
import { DataGrid, type GridColumn, type GridRow } from '~/components/data-grid/data-grid';
import { TemplateGroup } from '~/components/templates/template-group';
import type { TypedTemplate } from '~/forms/form-entries';
import { PageButtons } from '~/components/workflow/page-buttons';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { FieldError, TextField } from '~/forms/fields';
import { Form } from '~/forms/form';

import { BatteryOffer } from './battery-offer';
import type { ColumnPage } from './column-pages';
import type { TypedRows } from '~/forms/data-rows-form';
import type { Choices, MissingCodes, Suggestion } from '~/forms/mapping-form';
import { missingCodesId, targetFieldId } from '~/forms/mapping-form';
import { RowsThatAreNotData, type TableDataView, TableUse } from './table-data';
import { type TargetGroup, targetGroups, targetLabels } from './target-options';

/** A table with its mapping, one page of columns at a time. */
interface MappingView {
  data: TableDataView;
  table: { name: string; rowCount: number; columnNames: string[] };
  pages: ColumnPage[];
  page: ColumnPage;
  columns: GridColumn[];
  rows: GridRow[];
  rowsAway: boolean;
  targets: MappingTarget[];
  choices: Choices;
}

function useColumnPages({ pages, page }: MappingView) {
  const { t } = useTranslation('mapping');
  return {
    label: t('pages'),
    name: 'columns',
    pages: pages.map(({ number, first, last }) => ({ number, text: t('page', { first, last }) })),
    current: page.number,
  };
}

function MappedCount({ view }: { view: MappingView }) {
  const { t } = useTranslation('mapping');
  const { size } = view.choices;
  const total = view.table.columnNames.length;
  return <p>{size === 0 ? t('noneMapped') : t('mappedCount', { count: size, total })}</p>;
}

/** A mapping in a form. */
interface MappingFormView extends MappingView {
  /** Columns whose target was filled in as a suggestion. */
  suggested: ReadonlySet<string>;
  suggestions: ReadonlyMap<string, Suggestion>;
  errors: readonly FormError[];
  /** The test battery that the table looks like. */
  battery: { name: string } | null;
}

/** Largest number of tables named on a button. */
const sameTablesListed = 12;

/** Id of the form on its page. */
export const mappingFormId = 'mapping-form';

interface MappingFormProps {
  view: MappingFormView;
  /** Address of this page, to which the form posts. */
  action: string;
  allTargets: boolean;
  templates: readonly string[];
  typedTemplate: TypedTemplate | null;
  versions: FormVersions;
  /** Fields above the columns that say how the file was read. */
  head: ReactNode;
  /** What was typed about rows that are to be left out. */
  typedRows: TypedRows;
  /** Tables with the same columns. */
  sameTables: readonly string[];
}

/** Mapping form of a table: one select per column, above the first rows of data. */
export function MappingForm({
  view,
  action,
  allTargets,
  templates,
  typedTemplate,
  versions,
  ...props
}: MappingFormProps) {
  const { t } = useTranslation('mapping');
  const { table, columns, choices } = view;
  const groups = targetGroups(view.targets, { all: allTargets, chosen: new Set(choices.values()) });
  const shown = new Set(columns.map(({ name }) => name));
  return (
    <Form id={mappingFormId} reloadDocument action={action} className="mapping-form">
      <VersionNotes versions={versions} />
      {props.head}
      <TableUse data={view.data} editable />
      <MappedCount view={view} />
      <HiddenChoices choices={[...choices].filter(([source]) => !shown.has(source))} />
      <HiddenSuggested names={[...view.suggested]} />
      <BatteryOffer battery={view.battery} />
      <div className="actions">
        <button type="submit" name="intent" value="suggest" className="button-quiet" aria-describedby="suggest-hint">
          {t('suggest')}
        </button>
        <span className="hint" id="suggest-hint">
          {t('suggestHint')}
        </span>
      </div>
      <PageButtons posts {...useColumnPages(view)} />
      {view.rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
      <DataGrid
        caption={table.name}
        label={t('grid', { table: table.name })}
        columns={columns}
        rows={view.rows}
        targets={columns.map((column) => (
          <TargetSelect
            column={column}
            choice={choices.get(column.name) ?? ''}
            suggestion={view.suggested.has(column.name) ? view.suggestions.get(column.name) : undefined}
            error={view.errors.find(({ fieldId }) => fieldId === targetFieldId(column.letters))?.message}
            groups={groups}
            key={column.index}
          />
        ))}
      />
      <SaveButtons versions={versions} save={t('save')} />
      <SameMapping tables={props.sameTables} />
      <RowsThatAreNotData data={view.data} typed={props.typedRows} errors={view.errors} />
      {allTargets || !view.targets.some(({ rare }) => rare) ? null : (
        <p>
          {t('moreTargetsHint')}{' '}
          <button type="submit" name="intent" value="targets:all" className="button-quiet">
            {t('moreTargets')}
          </button>
        </p>
      )}
      <TemplateGroup names={templates} chosen={typedTemplate?.chosen} typedName={typedTemplate?.name} />
    </Form>
  );
}

/** Button that saves the mapping also for the tables with the same columns. */
function SameMapping({ tables }: { tables: readonly string[] }) {
  const { t } = useTranslation('mapping');
  if (tables.length === 0) return null;
  const shown = tables.slice(0, sameTablesListed).join(', ');
  const more = tables.length - sameTablesListed;
  return (
    <p>
      <button type="submit" name="intent" value="same-mapping" className="button-quiet">
        {t('data.same', { tables: more > 0 ? `${shown} ${t('andMore', { count: more })}` : shown })}
      </button>{' '}
      <span className="hint">{t('data.sameHint')}</span>
    </p>
  );
}

/** The mapping of a table as text. */
export function MappingText({ view }: { view: MappingView }) {
  const { t } = useTranslation('mapping');
  const { table, columns, choices } = view;
  const labels = targetLabels(view.targets);
  return (
    <>
      <TableUse data={view.data} editable={false} />
      <MappedCount view={view} />
      <form method="get">
        <input type="hidden" name="table" value={table.name} />
        <PageButtons posts={false} {...useColumnPages(view)} />
      </form>
      {view.rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
      <DataGrid
        caption={table.name}
        label={t('grid', { table: table.name })}
        columns={columns}
        rows={view.rows}
        targets={columns.map(({ name }) => {
          const choice = choices.get(name);
          return choice === undefined ? t('notMapped') : (labels.get(choice) ?? choice);
        })}
      />
      {view.data.rows.length > 0 ? <RowsThatAreNotData data={view.data} typed={null} /> : null}
    </>
  );
}

interface TargetSelectProps {
  column: GridColumn;
  /** '<key>|<unit>', or '' if the column is not mapped. */
  choice: string;
  /** Suggestion for the column, if it was filled in with the button. */
  suggestion?: Suggestion;
  /** Validation error. */
  error?: string;
  groups: readonly TargetGroup[];
}

/** Select that maps one column. The hidden field before it names the column (see `readChoices`). */
function TargetSelect({ column, choice, suggestion, error, groups }: TargetSelectProps) {
  const { t } = useTranslation('mapping');
  const [current, setCurrent] = useState(choice);
  const id = targetFieldId(column.letters);
  const isSuggested = suggestion !== undefined && suggestion.value === current;
  const described = [error ? `${id}-error` : '', isSuggested ? `${id}-reason` : ''].filter(Boolean).join(' ');
  const known = choice === '' || groups.some(({ options }) => options.some(({ value }) => value === choice));
  return (
    <>
      <input type="hidden" name="source" value={column.name} />
      <label className="visually-hidden" htmlFor={id}>
        {t('target', { letters: column.letters, name: column.name })}
      </label>
      <FieldError id={id} error={error} />
      <select
        id={id}
        name="target"
        defaultValue={choice}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={isSuggested ? 'suggested-target' : undefined}
      >
        <option value="">{t('notMapped')}</option>
        {known ? null : <option value={choice}>{t('unknownTarget', { target: choice.replace('|', ' ') })}</option>}
        {groups.map((group) => (
          <optgroup label={group.label} key={group.label}>
            {group.options.map((option) => (
              <option value={option.value} key={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {isSuggested ? (
        <p className="suggestion" id={`${id}-reason`}>
          <strong>{t('suggestion')}</strong> {suggestion.reason}
        </p>
      ) : null}
    </>
  );
}

/** Choices of columns on other pages, so that every post contains the whole mapping. */
function HiddenChoices({ choices }: { choices: readonly (readonly [source: string, target: string])[] }) {
  return choices.map(([source, target]) => (
    <span hidden key={source}>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="target" value={target} />
    </span>
  ));
}

/** Columns that were filled in with the button, to distinguish them from the user's own choices. */
function HiddenSuggested({ names }: { names: readonly string[] }) {
  return names.map((name) => <input type="hidden" name="suggested" value={name} key={name} />);
}

/** Missing-value codes of the file. This is metadata field 31, which the check needs earlier. */
export function MissingCodesField({ codes: { typed, saved }, error }: { codes: MissingCodes; error?: string }) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <TextField
        id={missingCodesId}
        name="missingCodes"
        label={t('missingCodes')}
        hint={t('missingCodesHint')}
        defaultValue={typed}
        error={error}
        maxLength={200}
        autoComplete="off"
      />
      {saved === null ? null : <input type="hidden" name="savedMissingCodes" value={saved} />}
    </>
  );
}
