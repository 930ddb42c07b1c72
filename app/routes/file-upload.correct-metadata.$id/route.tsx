import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { maxCorrectionNoteCharacters } from '@domain/limits';
import { requireUser } from '~/auth/guards';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { MetadataForm, metadataFormId } from '~/components/metadata-form/metadata-screen';
import type { PreservedForm } from '~/drafts/preserved-form';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { SentTooLate } from '~/drafts/typed-entries';
import { TextArea } from '~/forms/fields';
import { type Entries, entryValue, readIntent } from '~/forms/form-entries';
import { correctionBase, correctionNote as noteName } from '~/forms/metadata/correction-fields';
import { isFormVerb } from '~/forms/metadata/change-form';
import { parseMetadataForm } from '~/forms/metadata/form-state';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { correctableFields, correctionForm, loadCorrection } from '~/screens/correction-form.server';
import {
  changeMetadata,
  type MetadataFormReply,
  showMetadata,
  showRefusedMetadata,
} from '~/screens/metadata-form.server';
import { badRequestError } from '~/screens/posted-form.server';
import { lookUpMetadata } from '~/screens/metadata-lookup.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import { Concerned, Waiting } from './correction-notes';
import { saveCorrection, withdrawProposal } from './save-correction.server';

await loadTexts('metadata-correction');

export const handle = {
  title: 'metadata-correction:title',
  help: 'correcting-metadata',
  preservesForm(data: unknown): PreservedForm | null {
    const { id, form } = data as SerializeFrom<typeof loader>;
    return form === null ? null : { kind: 'correction', id: metadataFormId, object: id };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  return { id: upload.id, ...(await loadCorrection(context, upload)) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const form = correctionForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  const { verb, argument } = readIntent(entries);
  if (verb === 'withdraw') return withdrawProposal(context, { id, form });
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (refusal) => showRefusedMetadata(context, refusal, entries));
  }
  const posted = { id, fields: await orFailurePage(correctableFields(context)), form, entries };
  if (isFormVerb(verb)) return changeMetadata(context, posted, verb, argument);
  switch (verb) {
    case 'look-up':
    case 'take':
      return lookUpMetadata(context, posted, verb, argument);
    // Without an intent, the form was sent with Enter.
    case '':
    case 'save':
      return saveCorrection(context, posted);
    default:
      return showMetadata(entries, { status: 400, errors: [badRequestError(context)] });
  }
}

/** The metadata form for an accepted data set, with a public note. */
export default function CorrectMetadata() {
  const { id, fields, allFields, refusal, draftEntries, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => MetadataFormReply>() ?? null;
  const { t } = useTranslation('metadata-correction');
  const typed = reply && reply.entries.length > 0 ? reply : null;
  return (
    <>
      <h2>{t('heading')}</h2>
      {form === null ? (
        <>
          <p className="notice">{refusal}</p>
          <SentTooLate
            reply={typed}
            drafted={draftEntries}
            show={(entries) => <Typed fields={fields} entries={entries} />}
          />
        </>
      ) : (
        <>
          <p>{t('intro')}</p>
          <p>{t('split')}</p>
          <p>{t('fixed')}</p>
          <p>{t('licence.hint')}</p>
          <Concerned correction={form.correction} />
          <Waiting correction={form.correction} fields={allFields} />
          <MetadataForm
            action={paths.correctMetadata(id)}
            checkAddress={paths.validateTitle(id)}
            fields={fields}
            metadata={form.correction.metadata}
            draftEntries={draftEntries}
            versions={form.versions}
            templates={null}
            studyUploads={[]}
            reply={reply}
            save={t('save')}
          >
            <input type="hidden" name={correctionBase} value={baseIn(reply?.entries ?? draftEntries, form.base)} />
            <Note reply={reply} draftEntries={draftEntries} />
          </MetadataForm>
          <p>
            <Link to={paths.dataSet(form.correction.nr)}>{t('dataSet')}</Link>
          </p>
        </>
      )}
      <p>
        <Link to={paths.uploads()}>{t('back')}</Link>
      </p>
    </>
  );
}

/** What the form was rendered with; a version that does not tell it counts as changed everywhere. */
function baseIn(entries: Entries | null, base: string): string {
  return entries && entries.length > 0 ? entryValue(entries, correctionBase) : base;
}

function Note({ reply, draftEntries }: { reply: MetadataFormReply['data'] | null; draftEntries: Entries | null }) {
  const { t } = useTranslation('metadata-correction');
  return (
    <TextArea
      id={noteName}
      name={noteName}
      rows={3}
      label={t('note')}
      mark="*"
      hint={t('noteHint', { max: maxCorrectionNoteCharacters })}
      defaultValue={entryValue(reply?.entries ?? draftEntries ?? [], noteName)}
      error={reply?.errors.find(({ fieldId }) => fieldId === noteName)?.message}
    />
  );
}

/** What was typed and can no longer be sent, for copying. */
function Typed({ fields, entries }: { fields: Parameters<typeof parseMetadataForm>[0]; entries: Entries }) {
  const { t } = useTranslation('metadata-correction');
  const note = entryValue(entries, noteName);
  return (
    <>
      <MetadataList fields={fields} state={parseMetadataForm(fields, entries)} />
      {note === '' ? null : (
        <dl className="typed-text">
          <dt>{t('note')}</dt>
          <dd lang="">{note}</dd>
        </dl>
      )}
    </>
  );
}
