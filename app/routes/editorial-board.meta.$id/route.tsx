import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { formOf } from '~/components/metadata-form/stored-metadata';
import { readSavedMetadata } from '~/screens/metadata.server';
import { loadSubmission } from '~/screens/upload.server';

export const handle = { title: 'metadata:title', part: 'meta', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const { id, fileName, readsFile } = await loadSubmission(context, params);
  return { fileName, readsFile, ...(await readSavedMetadata(context, id)) };
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
