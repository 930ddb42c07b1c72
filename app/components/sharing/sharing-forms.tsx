import { useTranslation } from 'react-i18next';

import { memberRights, memberScopes } from '@domain/life/co-authors';
import { maxCommentCharacters } from '@domain/limits';

import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { RadioGroup, TextArea, TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { withQuery } from '~/paths';

/** Forms in which something is typed, by the name of their act: an invitation, and offers by the owner or the chair. */
export const typedActs = ['invite', 'offer', 'chair-offer'] as const;
export type TypedAct = (typeof typedActs)[number];

/** Id of a form on its page, and of its fields. */
export const formId = (act: TypedAct) => `form-${act}`;
export const fieldId = (act: TypedAct, name: string) => `${act}-${name}`;

/** A form with its draft and versions. */
export interface ShownForm {
  act: TypedAct;
  entries: Entries;
  versions: FormVersions;
}

/** A form that was refused. */
export interface RefusedForm {
  act: string;
  entries: Entries;
  errors: readonly FormError[];
}

interface TypedFormProps {
  /** Path of the page. */
  page: string;
  form: ShownForm;
  refused: RefusedForm | null;
  /** Number of uploads in the study; a single one is shared alone. */
  studySize: number;
}

/** A form with an e-mail address, and what else its act needs. */
export function TypedForm({ page, form: { act, entries: drafted, versions }, refused, studySize }: TypedFormProps) {
  const { t } = useTranslation('sharing');
  const shown = versionsAfterReply(versions, refused);
  const entries = refused?.entries ?? drafted;
  const errorOf = (name: string) => refused?.errors.find((error) => error.fieldId === fieldId(act, name))?.message;
  return (
    <Form id={formId(act)} action={withQuery(page, { act })} reloadDocument>
      <VersionNotes versions={shown} />
      <TextField
        id={fieldId(act, 'email')}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="off"
        label={t('email')}
        hint={t(`${act}.emailHint`)}
        defaultValue={entryValue(entries, 'email')}
        error={errorOf('email')}
      />
      {act === 'invite' ? <Choices entries={entries} studySize={studySize} /> : null}
      {act === 'chair-offer' ? (
        <TextArea
          id={fieldId(act, 'reason')}
          name="reason"
          rows={3}
          label={t('chair-offer.reason')}
          hint={t('chair-offer.reasonHint', { max: maxCommentCharacters })}
          defaultValue={entryValue(entries, 'reason')}
          error={errorOf('reason')}
        />
      ) : null}
      <SaveButtons versions={shown} save={t(`${act}.button`)} />
    </Form>
  );
}

/** What the co-author may do, and with which uploads. */
function Choices({ entries, studySize }: { entries: Entries; studySize: number }) {
  const { t } = useTranslation('sharing');
  return (
    <>
      <RadioGroup
        id={fieldId('invite', 'right')}
        name="right"
        label={t('right')}
        options={memberRights.map((right) => ({ value: right, label: t(`rights.${right}`) }))}
        defaultValue={entryValue(entries, 'right') || 'read'}
      />
      <RadioGroup
        id={fieldId('invite', 'scope')}
        name="scope"
        label={t('scope')}
        hint={t('scopeHint')}
        options={memberScopes.map((scope) => ({ value: scope, label: t(`scopes.${scope}`, { count: studySize }) }))}
        defaultValue={entryValue(entries, 'scope') || 'study'}
      />
    </>
  );
}
