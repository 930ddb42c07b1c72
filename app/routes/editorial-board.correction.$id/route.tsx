import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ProposalView } from '@domain/api/metadata-corrections';
import { maxCommentCharacters } from '@domain/limits';
import { requireExpert } from '~/auth/guards';
import { ContributedText, quoteMark, Quoting } from '~/components/contributed-text';
import { ChangedFields } from '~/components/metadata-form/changed-fields';
import { LicenceStepNote } from '~/components/metadata-form/licence-step';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { RadioGroup, TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';
import { judgementForm, readBoardForm } from '~/screens/board-form.server';
import type { FormReply } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

import { judge, loadJudgement } from './judge.server';

await loadTexts('metadata-correction');

const formId = 'judge-correction';

export const handle = {
  title: 'metadata-correction:judge.title',
  part: null,
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { id, correction } = data as SerializeFrom<typeof loader>;
    return correction.proposal ? { kind: 'board', id: formId, object: `${id}/correction` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadJudgement(context, uploadIdOf(params));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  return judge(context, id, await readBoardForm(request, context, judgementForm(id)));
}

/** A correction of metadata that waits for consent, field by field, and the form that decides. */
export default function JudgeCorrection() {
  const { correction, fields, kept } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('metadata-correction');
  const time = useTime();
  const { proposal, fileName, title, titleLanguage, nr } = correction;
  const entries = reply?.entries ?? kept?.entries ?? [];
  const errors = reply?.errors ?? [];
  const lost = proposal === null ? entryValue(entries, 'reason') : '';
  return (
    <>
      <ErrorSummary errors={proposal ? errors : errors.map((error) => ({ ...error, fieldId: null }))} />
      <h2>{t('judge.heading', { file: fileName })}</h2>
      <p>
        <Quoting message={t('judge.of', { title: quoteMark })} text={title} language={titleLanguage} />{' '}
        {nr === null ? null : <Link to={paths.dataSet(nr)}>{t('dataSet')}</Link>}
      </p>
      {proposal ? (
        <>
          <p>{t('judge.intro', { time: time(proposal.proposedAt) })}</p>
          <blockquote className="long-text">
            <ContributedText language="">{proposal.note}</ContributedText>
          </blockquote>
          <ChangedFields label={t('changes')} changes={proposal.changes} fields={fields} />
          <LicenceStepNote changes={proposal.changes} />
          <JudgeForm
            proposal={proposal}
            entries={entries}
            errors={errors}
            keptAt={reply ? null : (kept?.time ?? null)}
          />
        </>
      ) : (
        <p>{t('judge.none')}</p>
      )}
      {lost === '' ? null : <Lost reason={lost} />}
    </>
  );
}

function useTime() {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (moment: string) => formatDateTime(moment, language, timeZone);
}

interface JudgeFormProps {
  proposal: ProposalView;
  entries: Entries;
  errors: readonly FormError[];
  keptAt: string | null;
}

function JudgeForm({ proposal, entries, errors, keptAt }: JudgeFormProps) {
  const { t } = useTranslation('metadata-correction');
  const errorOf = (id: string) => errors.find(({ fieldId }) => fieldId === id)?.message;
  return (
    <Form id={formId} reloadDocument>
      {keptAt === null ? null : (
        <p className="draft-note" role="note">
          {t('form-versions:draft.savedAfterSessionEnd', { time: keptAt })}
        </p>
      )}
      <input type="hidden" name="version" value={proposal.version} />
      <RadioGroup
        id="decision"
        name="decision"
        label={t('judge.decision')}
        options={[
          { value: 'consent', label: t('judge.consent') },
          { value: 'decline', label: t('judge.decline') },
        ]}
        // A decision about another proposal is no decision about this one.
        defaultValue={
          entryValue(entries, 'version') === String(proposal.version) ? entryValue(entries, 'decision') : ''
        }
        error={errorOf('decision')}
      />
      <TextArea
        id="reason"
        name="reason"
        rows={3}
        label={t('judge.reason')}
        hint={t('judge.reasonHint', { max: maxCommentCharacters })}
        defaultValue={entryValue(entries, 'reason')}
        error={errorOf('reason')}
      />
      <div className="actions">
        <button type="submit">{t('judge.button')}</button>
      </div>
    </Form>
  );
}

/** A reason that was typed while somebody else decided, for copying. */
function Lost({ reason }: { reason: string }) {
  const { t } = useTranslation('metadata-correction');
  return (
    <div className="notice">
      <p>{t('judge.lost')}</p>
      <p className="long-text">
        <ContributedText language="">{reason}</ContributedText>
      </p>
    </div>
  );
}
