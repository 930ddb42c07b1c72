import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { DataPreview } from '~/components/data-preview/data-preview';
import { PreviewTables } from '~/components/workflow/table-links';
import { paths } from '~/paths';
import { loadPreview } from '~/screens/preview.server';
import { loadSubmission, openParts } from '~/screens/upload.server';

export const handle = { title: 'reading:previewTitle', part: 'data', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const preview = await loadPreview(context, upload, new URL(request.url).searchParams);
  return { ...preview, ...openParts(upload) };
}

/** All rows of a submission's tables, with summaries of the columns. */
export default function SubmittedRows() {
  const { upload, preview } = useLoaderData<typeof loader>();
  const { t } = useTranslation('reading');
  return (
    <>
      <h2>{t('previewOf', { file: upload.fileName })}</h2>
      <PreviewTables
        tables={upload.tables}
        current={preview?.table.name ?? ''}
        addressOf={(table) => paths.editorialRows(upload.id, table)}
      />
      {preview ? <DataPreview {...preview} /> : <p>{t('noRows')}</p>}
    </>
  );
}
