import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isBeingRead } from '@domain/file-state';

import { requireUser } from '~/auth/guards';
import { DataPreview } from '~/components/data-preview/data-preview';
import { PreviewTables } from '~/components/workflow/table-links';
import { Waiting } from '~/components/workflow/waiting';
import { paths } from '~/paths';
import { loadPreview } from '~/screens/preview.server';
import { loadUploadWithFile } from '~/screens/upload.server';

export const handle = { title: 'reading:previewTitle', step: 'mapping', help: 'mapping' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadPreview(context, await loadUploadWithFile(context, params), new URL(request.url).searchParams);
}

/** All rows of an upload's tables as they were read, and summaries of their columns. */
export default function Rows() {
  const { upload, preview } = useLoaderData<typeof loader>();
  const { t } = useTranslation('reading');
  const { id, state } = upload;
  if (!preview && isBeingRead(state)) {
    return <Waiting kind="reading" upload={upload} />;
  }
  const table = preview?.table.name;
  return (
    <>
      <h2>{t('previewHeading')}</h2>
      <p>
        <Link to={paths.uploadData(id, table)}>{t('backToMapping')}</Link>
      </p>
      <PreviewTables tables={upload.tables} current={table ?? ''} addressOf={(name) => paths.uploadRows(id, name)} />
      {preview ? <DataPreview {...preview} /> : <p>{t('noRows')}</p>}
    </>
  );
}
