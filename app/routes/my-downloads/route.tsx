import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { Titles } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { LicenceMarks } from '~/components/search/licence-marks';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { listMyDownloads } from '~/repository-client/downloads';
import { orFailurePage } from '~/repository-client/transport';

await loadTexts('downloads');

export const handle = { title: 'downloads:mine.title', help: 'downloading' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return { downloads: await orFailurePage(listMyDownloads(context)), timeZone: context.timeZone };
}

/** Data sets that the user has downloaded, each once, newest first. */
export default function MyDownloads() {
  const { downloads, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation('downloads');
  const language = useLanguage();
  return (
    <>
      <h1>{t('mine.heading', { count: downloads.length })}</h1>
      {downloads.length === 0 ? (
        <p>{t('mine.none')}</p>
      ) : (
        <ScrollTable
          label={t('mine.table')}
          heads={(['date', 'authors', 'title', 'doi', 'licence'] as const).map((column) => t(`mine.columns.${column}`))}
        >
          <tbody>
            {downloads.map(({ nr, id, date, authors, doi, doiUrl, rights, fileName, ...titled }) => (
              <tr key={nr}>
                <td>
                  <time dateTime={date}>{formatDateTime(date, language, timeZone)}</time>
                </td>
                <td>{authors.join('; ')}</td>
                <td>
                  <a href={paths.downloadFile(id, nr, fileName)}>
                    {titled.titles.length > 0 ? <Titles {...titled} /> : fileName}
                  </a>
                </td>
                <td>
                  <a href={doiUrl}>{doi}</a>
                </td>
                <td>
                  <LicenceMarks rights={rights} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </>
  );
}
