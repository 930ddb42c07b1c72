import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import type { BoardExpert } from '@domain/board/experts';
import { isMotorTest } from '@domain/motor-tests';

import { CommonFacts, isClose } from '~/components/board/parties';
import { ContributedText } from '~/components/contributed-text';
import { RadioGroup, SelectField } from '~/forms/fields';

import type { ShownForm } from './panel-forms';
import { useAwayInWords } from './panel-table';

/** Choice of the expert who is invited, those first who have the least to do. Who may not be invited is left out. */
export function InviteFields({ shown, experts }: { shown: ShownForm; experts: readonly BoardExpert[] }) {
  const { t } = useTranslation('panels');
  const free = experts
    .filter(({ relation }) => relation === 'free' || relation === 'left')
    .sort((a, b) => Number(a.away?.isAway ?? false) - Number(b.away?.isAway ?? false) || (a.load ?? 0) - (b.load ?? 0));
  const close = free.filter(({ closeness }) => isClose(closeness));
  const describe = useExpertInWords();
  return (
    <>
      <SelectField
        id={`${shown.name}-email`}
        name="email"
        label={t('invite.label')}
        hint={free.length === 0 ? t('invite.none') : t('invite.hint')}
        empty={t('invite.choose')}
        options={free.map((expert) => ({ value: expert.email, label: describe(expert) }))}
        defaultValue={shown.value('email')}
        error={shown.error('email')}
      />
      {close.length > 0 ? (
        <>
          <p>{t('invite.close')}</p>
          <ul>
            {close.map(({ email, name, closeness }) => (
              <li key={email}>
                {name}
                {closeness ? <CommonFacts closeness={closeness} /> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** An expert with all that speaks for and against inviting them, as the text of an option. */
function useExpertInWords(): (expert: BoardExpert) => string {
  const { t } = useTranslation('panels');
  const sayAway = useAwayInWords();
  return (expert) => {
    const { name, email, load, fits, relation, closeness } = expert;
    const topics = fits.map((topic) => (isMotorTest(topic) ? t(`tests:${topic}.short`) : topic));
    return [
      name === email ? email : `${name} (${email})`,
      t('invite.load', { count: load ?? 0 }),
      topics.length > 0 ? t('invite.fits', { topics: topics.join(', ') }) : '',
      sayAway(expert),
      relation === 'left' ? t('invite.left') : '',
      isClose(closeness) ? t('invite.isClose') : '',
    ]
      .filter(Boolean)
      .join(', ');
  };
}

/** Both votes with their notes, and the decision. */
export function DecideFields({ shown, panels }: { shown: ShownForm; panels: readonly PanelView[] }) {
  const { t } = useTranslation('panels');
  return (
    <>
      <dl className="facts">
        {panels.map(({ nr, rating, note }) => (
          <div key={nr}>
            <dt>
              {t('editorial:vote.panel', { number: nr })}
              {rating === null ? null : `: ${t(`editorial:list.rating.${rating}`)}`}
            </dt>
            <dd className="long-text">
              {note ? <ContributedText language="">{note}</ContributedText> : t('decide.noNote')}
            </dd>
          </div>
        ))}
      </dl>
      <RadioGroup
        id={`${shown.name}-rating`}
        name="rating"
        label={t('decide.rating')}
        options={[
          { value: '1', label: t('editorial:vote.accept') },
          { value: '2', label: t('editorial:vote.reject') },
        ]}
        defaultValue={shown.value('rating')}
        error={shown.error('rating')}
      />
    </>
  );
}
