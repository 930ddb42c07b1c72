import type { SubmissionResult } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
  type SerializeFrom,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { type DownloadSession, SessionIdSchema } from '@domain/api/downloads';
import type { Country } from '@domain/api/metadata';
import { languages } from '@domain/language';
import { requireUser } from '~/auth/guards';
import { admitForm } from '~/drafts/post-draft.server';
import type { PreservedForm } from '~/drafts/preserved-form';
import { storeDraft } from '~/drafts/store-draft.server';
import { readSearchAddress, writeSearchAddress } from '~/components/search/search-address';
import { readEntries, readForm } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { answerLicenceForm, listCountries, readDownloadSession } from '~/repository-client/downloads';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { confirmations, downloadForm } from '~/screens/download-draft.server';

import { type BackAddress, DownloadForm } from './download-form';
import { DownloadFormSchema } from './download-form-schema';
import { SessionTable } from './session-table';

await loadTexts('downloads');

export const handle = {
  title: 'downloads:form.title',
  help: 'downloading',
  preservesForm(data: unknown): PreservedForm | null {
    const { download } = data as SerializeFrom<typeof loader>;
    return download.open ? null : { kind: 'download', id: 'download', object: download.session };
  },
};

/** An id that is not valid is treated like a session of another person. */
function sessionOf(id: string | undefined): string {
  const session = SessionIdSchema.safeParse(id);
  if (!session.success) throw new Response(null, { status: 404 });
  return session.data;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  const session = sessionOf(params.id);
  const download = await orFailurePage(readDownloadSession(context, session));
  const query = new URL(request.url).searchParams;
  const isStarting = query.has('start');
  const results = resultsOf(query.get('results'));
  const back = { results, address: backTo(results, download.files) };
  if (download.open) {
    const shown = { download, isStarting, back, countries: [], typed: {}, draftedAt: null };
    // The browser fetches the package by itself, with and without script, and stays on the page.
    return data(shown, isStarting ? { headers: { Refresh: `0; url=${packageAddress(session)}` } } : {});
  }
  const { draft } = await context.drafts.look('download', session);
  // If the list cannot be loaded, it contains Germany only (spec section 2).
  const countries = await listCountries(context).catch(() => [
    { code: 'DE', name: translate(context.language)('downloads:form.germany') },
  ]);
  const ticked = confirmations.filter((name) => query.getAll('ticked').includes(name));
  const typed: Record<string, string> = Object.fromEntries([
    ...(draft?.entries ?? []),
    ...ticked.map((name) => [name, 'on']),
  ]);
  typed.country = await countryInPage(context, countries, typed.country ?? '');
  const names = countries.map(({ name }) => name);
  return data({ download, isStarting, back, countries: names, typed, draftedAt: draft?.savedAt ?? null });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The results in the address, written anew, so that it can lead to no other page; '' for none. */
function resultsOf(query: string | null): string {
  return query === null ? '' : writeSearchAddress(readSearchAddress(new URLSearchParams(query)));
}

/** The results as they were, or else the page of the only data set. */
function backTo(results: string, files: DownloadSession['files']): BackAddress {
  const [first, ...others] = files;
  if (results === '' && first && others.length === 0) return { path: paths.dataSet(first.nr), query: [] };
  return { path: paths.home(), query: [...new URLSearchParams(results)] };
}

/** Name of the chosen country in the language of the page, even if it was chosen in the other one. */
async function countryInPage(context: LoadContext, countries: readonly Country[], chosen: string): Promise<string> {
  if (chosen === '' || countries.some(({ name }) => name === chosen)) return chosen;
  for (const language of languages) {
    const others = await listCountries({ ...context, language }).catch(() => []);
    const code = others.find(({ name }) => name === chosen)?.code;
    const own = code && countries.find((country) => country.code === code);
    if (own) return own.name;
  }
  return chosen;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(params.id);
  const form = downloadForm(session);
  const entries = await readEntries(request);
  await admitForm(context, form, entries);
  const submission = await readForm(entries, DownloadFormSchema);
  await storeDraft(context, form, entries);
  if (submission.status !== 'success') return refuse(submission.reply(), 400);
  const { value } = submission;
  const refusal = await attempt(() => answerLicenceForm(context, { session, ...value }));
  if (refusal?.status === 404) throw new Response(null, { status: 404 });
  if (refusal?.code === 'download-form-invalid') {
    const fields = RefusedFieldsSchema.parse(refusal.problem.errors);
    const errors = fields.map(({ path }) => [path, [`form.errors.${path}`]]);
    return refuse(submission.reply({ fieldErrors: Object.fromEntries(errors) }), refusal.status);
  }
  if (refusal) {
    return refuse(submission.reply({ formErrors: [refusal.userMessage || 'form.errors.failed'] }), refusal.status);
  }
  await context.drafts.remove('download', session);
  return redirect(`${paths.downloadForm(session)}?start=yes`, 303);
}

/** Fields that the API refuses although the form is complete: a country that does not exist. */
const RefusedFieldsSchema = z.array(z.object({ path: z.string() })).catch([]);

function refuse(reply: SubmissionResult<string[]>, status: number) {
  return data({ hasErrors: true, reply }, { status });
}

/** Licence form of a download session that needs one, then the link to its package. */
export default function FileDownload() {
  const { download, isStarting, back, countries, typed, draftedAt } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { t } = useTranslation('downloads');
  const head = (
    <>
      <h1>{t('form.heading', { count: download.files.length })}</h1>
      <SessionTable files={download.files} />
    </>
  );
  if (!download.open) {
    return (
      <DownloadForm
        head={head}
        reply={reply}
        countries={countries}
        back={back.address}
        results={back.results}
        typed={typed}
        draftedAt={draftedAt}
      />
    );
  }
  return (
    <>
      {head}
      <OpenDownload download={download} isStarting={isStarting} />
    </>
  );
}

/** Name for the address. The package has its own name. */
const packageName = 'motothek.zip';
const packageAddress = (session: string) => paths.downloadFile(session, 'all', packageName);

/** A session whose package can be downloaded with a link, and by itself after the form. */
function OpenDownload({ download, isStarting }: { download: DownloadSession; isStarting: boolean }) {
  const { t } = useTranslation('downloads');
  const { session, files } = download;
  const raw = files.filter(({ types }) => types.includes('RAW')).map(({ nr }) => nr);
  return (
    <>
      <p role="status">{t(isStarting ? 'open.started' : 'open.ready')}</p>
      <p>
        <a href={packageAddress(session)}>{t('open.link')}</a>
      </p>
      {raw.length > 0 ? (
        <p>
          <a href={paths.pool(String(new URLSearchParams({ 'data-sets': raw.join() })))}>{t('open.pool')}</a>
        </p>
      ) : null}
      <p>
        {t('open.mine')} <Link to={paths.myDownloads()}>{t('open.goTo')}</Link>
      </p>
    </>
  );
}
