import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { LinkedMembership } from '@domain/life/co-authors';

import { loginAddress, redirectToLoginAndConfirm } from '~/auth/guards';
import { Facts } from '~/components/facts';
import type { ScreenHandle } from '~/components/frame/page-head';
import { ContributedText, titlesFor } from '~/components/contributed-text';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { readIntent } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';
import { acceptMembership, declineMembership, readLinkedMembership } from '~/repository-client/members';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { refuseForm, showRefusal } from '~/screens/posted-form.server';

await loadTexts('sharing');

export const handle: ScreenHandle = {
  title: (loaded, t) => t((loaded as Loaded | undefined)?.invitation ? 'sharing:link.title' : 'sharing:link.ended'),
  help: 'co-authors',
};

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

/** The link of a mail. Programs that check mails follow links, so only the buttons of the page answer. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const link = params.link ?? '';
  const reader = context.user ? context.user.email : null;
  try {
    const invitation = await readLinkedMembership(context, link);
    return data({ invitation, reader, login: loginAddress(paths.memberLink(link)) });
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status !== 410) return orFailurePage(Promise.reject(error));
    return data({ invitation: null, reader, login: '' }, { status: 410 });
  }
}

/** Declines without a login; accepting needs one, and leads to the upload. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const link = params.link ?? '';
  const entries = await readEntries(request);
  const { verb } = readIntent(entries);
  if (verb !== 'accept' && verb !== 'decline') return refuseForm(context, entries);
  if (verb === 'accept' && !context.user) throw redirectToLoginAndConfirm(context, paths.memberLink(link));
  try {
    if (verb === 'decline') await declineMembership(context, link);
    const accepted = verb === 'accept' ? await acceptMembership(context, link) : null;
    const done = accepted === null ? 'declined' : accepted.right === 'own' ? 'taken' : 'accepted';
    context.flash.set({ kind: 'success', key: `sharing:link.done.${done}` });
    return redirect(accepted ? paths.uploadCoAuthors(accepted.id) : paths.home(), 303);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.code !== 'already-yours') return showRefusal(context, error, entries);
    // The page of the invitation has nothing for its owner to correct; that of the upload lists it.
    const { id } = await readLinkedMembership(context, link);
    context.flash.set({ kind: 'note', key: `errors:${error.code}` });
    return redirect(paths.uploadCoAuthors(id), 303);
  }
}

export default function MemberLink() {
  const { invitation, reader, login } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { t } = useTranslation('sharing');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      {invitation ? (
        <Question invitation={invitation} reader={reader} login={login} />
      ) : (
        <>
          <h1>{t('link.ended')}</h1>
          <p>{t('link.endedWhy')}</p>
          <p>
            <a href={paths.uploads()}>{t('link.uploads')}</a>
          </p>
        </>
      )}
    </>
  );
}

interface QuestionProps {
  invitation: LinkedMembership;
  /** E-mail address of whoever is logged in. */
  reader: string | null;
  login: string;
}

function Question({ invitation, reader, login }: QuestionProps) {
  const { t } = useTranslation('sharing');
  const kind = invitation.right === 'own' ? 'offer' : 'invitation';
  return (
    <>
      <h1>{t(`link.${kind}.heading`)}</h1>
      <p>{t(`link.${kind}.intro`)}</p>
      <LinkFacts invitation={invitation} />
      <h2>{t('link.accept')}</h2>
      {reader === null ? (
        <>
          <p>{t('link.acceptHint')}</p>
          <p className="actions">
            <a href={login} className="button">
              {t('link.login')}
            </a>
          </p>
        </>
      ) : (
        <Form reloadDocument>
          <p>{t('link.acceptAs', { email: reader })}</p>
          <div className="actions">
            <button type="submit" name="intent" value="accept">
              {t('link.accept')}
            </button>
          </div>
        </Form>
      )}
      <h2>{t('link.decline')}</h2>
      <p>{t('link.declineHint')}</p>
      <Form reloadDocument className="actions">
        <button type="submit" name="intent" value="decline">
          {t('link.decline')}
        </button>
      </Form>
    </>
  );
}

/** What is shared or offered, by whom, and until when it can be accepted. */
function LinkFacts({ invitation }: { invitation: LinkedMembership }) {
  const { t } = useTranslation('sharing');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { from, fileName, right, scope, expiresAt } = invitation;
  const [title] = titlesFor(invitation, language);
  const facts = {
    from: from ?? t('link.chair'),
    file: fileName,
    study: title ? <ContributedText language={title.language}>{title.text}</ContributedText> : t('link.noTitle'),
    right: t(`rights.${right}`),
    scope: t(right === 'own' ? 'shared.family' : `shared.${scope}`),
    until: <time dateTime={expiresAt}>{formatDateTime(expiresAt, language, timeZone)}</time>,
  };
  const order = ['from', 'file', 'study', 'right', 'scope', 'until'] as const;
  return <Facts facts={order.map((name) => [t(`link.facts.${name}`), facts[name]])} />;
}
