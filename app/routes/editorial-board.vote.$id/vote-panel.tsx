import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import { maxCommentCharacters } from '@domain/limits';

import { ContributedText } from '~/components/contributed-text';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { RadioGroup, SelectField, TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import type { TypedVote } from '~/screens/vote-form.server';

/** Id of a panel's form on the page. */
export const voteFormId = (panel: number) => `vote-${panel}`;

interface VotePanelProps {
  panel: PanelView;
  /** E-mail of the signed-in expert. */
  expert: string;
  /** Typed or drafted vote to show instead of the stored one. */
  content: TypedVote | null;
  versions: FormVersions | null;
  errors: readonly FormError[];
  /** The vote was changed elsewhere, so the stored one is shown next to the form. */
  stale: boolean;
  action: string;
}

/** A panel of the vote: a form for its expert, text for others. */
export function VotePanel(props: VotePanelProps) {
  const { panel, stale } = props;
  const { t } = useTranslation('editorial');
  return (
    <fieldset className="vote-panel" id={`panel-${panel.nr}`}>
      <legend>{t('vote.panel', { number: panel.nr })}</legend>
      {panel.editable ? <PanelForm {...props} /> : <StoredVote panel={panel} />}
      {panel.editable && stale ? (
        <div className="notice">
          <p>{t('vote.stale')}</p>
          <StoredVote panel={panel} />
        </div>
      ) : null}
    </fieldset>
  );
}

function PanelForm({ panel, expert, content, versions, errors, action }: VotePanelProps) {
  const { t } = useTranslation('editorial');
  const owner = panel.email ?? expert;
  const shown = content ?? {
    email: panel.email ?? '',
    rating: panel.rating === null ? '' : String(panel.rating),
    note: panel.note ?? '',
  };
  const field = (name: keyof TypedVote) => {
    const id = `vote-${panel.nr}-${name}`;
    return { id, name, error: errors.find(({ fieldId }) => fieldId === id)?.message ?? null };
  };
  return (
    <Form id={voteFormId(panel.nr)} reloadDocument action={action}>
      {versions ? <VersionNotes versions={versions} /> : null}
      <input type="hidden" name="version" value={panel.version} />
      <SelectField
        {...field('email')}
        label={t('vote.email')}
        options={[{ value: owner, label: owner }]}
        empty={t('vote.choose')}
        defaultValue={shown.email}
      />
      <RadioGroup
        {...field('rating')}
        label={t('vote.rating')}
        options={[
          { value: '1', label: t('vote.accept') },
          { value: '2', label: t('vote.reject') },
        ]}
        defaultValue={shown.rating}
      />
      <TextArea
        {...field('note')}
        label={t('vote.note')}
        hint={`${t('vote.noteHint', { max: maxCommentCharacters })} ${t('vote.noteReader')}`}
        defaultValue={shown.note}
      />
      <VoteTimes panel={panel} />
      <SaveButtons versions={versions} save={t('vote.save')} />
    </Form>
  );
}

/** A panel as text. A hidden vote is marked as such. */
function StoredVote({ panel }: { panel: PanelView }) {
  const { t } = useTranslation('editorial');
  if (panel.email === null) return <p>{t('vote.empty')}</p>;
  return (
    <dl className="stored-vote">
      <dt>{t('vote.email')}</dt>
      <dd>{panel.email}</dd>
      {panel.hidden ? null : (
        <>
          <dt>{t('vote.rating')}</dt>
          <dd>{panel.rating === null ? null : t(`list.rating.${panel.rating}`)}</dd>
          <dt>{t('vote.note')}</dt>
          <dd className="long-text">
            <ContributedText language="">{panel.note ?? ''}</ContributedText>
          </dd>
        </>
      )}
      {panel.hidden ? <dd>{t('vote.hidden')}</dd> : null}
      <dt>{t('vote.end')}</dt>
      <dd>{panel.end}</dd>
    </dl>
  );
}

function VoteTimes({ panel }: { panel: PanelView }) {
  const { t } = useTranslation('editorial');
  const times = [
    panel.start ? `${t('vote.start')}: ${panel.start}` : '',
    panel.end ? `${t('vote.end')}: ${panel.end}` : '',
  ].filter(Boolean);
  return times.length > 0 ? <p className="hint">{times.join(' · ')}</p> : null;
}
