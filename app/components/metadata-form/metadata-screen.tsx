import { Link } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { MetadataEntry, MetadataError, StudyUpload } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { quoteMark, Quoting } from '~/components/contributed-text';
import { TemplateGroup } from '~/components/templates/template-group';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import { ErrorSummary, focusAnswer, type FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { summaryErrors, visibleErrors } from './form-errors';
import { type FormState, parseMetadataForm } from '~/forms/metadata/form-state';
import type { ShownLookup } from './lookup-part';
import { MetadataBody } from './metadata-body';
import { readTidyForm } from '~/forms/metadata/change-form';
import { formOf } from '~/forms/metadata/stored-metadata';
import { isTicked, studyFields } from '~/forms/metadata/study-fields';

/** Id of the form on its page. */
export const metadataFormId = 'metadata-form';

interface MetadataFormProps {
  action: string;
  /** Address at which script checks the title. */
  checkAddress: string;
  fields: readonly FormField[];
  /** Saved metadata. */
  metadata: MetadataEntry[];
  draftEntries: Entries | null;
  versions: FormVersions;
  /** Names of the user's templates; null where they are not offered. */
  templates: string[] | null;
  /** See AlsoFor. */
  studyUploads: StudyUpload[];
  /** Text of the button that saves; 'Save' by default. */
  save?: string;
  /** Further fields before the buttons. */
  children?: ReactNode;
  /** Response to a post: the form as typed, possibly with errors. */
  reply: {
    entries: Entries;
    errors: FormError[];
    fieldErrors: MetadataError[] | null;
    focus: string | null;
    conflict: ShownConflict | null;
    lookup: ShownLookup | null;
  } | null;
}

/** Content of the form: as typed, otherwise as drafted, otherwise as saved. */
function useFormState({ fields, metadata, draftEntries, reply }: MetadataFormProps): FormState {
  if (reply) return parseMetadataForm(fields, reply.entries);
  return draftEntries ? readTidyForm(fields, draftEntries) : formOf(fields, metadata);
}

/** Metadata form with all fields of the schema, missing information, and the user's templates. */
export function MetadataForm(props: MetadataFormProps) {
  const { action, fields, templates, reply } = props;
  const entries = reply?.entries ?? props.draftEntries ?? [];
  const { t } = useTranslation('metadata');
  const state = useFormState(props);
  const refused = visibleErrors(reply?.fieldErrors ?? [], fields, state, (code) => t(`metadata-errors:${code}`));
  const focus = reply?.focus ?? null;
  const versions = versionsAfterReply(props.versions, reply);
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
          lookup={reply?.lookup ?? null}
        />
        <AlsoFor uploads={props.studyUploads} entries={entries} />
        {props.children}
        <SaveButtons versions={versions} save={props.save ?? t('save')} isExplained />
        {templates === null ? null : (
          <TemplateGroup
            names={templates}
            chosen={entryValue(entries, 'template')}
            typedName={entryValue(entries, 'templateName')}
          />
        )}
      </Form>
    </>
  );
}

interface AlsoForProps {
  /** The user's other open uploads, and those that share the metadata. */
  uploads: readonly StudyUpload[];
  /** Entries of the form, as typed or drafted. */
  entries: Entries;
}

/** Choice of other uploads that share the metadata after saving, such as RAW and AGG files of one study. */
function AlsoFor({ uploads, entries }: AlsoForProps) {
  const { t } = useTranslation('metadata');
  const closed = uploads.filter(({ shares, isSubmitted }) => shares && isSubmitted);
  const open = uploads.filter(({ isSubmitted }) => !isSubmitted);
  const able = open.filter(({ blocker, shares }) => blocker === null || shares);
  const unable = open.filter(({ blocker, shares }) => blocker !== null && !shares);
  if (closed.length > 0) return <Closed uploads={closed} />;
  if (open.length === 0) return null;
  return (
    <fieldset className="also-for">
      <legend>{t('alsoFor.legend')}</legend>
      <p className="hint">{t('alsoFor.hint')}</p>
      <input type="hidden" name={studyFields.shown} value="yes" />
      {able.map((upload) => (
        <Choice key={upload.id} upload={upload} isTicked={isTicked(upload, entries)} />
      ))}
      {unable.length > 0 ? (
        <details>
          <summary>{t('alsoFor.unable', { count: unable.length })}</summary>
          <ul>
            {unable.map((upload) => (
              <li key={upload.id}>
                <Link to={upload.blocker === 'not-mapped' ? paths.uploadData(upload.id) : paths.uploadCheck(upload.id)}>
                  {upload.fileName}
                </Link>{' '}
                <About upload={upload} />
                {t(`alsoFor.blockers.${upload.blocker ?? 'not-checked'}`)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </fieldset>
  );
}

function Choice({ upload, isTicked: ticked }: { upload: StudyUpload; isTicked: boolean }) {
  const { t } = useTranslation('metadata');
  const { id, fileName, shares, title, titleLanguage } = upload;
  return (
    <div className="choice">
      {shares ? <input type="hidden" name={studyFields.shared} value={id} /> : null}
      <input
        type="checkbox"
        id={`also-${id}`}
        name={studyFields.ticked}
        value={id}
        defaultChecked={ticked}
        aria-describedby={`also-${id}-hint`}
      />
      <label htmlFor={`also-${id}`}>{fileName}</label>
      <p className="hint" id={`also-${id}-hint`}>
        <About upload={upload} />
        {title === null ? null : (
          <Quoting message={t('alsoFor.replaces', { title: quoteMark })} text={title} language={titleLanguage} />
        )}
        {shares ? t('alsoFor.shares') : null}
      </p>
    </div>
  );
}

/** Kind and date, which distinguish files with the same name. */
function About({ upload: { kind, date } }: { upload: StudyUpload }) {
  const { t } = useTranslation('metadata');
  const language = useLanguage();
  return `${t('alsoFor.about', { kind: kind.toUpperCase(), date: formatDate(date, language, 'UTC') })}. `;
}

/** Shared uploads that are under review. They do not change, so this upload leaves their study. */
function Closed({ uploads }: { uploads: readonly StudyUpload[] }) {
  const { t } = useTranslation('metadata');
  return (
    <p className="notice">
      <input type="hidden" name={studyFields.alone} value="yes" />
      {t('alsoFor.closed', { files: uploads.map(({ fileName }) => fileName).join(', ') })}
    </p>
  );
}
