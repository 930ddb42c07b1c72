import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { SessionIdSchema } from '@domain/api/downloads';
import { requireUser, requireUserOrKeepForm } from '~/auth/guards';
import type { FormEntries } from '~/auth/draft-store';
import { readEntries, readForm } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { translate } from '~/i18n/instances.server';
import { paths } from '~/paths';
import { answerLicenceForm, listCountries, readDownloadSession } from '~/repository-client/downloads';
import { orFailurePage } from '~/repository-client/failure-page';
import { RepositoryError } from '~/repository-client/transport';

import { DownloadForm } from './download-form';
import { DownloadFormSchema } from './download-form-schema';
import { OpenDownload } from './open-download';
import { SessionTable } from './session-table';

await loadTexts('downloads');

export const handle = { title: 'downloads:form.title', help: 'downloading' };

/** A session that cannot be one is as unknown as another person's. */
function sessionOf(id: string | undefined): string {
  const session = SessionIdSchema.safeParse(id);
  if (!session.success) throw new Response(null, { status: 404 });
  return session.data;
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  const session = sessionOf(params.id);
  const download = await orFailurePage(readDownloadSession(context, session));
  const isStarting = new URL(request.url).searchParams.has('start');
  if (download.open) return { download, isStarting, countries: [], draft: null };
  const draft = await context.drafts.find('download', session);
  // The list may fail to load: Germany is what is left then (spec section 2).
  const countries = await listCountries(context)
    .then((list) => list.map(({ name }) => name))
    .catch(() => [translate(context.language)('downloads:form.germany')]);
  return {
    download,
    isStarting,
    countries,
    draft: draft && { values: Object.fromEntries(draft.entries), savedAt: draft.savedAt },
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const session = sessionOf(params.id);
  await requireUserOrKeepForm(context, async () => ({
    form: 'download',
    object: session,
    page: paths.downloadForm(session),
    entries: await readEntries(request),
  }));
  const submission = await readForm(request, DownloadFormSchema);
  await context.drafts.save('download', session, typedIn(submission.payload));
  if (submission.status !== 'success') return refuse(submission.reply(), 400);
  try {
    await answerLicenceForm(context, { session, ...submission.value });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.status === 404) throw new Response(null, { status: 404 });
    return refuse(submission.reply({ formErrors: [error.sentence || 'form.errors.failed'] }), error.status);
  }
  await context.drafts.remove('download', session);
  return redirect(`${paths.downloadForm(session)}?start=yes`, 303);
}

type Reply = ReturnType<Awaited<ReturnType<typeof readForm<typeof DownloadFormSchema>>>['reply']>;

function refuse(reply: Reply, status: number) {
  return data({ hasErrors: true, reply }, { status });
}

/** What was typed, without the confirmations: those are given anew each time. */
function typedIn(payload: Record<string, unknown>): FormEntries {
  return ['institution', 'country', 'purpose'].map((name) => [name, String(payload[name] ?? '')]);
}

/** Form of a download session whose data need one, then the way to the package. */
export default function FileDownload() {
  const { download, isStarting, countries, draft } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { t } = useTranslation('downloads');
  const head = (
    <>
      <h1>{t('form.heading', { count: download.files.length })}</h1>
      <SessionTable files={download.files} />
    </>
  );
  if (!download.open) return <DownloadForm head={head} reply={reply} countries={countries} draft={draft} />;
  return (
    <>
      {head}
      <OpenDownload session={download.session} isStarting={isStarting} />
    </>
  );
}
