import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { DataGrid } from '~/components/data-grid/data-grid';
import { FlashBanner } from '~/components/frame/flash-banner';
import { TemplateGroup } from '~/components/templates/template-group';
import { PageButtons } from '~/components/workflow/page-buttons';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { TypedRows } from '~/forms/data-rows-form';
import type { FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import type { TypedTemplate } from '~/forms/form-entries';
import { columnsId, type Suggestion, targetFieldId } from '~/forms/mapping-form';

import { MappedCount, type MappingView, useColumnPages } from './mapping-view';
import { MappingOffers } from './mapping-offers';
import { RowsThatAreNotData, TableUse } from './table-data';
import { targetGroups } from './target-options';
import { TargetSelect } from './target-select';

/** A mapping in a form. */
export interface MappingFormView extends MappingView {
  /** Columns whose target was filled in as a suggestion. */
  suggested: ReadonlySet<string>;
  suggestions: ReadonlyMap<string, Suggestion>;
  /** The choices are suggestions for a table without a mapping and without a draft. */
  isPreset: boolean;
  errors: readonly FormError[];
  /** The test battery that the table looks like. */
  battery: { name: string } | null;
}

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
  /** What was typed about rows that are to be left out. */
  typedRows: TypedRows;
  /** Tables with the same columns. */
  sameTables: readonly string[];
  /** Fields of the file: how it was read, and its codes for missing values. */
  fileFields: ReactNode;
}

/** Mapping form of a table. The columns come first, in the page and for the keyboard; all that is rarer follows. */
export function MappingForm(props: MappingFormProps) {
  const isLeftOut = props.view.data.leftOut !== null;
  return (
    <Form id={mappingFormId} reloadDocument action={props.action} className="mapping-form">
      {isLeftOut ? <TableLeftOut {...props} /> : <OpenTable {...props} />}
    </Form>
  );
}

/** A table that is left out: it can be looked at, read again and taken back in. Its mapping is kept until then. */
function TableLeftOut({ view, versions, fileFields, typedRows, typedTemplate }: MappingFormProps) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <section id={columnsId} aria-label={t('part')} tabIndex={-1} className="mapping-columns">
        <FlashBanner />
        <VersionNotes versions={versions} />
        <TableUse data={view.data} editable />
        <HiddenChoices choices={[...view.choices]} />
        <HiddenSuggested names={[...view.suggested]} />
        <HiddenTyped rows={typedRows} template={typedTemplate} />
        {view.rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
        <DataGrid
          caption={view.table.name}
          label={t('grid', { table: view.table.name })}
          columns={view.columns}
          rows={view.rows}
        />
        <PageButtons posts {...useColumnPages(view)} />
        <SaveButtons versions={versions} save={null} />
      </section>
      {fileFields}
    </>
  );
}

function OpenTable({ view, versions, ...props }: MappingFormProps) {
  const { t } = useTranslation('mapping');
  const hasMoreTargets = !props.allTargets && view.targets.some(({ rare }) => rare);
  return (
    <>
      <section id={columnsId} aria-label={t('part')} tabIndex={-1} className="mapping-columns">
        <FlashBanner />
        <VersionNotes versions={versions} />
        {view.isPreset ? <PresetNote view={view} /> : <MappedCount view={view} />}
        <ColumnsGrid view={view} allTargets={props.allTargets} />
        <PageButtons posts {...useColumnPages(view)} />
        <SaveButtons versions={versions} save={t('save')} />
      </section>
      <MappingOffers
        sameTables={props.sameTables}
        battery={view.battery}
        hasTargets={view.choices.size > 0}
        hasMoreTargets={hasMoreTargets}
      />
      <TableUse data={view.data} editable />
      {props.fileFields}
      <RowsThatAreNotData data={view.data} typed={props.typedRows} errors={view.errors} />
      <TemplateGroup
        names={props.templates}
        chosen={props.typedTemplate?.chosen}
        typedName={props.typedTemplate?.name}
      />
    </>
  );
}

/** Says that nothing has been mapped, and that what the selects show are suggestions. */
function PresetNote({ view: { suggested, table } }: { view: MappingFormView }) {
  const { t } = useTranslation('mapping');
  const values = { count: suggested.size, total: table.columnNames.length };
  return (
    <p className={suggested.size > 0 ? 'notice' : undefined}>
      {t('noneMapped')} {suggested.size > 0 ? t('preset', values) : null}
    </p>
  );
}

/** One select per column, above the first rows of data. The choices of other pages are hidden fields. */
function ColumnsGrid({ view, allTargets }: { view: MappingFormView; allTargets: boolean }) {
  const { t } = useTranslation('mapping');
  const { table, columns, choices } = view;
  const groups = targetGroups(view.targets, { all: allTargets, chosen: new Set(choices.values()) });
  const shown = new Set(columns.map(({ name }) => name));
  return (
    <>
      <HiddenChoices choices={[...choices].filter(([source]) => !shown.has(source))} />
      <HiddenSuggested names={[...view.suggested]} />
      {view.rowsAway ? <p className="notice">{t('uploads:rowsAway')}</p> : null}
      <DataGrid
        caption={table.name}
        label={t('grid', { table: table.name })}
        columns={columns}
        rows={view.rows}
        targets={columns.map((column, position) => (
          <TargetSelect
            column={column}
            sample={view.rows.flatMap(({ values }) => values[position] ?? [])}
            choice={choices.get(column.name) ?? ''}
            suggestion={view.suggested.has(column.name) ? view.suggestions.get(column.name) : undefined}
            error={view.errors.find(({ fieldId }) => fieldId === targetFieldId(column.letters))?.message}
            groups={groups}
            key={column.index}
          />
        ))}
      />
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

/** Columns that were filled in with suggestions, to distinguish them from the user's own choices. */
function HiddenSuggested({ names }: { names: readonly string[] }) {
  return names.map((name) => <input type="hidden" name="suggested" value={name} key={name} />);
}

/** What was typed into fields that a table left out does not show, so that it is there when the table is taken back in. */
function HiddenTyped({ rows, template }: { rows: TypedRows; template: TypedTemplate | null }) {
  const fields = {
    rowsFrom: rows.from,
    rowsTo: rows.to,
    rowsReason: rows.reason,
    template: template?.chosen ?? '',
    templateName: template?.name ?? '',
  };
  return Object.entries(fields).map(([name, value]) => <input type="hidden" name={name} value={value} key={name} />);
}
