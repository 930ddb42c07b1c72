import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry, MetadataError, StudyUpload } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import { TemplateGroup } from '~/components/templates/template-group';
import { DraftAutosave } from '~/drafts/draft-autosave';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAgain } from '~/drafts/form-versions';
import { ErrorSummary, focusAnswer, type FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { entryValue, type Entries } from '~/forms/form-entries';
import { AlsoFor } from './also-for';
import { visibleErrors, summaryErrors } from './form-errors';
import { parseMetadataForm, type FormState } from '../../forms/metadata/form-state';
import { MetadataBody } from './metadata-body';
import { readTidyForm } from '../../forms/metadata/change-form';
import { formOf } from '../../forms/metadata/stored-metadata';

/** Id of the form on its page. */
export const metadataFormId = 'metadata-form';

interface MetadataFormProps {
  action: string;
  /** Address that checks the title by script. */
  checkAddress: string;
  fields: FormField[];
  /** What is saved. */
  metadata: MetadataEntry[];
  draftEntries: Entries | null;
  versions: FormVersions;
  templates: string[];
  /** See AlsoFor. */
  studyUploads: StudyUpload[];
  /** The answer to a post: the form as typed, perhaps with what is wrong. */
  reply: {
    entries: Entries;
    errors: FormError[];
    fieldErrors: MetadataError[] | null;
    focus: string | null;
    conflict: ShownConflict | null;
  } | null;
}

/** What the form holds: as typed, else as drafted, else as saved. */
function useFormState({ fields, metadata, draftEntries, reply }: MetadataFormProps): FormState {
  if (reply) return parseMetadataForm(fields, reply.entries);
  return draftEntries ? readTidyForm(fields, draftEntries) : formOf(fields, metadata);
}

/** The metadata as a form: every field of the schema, what is still missing, and the user's templates. */
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
