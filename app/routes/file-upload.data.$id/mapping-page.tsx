import type { SerializeFrom } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ParseResult } from '@domain/api/readings';

import { DocumentsLink } from '~/components/documents/documents-part';
import { CorrectFileLink } from '~/components/correction/correct-file-link';
import { FlashBanner } from '~/components/frame/flash-banner';
import { FileFacts } from '~/components/mapping-grid/file-facts';
import { MappingForm } from '~/components/mapping-grid/mapping-form';
import { MappingText } from '~/components/mapping-grid/mapping-text';
import { MissingCodesField } from '~/components/mapping-grid/missing-codes-field';
import { ReadingDetails } from '~/components/reading/reading-details';
import { ReparseForm, RowsButton } from '~/components/reading/reading-fields';
import { ReadingNotes } from '~/components/reading/reading-notes';
import { LostRowsNote, MappedTables } from '~/components/workflow/table-links';
import { UnreadableFile } from '~/components/workflow/unreadable-file';
import { Waiting } from '~/components/workflow/waiting';
import { versionsAfterReply } from '~/drafts/form-versions';
import { SentTooLate, TypedEntries } from '~/drafts/typed-entries';
import { typedRows } from '~/forms/data-rows-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { type FormEntries, typedTemplate } from '~/forms/form-entries';
import { linkedErrors, missingCodesId, readChoices, readMissingCodes, readSuggested } from '~/forms/mapping-form';
import { postedReading, type ReadingValues } from '~/forms/reading-form';
import { ReadOnlyNote } from '~/components/sharing/read-only-note';
import { paths } from '~/paths';
import type { MappingData, MappingGridData } from '~/screens/mapping.server';
import type { FormReply } from '~/screens/posted-form.server';

type MappingPageData = MappingData & { reading: ParseResult; chosen: ReadingValues | null };

/** The mapping screen, whatever state its file is in. */
export function MappingPage({ upload, grid, reading, chosen }: SerializeFrom<MappingPageData>) {
  const { t } = useTranslation('mapping');
  if (upload.state !== 'ready' || !grid) {
    return (
      <>
        <FlashBanner />
        {upload.state === 'failed' ? (
          <UnreadableFile upload={upload}>
            <ReadingNotes reading={reading} fileName={upload.fileName} />
            <ReparseForm reading={reading} actionOf={(table) => paths.uploadData(upload.id, table)} typed={chosen} />
          </UnreadableFile>
        ) : upload.state === 'ready' ? (
          <p>{t('noColumns')}</p>
        ) : (
          <Waiting kind="reading" upload={upload} />
        )}
      </>
    );
  }
  return (
    <>
      {grid.readOnly ? <FlashBanner /> : null}
      <h2>{t('heading')}</h2>
      {grid.readOnly ? <ReadOnlyNote /> : <p>{t('intro')}</p>}
      <MappedTables
        tables={upload.tables}
        current={grid.table.name}
        addressOf={(table) => paths.uploadData(upload.id, table)}
        hint={grid.readOnly ? undefined : t('tableHint')}
      />
      {grid.readOnly ? null : (
        <LostRowsNote tables={upload.tables} addressOf={(table) => paths.uploadData(upload.id, table)} />
      )}
      <ReadingNotes reading={reading} fileName={upload.fileName} table={grid.table.name} />
      {grid.readOnly ? <SavedMapping grid={grid} upload={upload} /> : <OpenMapping {...{ upload, grid, reading }} />}
    </>
  );
}

interface GridProps {
  upload: SerializeFrom<MappingPageData>['upload'];
  grid: MappingGridData;
}

/** The mapping of an upload that cannot be changed any more. */
function SavedMapping({ upload, grid }: GridProps) {
  const reply = useActionData<() => FormReply>();
  const choices = reply ? readChoices(reply.entries, grid.table.columnNames) : new Map(grid.choices);
  return (
    <>
      <FileFacts
        original={paths.original(upload.id)}
        dialect={upload.dialect}
        rowCount={grid.table.rowCount}
        rowsAddress={paths.uploadRows(upload.id, grid.table.name)}
      />
      <SentTooLate
        reply={reply}
        drafted={grid.drafted}
        show={(entries) => <TypedEntries entries={[...readChoices(entries, grid.table.columnNames)]} />}
      />
      <MappingText view={{ ...grid, choices }} />
    </>
  );
}

/** The form with the typed, drafted, saved or suggested mapping, in this order of preference. */
function OpenMapping({ upload, grid, reading }: GridProps & { reading: ParseResult }) {
  const reply = useActionData<() => FormReply>();
  const { columnNames } = grid.table;
  const errors = reply?.errors ?? [];
  const view = {
    ...grid,
    choices: reply ? readChoices(reply.entries, columnNames) : new Map(grid.choices),
    suggested: reply ? readSuggested(reply.entries, columnNames) : new Set(grid.suggested),
    suggestions: new Map(grid.suggestions),
    errors,
  };
  const query = new URLSearchParams({ table: grid.table.name, columns: String(grid.page.number) });
  if (grid.allTargets) query.set('targets', 'all');
  return (
    <>
      <ErrorSummary errors={linkedErrors(errors, grid.columns)} />
      {/* Another table has other columns and choices in the same places. */}
      <MappingForm
        key={grid.table.name}
        view={view}
        action={`${paths.uploadData(upload.id)}?${query}`}
        allTargets={grid.allTargets}
        templates={grid.templates}
        typedTemplate={reply ? typedTemplate(reply.entries) : grid.typedTemplate}
        versions={versionsAfterReply(grid.versions, reply)}
        typedRows={reply ? typedRows(reply.entries) : grid.typedRows}
        sameTables={grid.sameTables}
        fileFields={<FileFields {...{ upload, grid, reading, errors }} typed={reply?.entries} />}
      />
    </>
  );
}

interface FileFieldsProps extends GridProps {
  reading: ParseResult;
  /** The form as it was sent, if it comes back. */
  typed: FormEntries | undefined;
  errors: readonly FormError[];
}

/** Fields of the file: how it was read, and its codes for missing values. */
function FileFields({ upload, grid, reading, typed, errors }: FileFieldsProps) {
  return (
    <>
      <FileFacts original={paths.original(upload.id)} dialect={null} rowCount={grid.table.rowCount}>
        <CorrectFileLink id={upload.id} /> · <DocumentsLink id={upload.id} />
      </FileFacts>
      <ReadingDetails
        reading={reading}
        table={grid.table.name}
        typed={typed ? postedReading(typed) : grid.typedReading}
      />
      <MissingCodesField
        codes={(typed && readMissingCodes(typed)) ?? grid.missingCodes}
        error={errors.find(({ fieldId }) => fieldId === missingCodesId)?.message}
        isHidden={grid.data.leftOut !== null}
      />
      <RowsButton />
    </>
  );
}
