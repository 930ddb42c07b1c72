import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isBeingRead } from '@domain/file-state';
import { statusRules } from '@domain/upload-status';
import { canStart } from '@domain/workflow-steps';

import { requireUser } from '~/auth/guards';
import { PublishedTables } from '~/components/workflow/table-links';
import { PublicationNotes, PublishedBesides } from '~/components/publication/publication-notes';
import { PublicationView } from '~/components/publication/publication-view';
import { BlockedStep } from '~/components/workflow/step-menu';
import { Waiting } from '~/components/workflow/waiting';
import { paths } from '~/paths';
import { loadPublication } from '~/screens/publication.server';
import { loadUploadWithFile } from '~/screens/upload.server';

export const handle = { title: 'publication:title', step: 'check', help: 'submitting' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUploadWithFile(context, params);
  return loadPublication(context, upload, new URL(request.url).searchParams, 'contributor');
}

/** The tables of an upload as they will be published. */
export default function PublicationPreview() {
  const { upload, published } = useLoaderData<typeof loader>();
  const { t } = useTranslation('publication');
  const { id, flags } = upload;
  if (!published && isBeingRead(upload.state)) return <Waiting kind="reading" upload={upload} />;
  if (!published) return <BlockedStep id={id} step="check" flags={flags} />;
  const { table } = published;
  const back = flags.mapped ? paths.uploadCheck : paths.uploadData;
  return (
    <>
      <h2>{t('heading')}</h2>
      {statusRules[upload.status].decided ? null : <p>{t('intro')}</p>}
      <PublishedTables
        tables={upload.tables}
        current={table.name}
        addressOf={(name) => paths.uploadPreview(id, name)}
      />
      <PublicationNotes upload={upload} table={table} problems={published.problems} dataSet={published.dataSet} />
      <PublicationView {...published} table={table.name} />
      <PublishedBesides />
      <p className="actions">
        <Link to={back(id, table.name)}>{t(flags.mapped ? 'toCheck' : 'notes.toMapping')}</Link>
        {canStart('submit', flags) && !flags.submitted ? (
          <Link to={paths.uploadSubmit(id)}>{t('toSubmit')}</Link>
        ) : null}
      </p>
    </>
  );
}
