import { useTranslation } from 'react-i18next';

import { type Member, memberRights, type UploadMembers } from '@domain/life/co-authors';

import { Form } from '~/forms/form';
import { SelectField } from '~/forms/fields';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { withQuery } from '~/paths';

/** Co-authors and open invitations, with what the reader may change about each. */
export function MemberList({ page, view }: { page: string; view: UploadMembers }) {
  const { t } = useTranslation('sharing');
  if (view.members.length === 0) return <p>{t('none')}</p>;
  return (
    <ul className="member-list">
      {view.members.map((member) => (
        <li key={member.id}>
          <MemberFacts member={member} />
          {view.right === 'own' ? <OwnerForms page={page} member={member} /> : null}
          {member.isSelf ? <Leave page={page} member={member} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Name, address, right, scope and state in sentences. */
function MemberFacts({ member }: { member: Member }) {
  const { t } = useTranslation('sharing');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { person, email, right, scope, since, expiresAt, isExpired } = member;
  const time = (at: string) => formatDateTime(at, language, timeZone);
  const isOther = person !== null && person.email.toLowerCase() !== email.toLowerCase();
  return (
    <>
      <p>
        <strong>{nameOf(member)}</strong>
        {member.isSelf ? ` (${t('you')})` : null}: {t(`rights.${right}`)}. {t(`shared.${scope}`)}
      </p>
      <p className="hint">
        {person === null
          ? t(isExpired ? 'state.expired' : 'state.invited', { time: time(since), until: time(expiresAt ?? since) })
          : t('state.accepted', { time: time(since) })}{' '}
        {isOther ? t('state.otherAccount', { email }) : null}
      </p>
    </>
  );
}

function nameOf({ person, email }: Member): string {
  if (person === null) return email;
  return [person.name, person.email].filter(Boolean).join(', ');
}

function OwnerForms({ page, member }: { page: string; member: Member }) {
  const { t } = useTranslation('sharing');
  const of = <span className="visually-hidden"> {nameOf(member)}</span>;
  return (
    <div className="actions">
      <Form action={withQuery(page, { act: 'right' })} reloadDocument className="actions">
        <input type="hidden" name="member" value={member.id} />
        <SelectField
          id={`right-${member.id}`}
          name="right"
          label={
            <>
              {t('newRight')}
              {of}
            </>
          }
          options={memberRights.map((right) => ({ value: right, label: t(`rights.${right}`) }))}
          defaultValue={member.right}
        />
        <button type="submit" className="button button-quiet">
          {t('change')}
          {of}
        </button>
      </Form>
      <Form action={withQuery(page, { act: 'end' })} reloadDocument className="actions">
        <input type="hidden" name="member" value={member.id} />
        <button type="submit" className="button button-quiet">
          {t(member.person === null ? 'endInvitation' : 'end')}
          {of}
        </button>
      </Form>
    </div>
  );
}

function Leave({ page, member }: { page: string; member: Member }) {
  const { t } = useTranslation('sharing');
  return (
    <Form action={withQuery(page, { act: 'leave' })} reloadDocument className="actions">
      <input type="hidden" name="member" value={member.id} />
      <button type="submit" className="button button-quiet">
        {t('leave')}
      </button>
    </Form>
  );
}
