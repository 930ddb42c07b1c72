import { useTranslation } from 'react-i18next';

import { ContributedText } from '~/components/contributed-text';

/** The experts' notes to the contributor, after the decision. */
export function ExpertNotes({ notes, isRejected }: { notes: readonly string[]; isRejected: boolean }) {
  const { t } = useTranslation('review');
  const written = notes.filter((note) => note !== '');
  return (
    <section aria-labelledby="expert-notes">
      <h3 id="expert-notes">{t('notes.heading')}</h3>
      {written.length === 0 ? <p>{t(isRejected ? 'notes.none' : 'notes.noneAccepted')}</p> : null}
      {written.length > 1 ? <p className="hint">{t('notes.hint')}</p> : null}
      {written.length > 0 ? (
        <ul className="expert-notes">
          {written.map((note, index) => (
            <li className="long-text" key={index}>
              <ContributedText language="">{note}</ContributedText>
            </li>
          ))}
        </ul>
      ) : null}
      {written.length > 0 && written.length < notes.length ? <p>{t('notes.one')}</p> : null}
    </section>
  );
}
