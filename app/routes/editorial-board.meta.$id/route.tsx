import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { formOf } from '~/forms/metadata/stored-metadata';
import { readSavedMetadata } from '~/screens/metadata.server';
import { loadSubmission, openParts } from '~/screens/upload.server';

export const handle = { title: 'metadata:title', part: 'meta', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  return { fileName: upload.fileName, ...openParts(upload), ...(await readSavedMetadata(context, upload.id)) };
}

/** The metadata of a submission, read-only. */
export default function SubmittedMetadata() {
  const { fileName, fields, metadata } = useLoaderData<typeof loader>();
  const { t } = useTranslation('editorial');
  return (
    <>
      <h2>{t('of', { part: t('parts.meta'), file: fileName })}</h2>
      <MetadataList fields={fields} state={formOf(fields, metadata)} />
    </>
  );
}
