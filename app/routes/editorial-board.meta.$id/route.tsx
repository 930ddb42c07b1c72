import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { MetadataList } from '~/components/metadata-form/metadata-list';
import { formOf } from '~/components/metadata-form/stored-metadata';
import { loadMetadata } from '~/screens/metadata.server';
import { loadUpload } from '~/screens/upload.server';

export const handle = { title: 'metadata:title', part: 'meta', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadMetadata(context, await loadUpload(context, params), 'expert');
}

/** The metadata of a submission, to read. */
export default function SubmittedMetadata() {
  const { upload, form } = useLoaderData<typeof loader>();
  const { t } = useTranslation('editorial');
  if (!form) return <p>{t('metadata:none')}</p>;
  return (
    <>
      <h2>{t('of', { part: t('parts.meta'), file: upload.fileName })}</h2>
      <MetadataList fields={form.fields} state={formOf(form.fields, form.metadata)} />
    </>
  );
}
