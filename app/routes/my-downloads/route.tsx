import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import type { MyDownload } from '@domain/api/downloads';
import { formatDay } from '@domain/formats';

import { requireUser } from '~/auth/guards';
import { ContributedText, Titles } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { LicenceMarks } from '~/components/search/licence-marks';
import { Form } from '~/forms/form';
import { readEntries, readValidForm } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { listMyDownloads } from '~/repository-client/downloads';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { setVersionMails } from '~/repository-client/versions';

await loadTexts('downloads', 'versions');

const columns = ['date', 'authors', 'title', 'doi', 'licence'] as const;

export const handle = { title: 'downloads:mine.title', help: 'downloading' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return { downloads: await orFailurePage(listMyDownloads(context)), timeZone: context.timeZone };
}

const PressedSchema = z.object({ ask: z.array(z.string()), stop: z.array(z.string()) });

/** The pressed button has the number of a downloaded data set about whose new versions the user wants mails, or no more. */
export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const pressed = await readValidForm(entries, PressedSchema);
  requireUser(request, context);
  const isOn = pressed.ask.length > 0;
  const [nr = ''] = isOn ? pressed.ask : pressed.stop;
  if (!/^[1-9]\d{0,8}$/.test(nr)) throw new Response(null, { status: 400 });
  const refusal = await attempt(() => setVersionMails(context, Number(nr), isOn));
  if (refusal) context.flash.set({ kind: 'note', key: `errors:${refusal.code}` });
  else context.flash.set({ kind: 'success', key: `versions:downloads.${isOn ? 'asked' : 'stopped'}` });
  return redirect(paths.myDownloads(), 303);
}

/** Data sets that the user has downloaded, each once, newest first. */
export default function MyDownloads() {
  const { downloads, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['downloads', 'versions']);
  return (
    <>
      <h1>{t('downloads:mine.heading', { count: downloads.length })}</h1>
      {downloads.length === 0 ? (
        <p>{t('downloads:mine.none')}</p>
      ) : (
        <Form reloadDocument>
          <ScrollTable
            label={t('downloads:mine.table')}
            isCards
            heads={[...columns.map((column) => t(`downloads:mine.columns.${column}`)), t('versions:downloads.column')]}
          >
            <tbody {...cardRoles.group}>
              {downloads.map((download) => (
                <DownloadRow key={download.nr} download={download} timeZone={timeZone} />
              ))}
            </tbody>
          </ScrollTable>
        </Form>
      )}
    </>
  );
}

function DownloadRow({ download, timeZone }: { download: MyDownload; timeZone: string }) {
  const { t } = useTranslation(['downloads', 'versions']);
  const language = useLanguage();
  const { nr, id, date, authors, doi, doiUrl, rights, fileName, titles, titleLanguages, withdrawn } = download;
  return (
    <tr {...cardRoles.row}>
      <Fact label={t('downloads:mine.columns.date')}>
        <time dateTime={date}>{formatDateTime(date, language, timeZone)}</time>
      </Fact>
      <Fact label={t('downloads:mine.columns.authors')}>{authors.join('; ')}</Fact>
      <Fact label={t('downloads:mine.columns.title')}>
        {withdrawn ? (
          <WithdrawnDownload nr={nr} withdrawn={withdrawn}>
            <Titles titles={titles} titleLanguages={titleLanguages} />
          </WithdrawnDownload>
        ) : (
          <a href={paths.downloadFile(id, nr, fileName)}>
            {titles.length > 0 ? <Titles titles={titles} titleLanguages={titleLanguages} /> : fileName}
          </a>
        )}
      </Fact>
      <Fact label={t('downloads:mine.columns.doi')}>
        <a href={doiUrl}>{doi}</a>
      </Fact>
      <Fact label={t('downloads:mine.columns.licence')}>
        <LicenceMarks rights={rights} />
      </Fact>
      <Fact label={t('versions:downloads.column')}>
        <Versions download={download} />
      </Fact>
    </tr>
  );
}

/** A value after the name of its column, which is shown on cards. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td data-label={label} {...cardRoles.cell}>
      {children}
    </td>
  );
}

/** Which version was downloaded, whether there is a newer one, and the button for mails about new ones. */
function Versions({ download: { nr, version, newer, hasMails, titles, fileName } }: { download: MyDownload }) {
  const { t } = useTranslation('versions');
  const title = titles[0] ?? fileName;
  return (
    <>
      {version === null ? null : <p>{t('downloads.mine', { version })}</p>}
      {newer ? (
        <p>
          <a href={paths.dataSet(newer.nr)}>{t('downloads.newer', { version: newer.version })}</a>
        </p>
      ) : null}
      {hasMails ? <p className="hint">{t('downloads.on')}</p> : null}
      <button
        type="submit"
        name={hasMails ? 'stop' : 'ask'}
        value={nr}
        className="button-quiet"
        aria-label={t(hasMails ? 'downloads.stopOf' : 'downloads.askOf', { title })}
      >
        {t(hasMails ? 'downloads.stop' : 'downloads.ask')}
      </button>
    </>
  );
}

interface WithdrawnDownloadProps {
  nr: number;
  withdrawn: NonNullable<MyDownload['withdrawn']>;
  children: ReactNode;
}

/** A data set that was withdrawn after the download: its page with the reason, and no file. */
function WithdrawnDownload({ nr, withdrawn, children }: WithdrawnDownloadProps) {
  const { t } = useTranslation('downloads');
  const date = formatDay(withdrawn.date.split('-'), useLanguage());
  return (
    <>
      <a href={paths.dataSet(nr)}>{children}</a>
      <p className="status-note">{t('mine.withdrawn', { date })}</p>
      <p className="long-text">
        <ContributedText language="">{withdrawn.reason}</ContributedText>
      </p>
    </>
  );
}
