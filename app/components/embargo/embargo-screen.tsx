import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import type { EmbargoAct, EmbargoView } from '@domain/life/embargo-changes';
import { maxCommentCharacters } from '@domain/limits';

import { ContributedText } from '~/components/contributed-text';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { CheckboxField, TextArea, TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { publishNowField } from '~/forms/embargo-fields';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

/** Id of the form on its page. */
export const embargoFormId = 'embargo-form';

/** A form that was refused. */
interface ChangeReply {
  entries: Entries;
  errors: readonly FormError[];
  conflict: ShownConflict | null;
}

interface EmbargoScreenProps {
  act: EmbargoAct;
  view: EmbargoView;
  form: { typed: Entries | null; versions: FormVersions } | null;
  reply: ChangeReply | undefined;
}

/** The embargo of a data set, for its contributor or the chair: until when it lasts, and the form that changes it. */
export function EmbargoScreen({ act, view, form, reply }: EmbargoScreenProps) {
  const { t } = useTranslation('embargo');
  // Somebody else was quicker, so that the form is gone.
  const errors = (reply?.errors ?? []).map((error) => (form ? error : { ...error, fieldId: null }));
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('heading', { file: view.fileName })}</h2>
      <EmbargoState view={view} />
      {form ? (
        <ChangeForm
          act={act}
          view={view}
          entries={reply?.entries ?? form.typed ?? []}
          errors={errors}
          versions={versionsAfterReply(form.versions, reply)}
        />
      ) : null}
      {!form && view.until !== '' ? <p>{t(`acts.${act}.none`)}</p> : null}
      <Changes changes={view.changes} />
      {view.nr === null ? null : (
        <p>
          <Link to={paths.dataSet(view.nr)}>{t('dataSet')}</Link>
        </p>
      )}
    </>
  );
}

function EmbargoState({ view }: { view: EmbargoView }) {
  const { t } = useTranslation('embargo');
  const language = useLanguage();
  const { status, isPublished, isWithdrawn, until, others } = view;
  const state =
    status !== 'Accepted'
      ? 'notAccepted'
      : isWithdrawn
        ? 'withdrawn'
        : isPublished
          ? 'published'
          : until === ''
            ? 'none'
            : 'until';
  return (
    <>
      <p>{t(`state.${state}`, { date: until === '' ? '' : formatDay(until.split('-'), language) })}</p>
      {until !== '' && others.length > 0 ? (
        <p className="notice">{t('state.others', { files: others.join(', '), count: others.length })}</p>
      ) : null}
    </>
  );
}

interface ChangeFormProps {
  act: EmbargoAct;
  view: EmbargoView;
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

function ChangeForm({ act, view, entries, errors, versions }: ChangeFormProps) {
  const { t } = useTranslation('embargo');
  const language = useLanguage();
  const { from, to } = view[act] ?? { from: '', to: '' };
  const day = (date: string) => formatDay(date.split('-'), language);
  const errorOf = (name: string) => errors.find(({ fieldId }) => fieldId === name)?.message ?? null;
  const field = (name: string) => ({ id: name, name, defaultValue: entryValue(entries, name), error: errorOf(name) });
  return (
    <section aria-labelledby="change-embargo">
      <h3 id="change-embargo">{t(`acts.${act}.heading`)}</h3>
      <p>{t(`acts.${act}.intro`)}</p>
      <Form id={embargoFormId} reloadDocument>
        <VersionNotes versions={versions} />
        <TextField
          {...field('until')}
          type="date"
          min={from}
          max={to}
          label={t(`acts.${act}.until`)}
          hint={t(`acts.${act}.untilHint`, { from: day(from), to: day(to), example: act === 'shorten' ? to : from })}
        />
        {act === 'shorten' ? (
          <CheckboxField
            id={publishNowField}
            name={publishNowField}
            error={errorOf(publishNowField)}
            label={t('acts.shorten.now')}
            hint={t('acts.shorten.nowHint', { today: day(from) })}
          />
        ) : null}
        {act === 'lengthen' ? (
          <TextArea
            {...field('reason')}
            rows={4}
            label={t('acts.lengthen.reason')}
            hint={t('acts.lengthen.reasonHint', { max: maxCommentCharacters })}
          />
        ) : null}
        <SaveButtons versions={versions} save={t(`acts.${act}.button`)} />
      </Form>
    </section>
  );
}

function Changes({ changes }: Pick<EmbargoView, 'changes'>) {
  const { t } = useTranslation('embargo');
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="embargo-changes">
      <h3 id="embargo-changes">{t('changes.heading')}</h3>
      <ol>
        {changes.map(({ at, act, until, reason }) => (
          <li key={at}>
            <time dateTime={at}>{formatDateTime(at, language, timeZone)}</time>:{' '}
            {t(`changes.${act}`, { date: formatDay(until.split('-'), language) })}
            {reason === '' ? null : (
              <p className="long-text">
                <ContributedText language="">{reason}</ContributedText>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
