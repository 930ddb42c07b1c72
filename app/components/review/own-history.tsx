import { useTranslation } from 'react-i18next';

import {
  type ContributorAct,
  contributorActs,
  type HistoryAct,
  type HistoryContent,
  type HistoryEntry,
  isOfContributorSide,
} from '@domain/board/history';
import { formatDay } from '@domain/formats';
import { ContributedText } from '~/components/contributed-text';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { paths } from '~/paths';

/** What was done with a submission, as its contributor sees it, and a link to it as a file. */
export function OwnHistory({ id, history }: { id: string; history: readonly HistoryEntry[] }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <section aria-labelledby="own-history">
      <h3 id="own-history">{t('history.heading')}</h3>
      {history.length === 0 ? <p>{t('history.none')}</p> : null}
      <ol className="own-history">
        {history.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>{formatDateTime(entry.at, language, timeZone)}</time>: <ActWords entry={entry} />
            {namesPerson(entry) ? <> {entry.content?.person}</> : null}
            {entry.content ? <Content content={entry.content} /> : null}
          </li>
        ))}
      </ol>
      {history.length > 0 ? (
        <p>
          <a href={paths.uploadHistory(id)}>{t('history.download')}</a>
        </p>
      ) : null}
    </section>
  );
}

/** Whether the words of an act lead to the name of somebody else. */
function namesPerson({ act }: HistoryEntry): boolean {
  return act === 'co-author-ended' || act === 'offered-ownership';
}

/** Whether the contributor sees an act whose words do not depend on the decision. */
function isPlain(act: HistoryAct): act is Exclude<ContributorAct, 'decided' | 'decided-tie'> {
  return contributorActs.includes(act) && act !== 'decided' && act !== 'decided-tie';
}

function ActWords({ entry: { act, statusAfter, person } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('review');
  const inWords = usePersonInWords();
  // Somebody else than the reader may have done it.
  if (person !== undefined && isOfContributorSide(act))
    return t(`history.actsOfOther.${act}`, { name: inWords({ name: person }) });
  const decision = statusAfter === 'Accepted' ? 'Accepted' : 'Rejected';
  if (act === 'decided' || act === 'decided-tie') return t(`history.acts.${act}.${decision}`);
  return isPlain(act) ? t(`history.acts.${act}`) : null;
}

/** What was written with an act. Longer texts are folded. */
function Content({ content: { until, reason, note, points, answers, text } }: { content: HistoryContent }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const list = points ?? answers ?? [];
  return (
    <>
      {until ? <p>{t('history.until', { date: formatDay(until.split('-'), language) })}</p> : null}
      {reason ? (
        <p className="long-text">
          <ContributedText language="">{reason}</ContributedText>
        </p>
      ) : null}
      {note ? (
        <p className="long-text">
          <ContributedText language="">{note}</ContributedText>
        </p>
      ) : null}
      {list.length > 0 ? (
        <ol>
          {list.map((point, index) => (
            <li className="long-text" key={index}>
              <ContributedText language="">{point}</ContributedText>
            </li>
          ))}
        </ol>
      ) : null}
      {text ? (
        <details>
          <summary>{t('history.text')}</summary>
          <p className="long-text">
            <ContributedText language="">{text}</ContributedText>
          </p>
        </details>
      ) : null}
    </>
  );
}
