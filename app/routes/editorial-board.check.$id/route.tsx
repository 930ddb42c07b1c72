import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { Distributions } from '~/components/distributions/distributions';
import { CheckText } from '~/components/problem-list/check-screen';
import { DownloadProblems } from '~/components/problem-list/download-problems';
import { CheckedTables } from '~/components/workflow/table-links';
import { loadTexts } from '~/i18n/browser-texts';
import { PreviewLink } from '~/components/publication/publication-notes';
import { paths } from '~/paths';
import { loadCheck } from '~/screens/check.server';
import { rememberListHeight, withListHeight } from '~/screens/list-height.server';
import { loadSubmission, openParts } from '~/screens/upload.server';

await loadTexts('distributions');

export const handle = { title: 'check:title', part: 'check', help: 'editorial-board' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const isForm = new URL(request.url).searchParams.has('severity');
  const query = withListHeight(request, isForm);
  if (isForm) rememberListHeight(request, context, query);
  return { ...(await loadCheck(context, upload, query, 'expert')), ...openParts(upload) };
}

/** The problems of a submission with their comments, read-only. */
export default function SubmittedCheck() {
  const { upload, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation('editorial');
  if (!list) return <p>{t('check:notChecked')}</p>;
  return (
    <>
      <h2>{t('of', { part: t('parts.check'), file: upload.fileName })}</h2>
      <CheckedTables
        tables={upload.tables}
        current={list.table.name}
        addressOf={(table) => paths.editorialCheck(upload.id, table)}
      />
      <div className="actions">
        {list.table.checkState === 'ready' && list.page.counts.cells > 0 ? (
          <DownloadProblems
            addressOf={(format, table) => paths.editorialProblemFile(upload.id, format, table)}
            table={list.table.name}
            tables={upload.tables.length}
          />
        ) : null}
        <PreviewLink to={paths.editorialPreview(upload.id, list.table.name)} />
      </div>
      <CheckText view={list} />
      {list.distributions ? <Distributions view={list.distributions} /> : null}
    </>
  );
}
