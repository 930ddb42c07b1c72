import { useTranslation } from 'react-i18next';

import { PanelForm, type VotePanelProps } from './panel-form';
import { type SeenWhen, StoredVote } from './stored-vote';

/** A panel of the vote: a form for its expert, text for others. */
export function VotePanel({ seenWhen, ...props }: VotePanelProps & { seenWhen: SeenWhen }) {
  const { panel, stale } = props;
  const { t } = useTranslation('editorial');
  return (
    <fieldset className="vote-panel" id={`panel-${panel.nr}`}>
      <legend>{t('vote.panel', { number: panel.nr })}</legend>
      {panel.editable ? <PanelForm {...props} /> : <StoredVote panel={panel} seenWhen={seenWhen} />}
      {panel.editable && stale ? (
        <div className="notice">
          <p>{t('vote.stale')}</p>
          <StoredVote panel={panel} seenWhen={seenWhen} />
        </div>
      ) : null}
    </fieldset>
  );
}
