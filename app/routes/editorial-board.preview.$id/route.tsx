import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { PublishedTables } from '~/components/workflow/table-links';
import { PublicationView } from '~/components/publication/publication-view';
import { paths } from '~/paths';
import { loadPublication } from '~/screens/publication.server';
import { loadSubmission, openParts } from '~/screens/upload.server';

export const handle = { title: 'publication:title', part: 'check', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const publication = await loadPublication(context, upload, new URL(request.url).searchParams, 'expert');
  return { ...publication, ...openParts(upload) };
}

/** The tables of a submission as they will be published. */
export default function SubmittedPublication() {
  const { upload, published } = useLoaderData<typeof loader>();
  const { t } = useTranslation('publication');
  return (
    <>
      <h2>{t('headingOf', { file: upload.fileName })}</h2>
      <p>{t('introOf')}</p>
      {published ? (
        <>
          <PublishedTables
            tables={upload.tables}
            current={published.table.name}
            addressOf={(table) => paths.editorialPreview(upload.id, table)}
          />
          <PublicationView {...published} table={published.table.name} />
        </>
      ) : (
        <p>{t('reading:noRows')}</p>
      )}
    </>
  );
}
