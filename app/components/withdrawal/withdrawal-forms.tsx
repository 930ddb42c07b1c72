import { useTranslation } from 'react-i18next';

import type { WithdrawalView } from '@domain/life/withdrawal';
import { maxCommentCharacters } from '@domain/limits';

import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { withQuery } from '~/paths';

import { formId, type PlainAct, plainActNames, plainActs, type ReasonAct, reasonId } from './reason-acts';

/** A form with the text that its field has, and its versions. */
export interface ShownForm {
  act: ReasonAct;
  reason: string;
  versions: FormVersions;
}

/** A form that was refused. */
export interface RefusedForm {
  act: string;
  entries: Entries;
  errors: readonly FormError[];
}

interface WithdrawalFormsProps {
  /** Path of the page. */
  page: string;
  view: WithdrawalView;
  forms: readonly ShownForm[];
  refused: RefusedForm | null;
}

/** The forms of the screen, each in a section of its own. */
export function WithdrawalForms({ page, view, forms, refused }: WithdrawalFormsProps) {
  return (
    <>
      {plainActNames.map((act) =>
        view.acts.includes(plainActs[act]) ? <PlainForm key={act} page={page} act={act} nr={view.nr} /> : null,
      )}
      {forms.map((form) => (
        <ReasonForm
          key={form.act}
          page={page}
          form={form}
          refused={refused?.act === form.act ? refused : null}
          view={view}
        />
      ))}
    </>
  );
}

function ReasonForm({
  page,
  form: { act, reason, versions },
  refused,
  view,
}: {
  page: string;
  form: ShownForm;
  refused: RefusedForm | null;
  view: WithdrawalView;
}) {
  const { t } = useTranslation('withdrawal');
  const key = act === 'own-removal' ? 'removal' : act === 'withdraw' && view.asked ? 'consent' : act;
  const shown = versionsAfterReply(versions, refused);
  return (
    <section aria-labelledby={`${act}-heading`}>
      <h3 id={`${act}-heading`}>{t(`acts.${key}.heading`)}</h3>
      <p>{t(`acts.${key}.intro`, { nr: view.nr })}</p>
      {act === 'restore' && view.removal ? <p>{t('restoreDeclines')}</p> : null}
      <Form id={formId(act)} action={withQuery(page, { act })} reloadDocument>
        <VersionNotes versions={shown} />
        <TextArea
          id={reasonId(act)}
          name="reason"
          rows={4}
          label={t(`acts.${key}.label`)}
          hint={t(`acts.${key}.hint`, { max: maxCommentCharacters })}
          defaultValue={refused ? entryValue(refused.entries, 'reason') : reason}
          error={refused?.errors.find(({ fieldId }) => fieldId === reasonId(act))?.message ?? null}
        />
        <SaveButtons versions={shown} save={t(`acts.${key}.button`)} />
      </Form>
    </section>
  );
}

/** An act without a reason: the second person confirms a removal, or the contributor takes a request back. */
function PlainForm({ page, act, nr }: { page: string; act: PlainAct; nr: number | null }) {
  const { t } = useTranslation('withdrawal');
  return (
    <section aria-labelledby={`${act}-heading`}>
      <h3 id={`${act}-heading`}>{t(`acts.${act}.heading`)}</h3>
      <p>{t(`acts.${act}.intro`, { nr })}</p>
      <Form id={`form-${act}`} action={withQuery(page, { act })} reloadDocument className="actions">
        <button type="submit">{t(`acts.${act}.button`)}</button>
      </Form>
    </section>
  );
}
