import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import type { LinkedInvitation } from '@domain/api/editorial';
import { maxCommentCharacters } from '@domain/limits';
import { UploadIdSchema } from '@domain/upload-id';

import { Parties, pickParties } from '~/components/board/parties';
import { ContributedText } from '~/components/contributed-text';
import { ErrorSummary } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { entryValue } from '~/forms/form-entries';
import { readEntries, readForm } from '~/forms/read-form.server';
import { typedTextSchema } from '~/forms/typed-text';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDate, formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';
import type { LoadContext } from '~/load-context';
import { declineByLink, readInvitation } from '~/repository-client/board';
import { readGlance, readSubmission } from '~/repository-client/editorial';
import { attempt, orFailurePage, orNull, RepositoryError } from '~/repository-client/transport';
import { readOwnCloseness } from '~/screens/own-closeness.server';
import { fieldErrors, redisplayForm, showRefusal } from '~/screens/posted-form.server';

await loadTexts('board', 'panels');

export const handle = { title: 'panels:link.title', help: 'editorial-board' };

/** The link of a mail. Programs that check mails follow links, so only the buttons of the page answer. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    const invitation = await readInvitation(context, params.link ?? '');
    return data({ invitation, accepted: null, reader: await findReader(context, invitation.id) });
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status !== 410) return orFailurePage(Promise.reject(error));
    const accepted = UploadIdSchema.safeParse(error.problem.accepted);
    return data({ invitation: null, accepted: accepted.data ?? null, reader: null }, { status: 410 });
  }
}

/** Whoever is logged in: whether they are invited, and who the submission is from, which nobody else is told here. */
async function findReader(context: LoadContext, id: string) {
  const { user } = context;
  if (!user) return null;
  const submission = await orNull(readSubmission(context, id));
  if (!submission?.acts.includes('answerInvitation')) return { email: user.email, isInvited: false, parties: null };
  const [glance, closeness] = await Promise.all([orNull(readGlance(context, id)), readOwnCloseness(context, id)]);
  const parties = glance && pickParties(glance, closeness);
  return { email: user.email, isInvited: true, parties };
}

const DeclineSchema = z.object({ reason: typedTextSchema({ tooLong: 'panels:reasonTooLong' }).default('') });

/** Declines without a login: the secret of the link is enough, because it frees a panel and nothing else. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const submission = await readForm(entries, DeclineSchema);
  if (submission.status !== 'success') {
    const errors = fieldErrors(context, submission.reply(), (name) => name, { max: maxCommentCharacters });
    return redisplayForm(entries, 400, errors);
  }
  const refusal = await attempt(() => declineByLink(context, params.link ?? '', submission.value.reason));
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ kind: 'success', key: 'panels:link.done' });
  return redirect(paths.home(), 303);
}

export default function Invitation() {
  const { invitation, accepted, reader } = useLoaderData<typeof loader>();
  if (invitation) return <Question invitation={invitation} reader={reader} />;
  return accepted === null ? <Ended /> : <Accepted id={accepted} />;
}

type Reader = Awaited<ReturnType<typeof findReader>>;

function Question({ invitation, reader }: { invitation: LinkedInvitation; reader: Reader }) {
  const reply = useActionData<typeof action>();
  const { t } = useTranslation('panels');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h1>{t('link.heading')}</h1>
      <p>{t('link.intro')}</p>
      <Facts invitation={invitation} />
      {reader?.parties ? <Parties {...reader.parties} /> : null}
      <h2>{t('acts.accept.heading')}</h2>
      <AcceptPart id={invitation.id} reader={reader} />
      <h2>{t('acts.decline.heading')}</h2>
      <p>{t('link.declineHint')}</p>
      <DeclineForm />
    </>
  );
}

/** What the expert is invited to review, and until when. */
function Facts({ invitation }: { invitation: LinkedInvitation }) {
  const { t } = useTranslation('panels');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { title, titleLanguage, fileName, n, dueAt } = invitation;
  return (
    <dl className="facts">
      <div>
        <dt>{t('link.submission')}</dt>
        <dd>
          {title === null ? t('link.noTitle') : <ContributedText language={titleLanguage}>{title}</ContributedText>}
        </dd>
      </div>
      <div>
        <dt>{t('link.file')}</dt>
        <dd>{fileName}</dd>
      </div>
      {n === null ? null : (
        <div>
          <dt>{t('link.n')}</dt>
          <dd>{formatNumber(n, language)}</dd>
        </div>
      )}
      <div>
        <dt>{t('link.due')}</dt>
        <dd>
          <time dateTime={dueAt}>{formatDate(dueAt, language, timeZone)}</time>
        </dd>
      </div>
    </dl>
  );
}

function DeclineForm() {
  const reply = useActionData<typeof action>();
  const { t } = useTranslation('panels');
  return (
    <Form reloadDocument>
      <TextArea
        id="reason"
        name="reason"
        rows={3}
        label={t('reason.optional')}
        hint={t('reason.hint', { max: maxCommentCharacters })}
        defaultValue={reply ? entryValue(reply.entries, 'reason') : ''}
        error={reply?.errors.find(({ fieldId }) => fieldId === 'reason')?.message}
      />
      <div className="actions">
        <button type="submit">{t('link.decline')}</button>
      </div>
    </Form>
  );
}

/** Accepting needs the login of the expert who is invited. */
function AcceptPart({ id, reader }: { id: string; reader: Reader }) {
  const { t } = useTranslation('panels');
  if (reader?.isInvited) {
    return (
      <Form action={paths.editorialPanels(id)} reloadDocument>
        <input type="hidden" name="act" value="accept" />
        <p className="hint">{t('link.acceptNow')}</p>
        <div className="actions">
          <button type="submit">{t('link.accept')}</button>
        </div>
      </Form>
    );
  }
  if (reader) return <p className="notice">{t('link.otherAccount', { email: reader.email })}</p>;
  return (
    <>
      <p>{t('link.acceptHint')}</p>
      <p className="actions">
        <a href={paths.editorialPanels(id)} className="button">
          {t('link.accept')}
        </a>
      </p>
    </>
  );
}

/** The invitation was accepted, so what is left to do is the vote. */
function Accepted({ id }: { id: string }) {
  const { t } = useTranslation('panels');
  return (
    <>
      <h1>{t('link.accepted')}</h1>
      <p>{t('link.acceptedWhy')}</p>
      <p>
        <a href={paths.editorialVote(id)}>{t('link.toVote')}</a>
      </p>
    </>
  );
}

/** The reason that was typed is of no use any more. */
function Ended() {
  const { t } = useTranslation('panels');
  return (
    <>
      <h1>{t('link.ended')}</h1>
      <p>{t('link.endedWhy')}</p>
      <p>{t('link.endedOr')}</p>
    </>
  );
}
