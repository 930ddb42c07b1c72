import { useTranslation } from 'react-i18next';

import { ContributedText } from '~/components/contributed-text';

import type { PanelContent } from './vote-panel';

/** Text of a vote that can no longer be saved, for copying. */
export function TypedText({ typed }: { typed: PanelContent }) {
  const { t } = useTranslation('editorial');
  return (
    <section className="notice" aria-labelledby="typed-heading">
      <h2 id="typed-heading">{t('vote.lockedText')}</h2>
      <p>{typed.rating === '1' ? t('vote.accept') : typed.rating === '2' ? t('vote.reject') : null}</p>
      <p className="long-text">
        <ContributedText language="">{typed.note}</ContributedText>
      </p>
    </section>
  );
}
