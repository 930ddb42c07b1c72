import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

import { requireUser } from '~/auth/guards';
import { CorrectFileLink } from '~/components/correction/correct-file-link';
import type { PreservedForm } from '~/drafts/preserved-form';
import { FileFacts } from '~/components/mapping-grid/file-facts';
import { MappedTables } from '~/components/workflow/table-links';
import { linkedErrors, missingCodesId, readChoices, readMissingCodes, readSuggested } from '~/forms/mapping-form';
import { MappingForm, mappingFormId, MappingText, MissingCodesField } from '~/components/mapping-grid/mapping-screen';
import { ReadingFields, ReparseForm, RowsButton } from '~/components/reading/reading-fields';
import { postedReading } from '~/forms/reading-form';
import { ReadingNotes } from '~/components/reading/reading-notes';
import { typedRows } from '~/forms/data-rows-form';
import { readIntent, typedTemplate } from '~/forms/form-entries';
import { SentTooLate, TypedEntries } from '~/drafts/typed-entries';
import { versionsAfterReply } from '~/drafts/form-versions';
import { UnreadableFile } from '~/components/workflow/unreadable-file';
import { Waiting } from '~/components/workflow/waiting';
import { ErrorSummary } from '~/forms/error-summary';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { findReading } from '~/repository-client/uploads';
import { loadMapping, mappingForm, type MappingGridData } from '~/screens/mapping.server';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { showRefusal, type FormReply } from '~/screens/posted-form.server';
import { changeTableUse, leaveRows, takeRows } from './change-data.server';
import { applyBattery, applyMappingTemplate, saveMappingTemplate, suggestMapping } from './fill-mapping.server';
import { saveMappingForm, turnMappingPage } from './save-mapping.server';
import { findChosenReading, reparseUpload } from './reparse-upload.server';
import { loadUpload, sameTables, uploadIdOf } from '~/screens/upload.server';

export const handle = {
  title: 'mapping:title',
  step: 'mapping',
  help: 'mapping',
  preservesForm(data: unknown): PreservedForm | null {
    const { upload, grid } = data as SerializeFrom<typeof loader>;
    if (!grid || grid.readOnly) return null;
    return { kind: 'mapping', id: mappingFormId, object: `${upload.id}/${grid.table.name}` };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  const [mapping, reading] = await Promise.all([
    loadMapping(context, upload, new URL(request.url).searchParams, 'contributor'),
    orFailurePage(findReading(context, upload.id)),
  ]);
  return { ...mapping, reading, chosen: await findChosenReading(context, upload, reading) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const search = new URL(request.url).searchParams;
  const [table, columns, targets] = ['table', 'columns', 'targets'].map((name) => search.get(name));
  const form = mappingForm(context, id, { table: table ?? '', columns, targets });
  const entries = await readDraftableForm(request, context, form);
  const { verb, argument } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (refusal) => showRefusal(context, refusal, entries));
  }

  const upload = await loadUpload(context, params);
  if (verb === 'read-again') return reparseUpload(context, { upload, table: table ?? '', form, entries });
  const shape = upload.tables.find(({ name }) => name === table);
  // If the table does not exist any more, the check shows the present tables.
  if (!shape) return redirect(paths.uploadCheck(id), 303);
  const columnNames = shape.columns.map(({ name }) => name);
  const posted = { upload, table: { name: shape.name, columnNames }, form, entries };
  switch (verb) {
    case 'columns':
      return turnMappingPage(
        context,
        posted,
        mappingForm(context, id, { table: shape.name, columns: argument, targets }).page,
      );
    case 'targets':
      return turnMappingPage(
        context,
        posted,
        mappingForm(context, id, { table: shape.name, columns, targets: argument }).page,
      );
    case 'rows':
      return turnMappingPage(context, posted, paths.uploadRows(id, shape.name));
    case 'suggest':
      return suggestMapping(context, posted);
    case 'use-battery':
      return applyBattery(context, posted);
    case 'apply-template':
      return applyMappingTemplate(context, posted);
    case 'leave-rows':
      return leaveRows(context, posted);
    case 'take-rows':
      return takeRows(context, posted, argument);
    case 'table':
      return changeTableUse(context, posted, argument);
    case 'same-mapping':
      return saveMappingForm(context, posted, sameTables(upload, shape));
    case 'save-template':
      return saveMappingTemplate(context, posted);
    default:
      return saveMappingForm(context, posted);
  }
}

