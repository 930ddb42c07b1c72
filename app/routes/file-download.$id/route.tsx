import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { SessionIdSchema } from '@domain/api/downloads';
import { requireUser } from '~/auth/guards';
import type { PreservedForm } from '~/drafts/preserved-form';
import { admitForm } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import { readEntries, readForm } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { translate } from '~/i18n/instances.server';
import { paths } from '~/paths';
import { answerLicenceForm, listCountries, readDownloadSession } from '~/repository-client/downloads';
import { orFailurePage } from '~/repository-client/failure-page';
import { RepositoryError } from '~/repository-client/transport';
import { confirmations, countryInPage, downloadForm } from '~/screens/download-draft.server';

import { DownloadForm } from './download-form';
import { DownloadFormSchema } from './download-form-schema';
import { OpenDownload } from './open-download';
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
  if (download.open) return { download, isStarting, countries: [], typed: {}, draftedAt: null };
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
  return { download, isStarting, countries: names, typed, draftedAt: draft?.savedAt ?? null };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(params.id);
  const form = downloadForm(session);
  if (!context.user) await admitForm(context, form, await readEntries(request));
  const submission = await readForm(request, DownloadFormSchema);
  await storeDraft(context, form, entriesOf(submission.payload));
  if (submission.status !== 'success') return refuse(submission.reply(), 400);
  try {
    await answerLicenceForm(context, { session, ...submission.value });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.status === 404) throw new Response(null, { status: 404 });
    return refuse(submission.reply({ formErrors: [error.userMessage || 'form.errors.failed'] }), error.status);
  }
  await context.drafts.remove('download', session);
  return redirect(`${paths.downloadForm(session)}?start=yes`, 303);
}

type Reply = ReturnType<Awaited<ReturnType<typeof readForm<typeof DownloadFormSchema>>>['reply']>;

function refuse(reply: Reply, status: number) {
  return data({ hasErrors: true, reply }, { status });
}

function entriesOf(payload: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(payload).map(([name, value]) => [name, String(value ?? '')]);
}

/** Licence form of a download session that needs one, then the link to its package. */
export default function FileDownload() {
  const { download, isStarting, countries, typed, draftedAt } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { t } = useTranslation('downloads');
  const head = (
    <>
      <h1>{t('form.heading', { count: download.files.length })}</h1>
      <SessionTable files={download.files} />
    </>
  );
  if (!download.open) {
    return <DownloadForm head={head} reply={reply} countries={countries} typed={typed} draftedAt={draftedAt} />;
  }
  return (
    <>
      {head}
      <OpenDownload session={download.session} isStarting={isStarting} />
    </>
  );
}
