import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import { criteria } from '@domain/board/criteria';
import { maxCommentCharacters } from '@domain/limits';
import { Parties, type PartiesProps } from '~/components/board/parties';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { CheckboxField, FieldGroup, RadioGroup, SelectField, TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { criterionAnswers, criterionField, type TypedVote, typedOfPanel } from '~/forms/vote-form';

/** Id of a panel's form on the page. */
export const voteFormId = (panel: number) => `vote-${panel}`;

export interface VotePanelProps {
  panel: PanelView;
  /** E-mail of the signed-in expert. */
  expert: string;
  /** Typed or drafted vote to show instead of the stored one. */
  content: TypedVote | null;
  versions: FormVersions | null;
  errors: readonly FormError[];
  /** The vote was changed elsewhere, so the stored one is shown next to the form. */
  stale: boolean;
  /** The expert may ask the contributor for changes instead. */
  mayAsk: boolean;
  /** Whom the declaration is about; null if it is not known now. */
  parties: PartiesProps | null;
  action: string;
}

/** The form of a panel: the declaration, the criteria, the vote, and what may be asked for instead of a vote. */
export function PanelForm(props: VotePanelProps) {
  const { panel, versions, mayAsk, action } = props;
  const { t } = useTranslation('editorial');
  return (
    <Form id={voteFormId(panel.nr)} reloadDocument action={action}>
      {versions ? <VersionNotes versions={versions} /> : null}
      <input type="hidden" name="version" value={panel.version} />
      <VoteFields {...props} />
      <ChangesField {...props} />
      <VoteTimes panel={panel} />
      <SaveButtons versions={versions} save={t('vote.save')}>
        {mayAsk ? (
          <button type="submit" name="intent" value="changes" className="button-quiet">
            {t('board:changes.button')}
          </button>
        ) : null}
      </SaveButtons>
    </Form>
  );
}

function VoteFields(props: VotePanelProps) {
  const { panel, expert, parties } = props;
  const { t } = useTranslation('editorial');
  const owner = panel.email ?? expert;
  const { shown, field } = fieldsOf(props);
  return (
    <>
      <SelectField
        {...field('email')}
        label={t('vote.email')}
        options={[{ value: owner, label: owner }]}
        empty={t('vote.choose')}
        defaultValue={shown.email || owner}
      />
      {parties ? <Parties {...parties} /> : null}
      <CheckboxField
        {...field('isImpartial')}
        label={t('board:declaration.label')}
        hint={t('board:declaration.hint')}
        defaultChecked={shown.isImpartial}
      />
      <Checklist panel={panel.nr} answers={shown.criteria} />
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
    </>
  );
}

function ChangesField(props: VotePanelProps) {
  const { panel, mayAsk } = props;
  const { t } = useTranslation('editorial');
  const { shown, field } = fieldsOf(props);
  if (!mayAsk && shown.points === '') return null;
  return (
    <FieldGroup id={`vote-${panel.nr}-changes`} legend={t('board:changes.legend')}>
      <TextArea
        {...field('points')}
        label={t('board:changes.points')}
        hint={t('board:changes.hint')}
        defaultValue={shown.points}
      />
    </FieldGroup>
  );
}

/** What the form shows, and what belongs to a field by its name. */
function fieldsOf({ panel, expert, content, errors }: VotePanelProps) {
  const field = (name: string) => {
    const id = `vote-${panel.nr}-${name}`;
    return { id, name, error: errors.find(({ fieldId }) => fieldId === id)?.message ?? null };
  };
  return { shown: content ?? typedOfPanel(panel, expert), field };
}

/** The criteria, each with its possible answers. */
function Checklist({ panel, answers }: { panel: number; answers: TypedVote['criteria'] }) {
  const { t } = useTranslation('board');
  return (
    <FieldGroup id={`vote-${panel}-criteria`} legend={t('criteria.legend')} hint={t('criteria.hint')}>
      <div className="criteria">
        {criteria.map((name) => (
          <RadioGroup
            key={name}
            id={`vote-${panel}-${name}`}
            name={criterionField(name)}
            label={t(`criteria.${name}`)}
            options={criterionAnswers.map((value) => ({ value, label: t(`criteria.${value}`) }))}
            defaultValue={answers[name]}
          />
        ))}
      </div>
    </FieldGroup>
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
