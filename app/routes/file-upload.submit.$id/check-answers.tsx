import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';

import type { BlockerCode } from '@domain/api/submission';
import { includesRight } from '@domain/life/co-authors';
import { Answers } from '~/components/submission/answers';
import { BlockerList } from '~/components/submission/blocker-list';
import { PersonsQuestion } from '~/components/submission/persons-question';
import { StudyChoice } from '~/components/submission/study-choice';
import { UnsavedNote } from '~/components/submission/unsaved-note';
import { NewVersionPart } from '~/components/versions/new-version-part';
import { NewsField } from '~/components/versions/news-field';
import { SaveButtons } from '~/drafts/draft-autosave';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { newsIn } from '~/forms/submit-fields';
import { paths } from '~/paths';

import type { LoadedNews, SubmitData, SubmitReply } from './submit.server';

/** Id of the form on its page. */
export const submitFormId = 'submit-form';

type Reply = SubmitReply['data'] | null;

interface CheckAnswersProps extends SubmitData {
  /** Ticks in the address of the page. */
  ticked: readonly string[];
  /** The form of a new version; null for other uploads. */
  news: SerializeFrom<LoadedNews> | null;
  reply: Reply;
}

/** Everything that is submitted, and the button that submits it. */
export function CheckAnswers({ ticked, news, reply, ...shown }: CheckAnswersProps) {
  const { t } = useTranslation(['submit', 'sharing']);
  const { newVersion } = shown.submission;
  const form = { ...shown, ticked: reply?.also ?? news?.also ?? ticked, errors: reply?.errors ?? [] };
  return (
    <>
      <h2>{t('heading')}</h2>
      <p>{t('intro')}</p>
      <UnsavedNote unsaved={shown.unsaved} />
      {newVersion ? <NewVersionPart version={newVersion} fields={shown.fields} /> : null}
      <Answers {...shown} />
      <WhatFollows {...shown} />
      {!includesRight(shown.upload.right, 'submit') ? (
        <p className="notice">{t('sharing:mayNotSubmit')}</p>
      ) : news ? (
        <VersionForm {...form} news={news} reply={reply} />
      ) : (
        <PlainForm {...form} />
      )}
    </>
  );
}

function WhatFollows({ submission: { doi, doiIsTest } }: SubmitData) {
  const { t } = useTranslation('submit');
  return (
    <section aria-labelledby="next-heading">
      <h3 id="next-heading">{t('next.heading')}</h3>
      <ul>
        <li>{t('next.closed')}</li>
        <li>{t('next.mail')}</li>
        <li>{t('next.review')}</li>
        <li>{t(doiIsTest ? 'next.testDoi' : 'next.doi', { doi })}</li>
      </ul>
    </section>
  );
}

interface FormProps extends SubmitData {
  ticked: readonly string[];
  errors: readonly FormError[];
}

/** The form of an upload that is no new version. */
function PlainForm(props: FormProps) {
  const { t } = useTranslation('submit');
  return (
    <Form id={submitFormId} reloadDocument>
      <CommonFields {...props} />
      <div className="actions">
        <button type="submit">{t('button')}</button>
      </div>
    </Form>
  );
}

/** The same with a field for what is new, which is kept as a draft. */
function VersionForm({ news, reply, ...props }: FormProps & { news: SerializeFrom<LoadedNews>; reply: Reply }) {
  const { t } = useTranslation('submit');
  const posted = reply?.entries ? { entries: reply.entries, conflict: reply.conflict } : null;
  const versions = versionsAfterReply(news.versions, posted);
  return (
    <Form id={submitFormId} reloadDocument action={paths.uploadNews(props.upload.id)}>
      <VersionNotes versions={versions} />
      <NewsField typed={newsTyped(reply, news.typed)} errors={props.errors} />
      <CommonFields {...props} />
      <SaveButtons versions={versions} save={t('button')} />
    </Form>
  );
}

/** What was typed as new in a version that was refused, otherwise `known`. */
export function newsTyped(reply: Reply, known: string): string {
  return reply?.entries ? newsIn(reply.entries) : known;
}

function CommonFields({ upload, submission, ticked, errors }: FormProps) {
  const { version, others, persons } = submission;
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {persons ? <PersonsQuestion id={upload.id} persons={persons} errors={errors} /> : null}
      <StudyChoice others={others} ticked={ticked} />
    </>
  );
}

/** Blockers that end by themselves, so that reloading the page helps. */
const passing: readonly BlockerCode[] = ['file-unread', 'being-corrected', 'check-running'];

/** An upload that cannot be submitted yet, with everything that is missing. */
export function Incomplete({ submission, fields, metadata }: SubmitData) {
  const { t } = useTranslation(['submit', 'uploads']);
  const { missing } = submission;
  const isWaiting = missing.some(({ code }) => passing.includes(code));
  return (
    <>
      <h2>{t('submit:missing.heading')}</h2>
      <p>{t('submit:missing.intro')}</p>
      <BlockerList blockers={missing} fields={fields} metadata={metadata} />
      {isWaiting ? (
        <form method="get">
          <p>{t('uploads:waiting.safe')}</p>
          <button type="submit">{t('uploads:waiting.refresh')}</button>
        </form>
      ) : null}
    </>
  );
}
