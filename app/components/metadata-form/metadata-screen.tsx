import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry, MetadataError, StudyUpload } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import { TemplateGroup } from '~/components/templates/template-group';
import { DraftAutosave } from '~/drafts/draft-autosave';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAgain } from '~/drafts/form-versions';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { focusAnswer } from '~/forms/focus-answer';
import { Form } from '~/forms/form';
import { entryValue, type Entries } from '~/forms/form-entries';
import { AlsoFor } from './also-for';
import { visibleErrors, summaryErrors } from './form-errors';
import { readForm, type FormState } from './form-state';
import { MetadataBody } from './metadata-body';
import { readTidyForm } from './removed-value';
import { formOf } from './stored-metadata';

/** Id of the form on its page. */
export const metadataFormId = 'metadata-form';

interface MetadataFormProps {
  action: string;
  /** Address at which script checks the title. */
  checkAddress: string;
  fields: FormField[];
  /** Saved metadata. */
  metadata: MetadataEntry[];
  draftEntries: Entries | null;
  versions: FormVersions;
  templates: string[];
  /** See AlsoFor. */
  studyUploads: StudyUpload[];
  /** Response to a post: the form as typed, possibly with errors. */
  reply: {
    entries: Entries;
    errors: FormError[];
    fieldErrors: MetadataError[] | null;
    focus: string | null;
    conflict: ShownConflict | null;
  } | null;
}

/** Content of the form: as typed, otherwise as drafted, otherwise as saved. */
function useFormState({ fields, metadata, draftEntries, reply }: MetadataFormProps): FormState {
  if (reply) return readForm(fields, reply.entries);
  return draftEntries ? readTidyForm(fields, draftEntries) : formOf(fields, metadata);
}

/** Metadata form with all fields of the schema, missing information, and the user's templates. */
export function MetadataForm(props: MetadataFormProps) {
  const { action, fields, templates, reply } = props;
  const entries = reply?.entries ?? props.draftEntries ?? [];
  const { t } = useTranslation('metadata');
  const state = useFormState(props);
  const refused = visibleErrors(reply?.fieldErrors ?? [], fields, state, (code) => t(`metadata-faults:${code}`));
  const focus = reply?.focus ?? null;
  const versions = versionsAgain(props.versions, reply);
  useEffect(() => {
    if (focus) focusAnswer(document.getElementById(focus));
  }, [focus]);
  return (
    <>
      <ErrorSummary errors={[...(reply?.errors ?? []), ...summaryErrors(refused)]} />
      <Form id={metadataFormId} reloadDocument action={action} className="metadata-form">
        <VersionNotes versions={versions} />
        <MetadataBody
          key={action}
          fields={fields}
          state={state}
          entries={entries}
          errors={reply?.fieldErrors ?? null}
          focus={focus}
          checkAddress={props.checkAddress}
        />
        <AlsoFor uploads={props.studyUploads} entries={entries} />
        <div className="actions">
          <button type="submit" name="intent" value="save">
            {t('save')}
          </button>
          <button type="submit" name="intent" value="draft" className="button-quiet">
            {t('saveDraft')}
          </button>
        </div>
        <DraftAutosave versions={versions} />
        <TemplateGroup
          names={templates}
          chosen={entryValue(entries, 'template')}
          typedName={entryValue(entries, 'templateName')}
        />
      </Form>
    </>
  );
}
