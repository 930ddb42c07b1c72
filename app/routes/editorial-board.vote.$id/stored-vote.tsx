import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import { criteria } from '@domain/board/criteria';
import { ContributedText } from '~/components/contributed-text';
import { usePersonInWords } from '~/i18n/use-person-in-words';

/** When somebody sees the vote of a panel that is hidden from them. */
export type SeenWhen = 'voted' | 'chair' | 'decided';

/** A panel as text. A hidden vote is marked as such. */
export function StoredVote({ panel, seenWhen }: { panel: PanelView; seenWhen: SeenWhen }) {
  const { t } = useTranslation('editorial');
  const inWords = usePersonInWords();
  if (panel.email === null) return <p>{t('vote.empty')}</p>;
  return (
    <dl className="stored-vote">
      <dt>{t('vote.email')}</dt>
      <dd>{inWords(panel, 'member')}</dd>
      {panel.hidden ? (
        <dd>{t(seenWhen === 'voted' ? 'vote.hidden' : `vote.hiddenFrom.${seenWhen}`)}</dd>
      ) : (
        <ShownVote panel={panel} />
      )}
      {panel.state === 'voted' ? (
        <>
          <dt>{t('vote.end')}</dt>
          <dd>{panel.end}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** A vote, or that there is none yet. */
function ShownVote({ panel }: { panel: PanelView }) {
  const { t } = useTranslation(['editorial', 'board']);
  if (panel.rating === null) return <dd>{t('editorial:vote.empty')}</dd>;
  const answered = criteria.filter((name) => panel.criteria[name] !== undefined);
  return (
    <>
      <dt>{t('editorial:vote.rating')}</dt>
      <dd>{t(`editorial:list.rating.${panel.rating}`)}</dd>
      <dt>{t('editorial:vote.note')}</dt>
      <dd className="long-text">
        <ContributedText language="">{panel.note ?? ''}</ContributedText>
      </dd>
      <dt>{t('board:declaration.term')}</dt>
      <dd>{t(panel.isImpartial ? 'board:declaration.none' : 'board:declaration.unstated')}</dd>
      {answered.length > 0 ? (
        <>
          <dt>{t('board:criteria.legend')}</dt>
          {answered.map((name) => (
            <dd key={name}>
              {t(`board:criteria.${name}`)} <strong>{t(`board:criteria.${panel.criteria[name]!}`)}</strong>
            </dd>
          ))}
        </>
      ) : null}
    </>
  );
}
