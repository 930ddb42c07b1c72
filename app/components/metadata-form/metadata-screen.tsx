import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry, MetadataFault } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { validateMetadata } from '@domain/metadata/validate';

import { ScrollArea } from '~/components/scroll-area';
import { TemplateGroup } from '~/components/templates/template-group';
import { DraftNote, type ShownDraft } from '~/components/workflow/draft-note';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { focusAnswer } from '~/forms/focus-answer';
import { Form } from '~/forms/form';
import { entryValue, type Entries } from '~/forms/form-entries';
import { errorsByName, shownFaults, summaryErrors } from './form-errors';
import { readForm, type FormState } from './form-state';
import { MetadataFields } from './metadata-fields';
import { MissingInformation } from './missing-information';
import { dropEmptyValues, formOf, metadataOf } from './stored-metadata';

interface MetadataFormProps {
  action: string;
  /** Address that checks the title by script. */
  checkAddress: string;
  fields: FormField[];
  /** What is saved. */
  metadata: MetadataEntry[];
  draftEntries: Entries | null;
  draft: ShownDraft | null;
  templates: string[];
  /** The answer to a post: the form as typed, perhaps with what is wrong. */
  again: {
    entries: Entries;
    errors: FormError[];
    faults: MetadataFault[] | null;
    focus: string | null;
  } | null;
}

/** What the form holds: as typed, else as drafted, else as saved. */
function useFormState({ fields, metadata, draftEntries, again }: MetadataFormProps): FormState {
  if (again) return readForm(fields, again.entries);
  return draftEntries ? dropEmptyValues(fields, readForm(fields, draftEntries)) : formOf(fields, metadata);
}

/** The metadata as a form: every field of the schema, what is still missing, and the user's templates. */
export function MetadataForm(props: MetadataFormProps) {
  const { action, fields, templates, again } = props;
  const { t } = useTranslation('metadata');
  const state = useFormState(props);
  const metadata = metadataOf(fields, state);
  const sentence = (code: string) => t(`metadata-faults:${code}`);
  const faults = shownFaults(again?.faults ?? validateMetadata(fields, metadata), metadata, fields, sentence);
  const shown = again?.faults ? faults : [];
  const focus = again?.focus ?? null;
  useEffect(() => {
    if (focus) focusAnswer(document.getElementById(focus));
  }, [focus]);
  return (
    <>
      <ErrorSummary errors={[...(again?.errors ?? []), ...summaryErrors(shown)]} />
      <Form reloadDocument action={action} className="metadata-form">
        <DraftNote draft={again ? null : props.draft} />
        <ScrollArea label={t('form')} height="metadata">
          <MetadataFields
            fields={fields}
            state={state}
            errors={errorsByName(shown)}
            focus={focus}
            checkAddress={props.checkAddress}
          />
        </ScrollArea>
        <MissingInformation faults={faults} />
        <div className="actions">
          <button type="submit" name="intent" value="save">
            {t('save')}
          </button>
          <button type="submit" name="intent" value="draft" className="button-quiet">
            {t('saveDraft')}
          </button>
        </div>
        <TemplateGroup names={templates} typedName={again ? entryValue(again.entries, 'templateName') : ''} />
      </Form>
    </>
  );
}