export default function Mapping() {
  const { upload, grid, reading, chosen } = useLoaderData<typeof loader>();
  const { t } = useTranslation('mapping');
  if (upload.state === 'failed') {
    return (
      <UnreadableFile upload={upload}>
        <ReparseForm reading={reading} actionOf={(table) => paths.uploadData(upload.id, table)} typed={chosen} />
      </UnreadableFile>
    );
  }
  if (upload.state !== 'ready') return <Waiting kind="reading" upload={upload} />;
  if (!grid) return <p>{t('noColumns')}</p>;
  return (
    <>
      <h2>{t('heading')}</h2>
      <p>{grid.readOnly ? t('uploads:readOnlyNote') : t('intro')}</p>
      <MappedTables
        tables={upload.tables}
        current={grid.table.name}
        addressOf={(table) => paths.uploadData(upload.id, table)}
        hint={grid.readOnly ? undefined : t('tableHint')}
      />
      <FileFacts
        original={paths.original(upload.id)}
        dialect={grid.readOnly ? upload.dialect : null}
        rowCount={grid.table.rowCount}
        rowsAddress={grid.readOnly ? paths.uploadRows(upload.id, grid.table.name) : undefined}
      />
      {grid.readOnly ? null : (
        <p>
          <CorrectFileLink id={upload.id} />
        </p>
      )}
      <ReadingNotes reading={reading} table={grid.table.name} />
      <Grid id={upload.id} grid={grid} reading={reading} />
    </>
  );
}

/** The grid with the typed, drafted or saved mapping, in this order of preference. */
function Grid({ id, grid, reading }: { id: string; grid: MappingGridData; reading: ParseResult }) {
  const reply = useActionData<() => FormReply>();
  const choices = reply ? readChoices(reply.entries, grid.table.columnNames) : new Map(grid.choices);
  const suggested = reply ? readSuggested(reply.entries, grid.table.columnNames) : new Set(grid.suggested);
  const errors = reply?.errors ?? [];
  const view = { ...grid, choices, suggested, suggestions: new Map(grid.suggestions), errors };
  if (grid.readOnly) {
    return (
      <>
        <SentTooLate
          reply={reply}
          drafted={grid.drafted}
          show={(entries) => <TypedEntries entries={[...readChoices(entries, grid.table.columnNames)]} />}
        />
        <MappingText view={view} />
      </>
    );
  }
  const query = new URLSearchParams({ table: grid.table.name, columns: String(grid.page.number) });
  if (grid.allTargets) query.set('targets', 'all');
  return (
    <>
      <ErrorSummary errors={linkedErrors(errors, grid.columns)} />
      <MappingForm
        view={view}
        action={`${paths.uploadData(id)}?${query}`}
        allTargets={grid.allTargets}
        templates={grid.templates}
        typedTemplate={reply ? typedTemplate(reply.entries) : grid.typedTemplate}
        versions={versionsAfterReply(grid.versions, reply)}
        typedRows={reply ? typedRows(reply.entries) : grid.typedRows}
        sameTables={grid.sameTables}
        head={
          <>
            <ReadingFields
              reading={reading}
              table={grid.table.name}
              typed={reply ? postedReading(reply.entries) : grid.typedReading}
            />
            <MissingCodesField
              codes={(reply && readMissingCodes(reply.entries)) ?? grid.missingCodes}
              error={errors.find(({ fieldId }) => fieldId === missingCodesId)?.message}
            />
            <RowsButton />
          </>
        }
      />
    </>
  );
}
