import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { readHistory } from '~/repository-client/board';
import { readMetadataFields } from '~/repository-client/metadata';
import { orFailurePage } from '~/repository-client/transport';
import { loadSubmission, openParts } from '~/screens/upload.server';

import { HistoryTable } from './history-table';

await loadTexts('board-history');

export const handle = { title: 'board-history:title', part: 'history', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const { id, fileName } = upload;
  const [entries, fields] = await orFailurePage(Promise.all([readHistory(context, id), readMetadataFields(context)]));
  return { id, fileName, entries, fields, ...openParts(upload) };
}

/** Everything that was done with a submission. */
export default function SubmissionHistory() {
  const { id, fileName, entries, fields } = useLoaderData<typeof loader>();
  const { t } = useTranslation('board-history');
  return (
    <>
      <h2>{t('heading', { file: fileName })}</h2>
      <p>{t('intro')}</p>
      {entries.length === 0 ? <p>{t('none')}</p> : <HistoryTable entries={entries} fields={fields} />}
      <ul className="actions">
        {(['csv', 'json'] as const).map((format) => (
          <li key={format}>
            <a href={paths.editorialHistoryFile(id, format)}>{t(`save.${format}`)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
