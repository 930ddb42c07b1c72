import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import type { PreservedForm } from '~/drafts/preserved-form';
import { parseMetadataForm } from '~/forms/metadata/form-state';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { MetadataForm, metadataFormId } from '~/components/metadata-form/metadata-screen';
import { formOf } from '~/forms/metadata/stored-metadata';
import { BlockedStep } from '~/components/workflow/step-menu';
import { SentTooLate } from '~/drafts/typed-entries';
import { readIntent } from '~/forms/form-entries';
import { isFormVerb } from '~/forms/metadata/change-form';
import { ReadOnlyNote } from '~/components/sharing/read-only-note';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { readMetadataFields } from '~/repository-client/metadata';
import { saveMetadataForm } from './save-metadata.server';
import { applyTemplateToMetadata, saveMetadataTemplate } from './metadata-templates.server';
import {
  changeMetadata,
  type MetadataFormReply,
  showMetadata,
  showRefusedMetadata,
} from '~/screens/metadata-form.server';
import { lookUpMetadata } from '~/screens/metadata-lookup.server';
import { loadMetadata, metadataForm } from '~/screens/metadata.server';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import { badRequestError } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

export const handle = {
  title: 'metadata:title',
  step: 'metadata',
  help: 'metadata',
  preservesForm(data: unknown): PreservedForm | null {
    const { upload, form } = data as SerializeFrom<typeof loader>;
    const isShown = form !== null && !form.readOnly;
    return isShown ? { kind: 'metadata', id: metadataFormId, object: upload.id } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadMetadata(context, await loadUpload(context, params));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const form = metadataForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  const { verb, argument } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (refusal) => showRefusedMetadata(context, refusal, entries));
  }

  const fields = await orFailurePage(readMetadataFields(context));
  const posted = { id, fields, form, entries };
  if (isFormVerb(verb)) return changeMetadata(context, posted, verb, argument);
  switch (verb) {
    case 'look-up':
    case 'take':
      return lookUpMetadata(context, posted, verb, argument);
    case 'apply-template':
      return applyTemplateToMetadata(context, posted);
    case 'save-template':
      return saveMetadataTemplate(context, posted);
    // Without an intent, the form was sent with Enter.
    case '':
    case 'save':
      return saveMetadataForm(context, posted);
    default:
      return showMetadata(entries, { status: 400, errors: [badRequestError(context)] });
  }
}

export default function Metadata() {
  const { upload, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => MetadataFormReply>() ?? null;
  const { t } = useTranslation('metadata');
  if (!form) return <BlockedStep id={upload.id} step="metadata" flags={upload.flags} />;
  const shared = upload.study.length - 1;
  return (
    <>
      <h2>{t('heading')}</h2>
      {form.readOnly ? <ReadOnlyNote /> : <p>{t('intro')}</p>}
      {form.proposed.length > 0 && !reply ? (
        <p className="notice">{t('proposed', { fields: form.proposed.join(', ') })}</p>
      ) : null}
      {shared > 0 ? <p>{t('shared', { count: shared })}</p> : null}
      {upload.flags.meta && !form.readOnly && !reply?.hasErrors ? (
        <p className="notice">
          <Link to={paths.uploadSubmit(upload.id)}>{t('nextStep')}</Link>
        </p>
      ) : null}
      {form.readOnly ? (
        <SentTooLate
          reply={reply}
          drafted={form.draftEntries}
          show={(entries) => <MetadataList fields={form.fields} state={parseMetadataForm(form.fields, entries)} />}
        />
      ) : null}
      {form.readOnly ? (
        <MetadataList fields={form.fields} state={formOf(form.fields, form.metadata)} />
      ) : (
        <MetadataForm
          action={paths.uploadMeta(upload.id)}
          checkAddress={paths.validateTitle(upload.id)}
          {...form}
          reply={reply}
        />
      )}
    </>
  );
}
