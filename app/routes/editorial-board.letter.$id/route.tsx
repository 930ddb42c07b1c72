import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { ContributedText } from '~/components/contributed-text';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import type { FormReply } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

import { LetterForm, letterFormId } from './letter-form';
import { changeLetter, loadLetter } from './letter.server';

await loadTexts('decision-letter');

export const handle = {
  title: 'decision-letter:title',
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { letter } = data as SerializeFrom<typeof loader>;
    return letter.sentAt ? null : { kind: 'letter', id: letterFormId, object: letter.id };
  },
};

export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadLetter(context, uploadIdOf(params));
}

export function action({ request, context, params }: ActionFunctionArgs) {
  // After the end of the session the form is stored first, and sign-in follows.
  if (context.user) requireExpert(request, context);
  return changeLetter(request, context, uploadIdOf(params));
}

/** The letter about a decision: a form for the chair until it is sent, then its text. */
export default function LetterPage() {
  const { letter, typed, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('decision-letter');
  const timeZone = useTimeZone();
  const language = useLanguage();
  const time = (moment: string) => formatDateTime(moment, language, timeZone);
  const errors = reply?.errors ?? [];
  const text = reply ? entryValue(reply.entries, 'text') : (typed ?? letter.text);
  const shown = versionsAfterReply(versions, reply);
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('heading', { file: letter.fileName })}</h2>
      <p>{t(`decision.${letter.status}`)}</p>
      {letter.sentAt ? (
        <>
          <p className="hint">{t('sentAt', { time: time(letter.sentAt) })}</p>
          <blockquote className="long-text">
            <ContributedText language={letter.language}>{letter.text}</ContributedText>
          </blockquote>
          {text === letter.text ? null : <Stranded text={text} />}
        </>
      ) : (
        <>
          <p>{t('intro')}</p>
          {letter.dueAt ? <p>{t('due', { time: time(letter.dueAt) })}</p> : null}
          <LetterForm text={text} language={letter.language} errors={errors} versions={shown} />
        </>
      )}
    </>
  );
}

/** What was typed after the letter had been sent, for copying. */
function Stranded({ text }: { text: string }) {
  const { t } = useTranslation('decision-letter');
  return (
    <section className="notice" aria-labelledby="stranded-letter">
      <h3 id="stranded-letter">{t('stranded')}</h3>
      <p className="long-text">
        <ContributedText language="">{text}</ContributedText>
      </p>
    </section>
  );
}
