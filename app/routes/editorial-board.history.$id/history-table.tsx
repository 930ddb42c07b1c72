import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { criteria, type CriteriaAnswers } from '@domain/board/criteria';
import { actorOf, type HistoryContent, type HistoryEntry } from '@domain/board/history';
import { formatDay } from '@domain/formats';
import type { FormField } from '@domain/metadata/directives';

import { ContributedText } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { useTimeZone } from '~/i18n/use-time-zone';

const columns = ['at', 'act', 'actor', 'panel', 'expert', 'statusBefore', 'statusAfter', 'content'] as const;

/** The acts in order, in words. */
export function HistoryTable({ entries, fields }: { entries: readonly HistoryEntry[]; fields: readonly FormField[] }) {
  const { t } = useTranslation('board-history');
  return (
    <ScrollTable label={t('table')} heads={columns.map((column) => t(`columns.${column}`))} className="history-table">
      <tbody>
        {entries.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} fields={fields} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function HistoryRow({ entry, fields }: { entry: HistoryEntry; fields: readonly FormField[] }) {
  const { t } = useTranslation('board-history');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const inWords = usePersonInWords();
  const actor = actorOf(entry);
  const who =
    typeof actor === 'object' && actor
      ? actor.email === undefined
        ? t('people.coAuthor', { name: inWords({ name: actor.coAuthor }) })
        : inWords(actor, 'member')
      : t(actor === null ? 'people.automatic' : 'people.contributor');
  return (
    <tr>
      <td>
        <time dateTime={entry.at}>{formatDateTime(entry.at, language, timeZone, true)}</time>
      </td>
      <th scope="row">{t(`acts.${entry.act}`)}</th>
      <td>{who}</td>
      <td>{entry.panel === null ? null : t('panel', { number: entry.panel })}</td>
      <td>{entry.expert === null ? null : inWords({ email: entry.expert }, 'member')}</td>
      <td>{t(`statuses.${entry.statusBefore}`)}</td>
      <td>{t(`statuses.${entry.statusAfter}`)}</td>
      <td>{entry.content === null ? t('hidden') : <Content content={entry.content} fields={fields} />}</td>
    </tr>
  );
}

/** What was entered with an act, a line for each kind. */
function Content({ content, fields }: { content: HistoryContent; fields: readonly FormField[] }) {
  const { t } = useTranslation('board-history');
  const language = useLanguage();
  const { reason, rating, note, isImpartial, criteria: answered, points, answers, text, changes } = content;
  return (
    <>
      <Line kind="rating">{rating ? t(`ratings.${rating}`) : null}</Line>
      <Line kind="isImpartial">{isImpartial === undefined ? null : t(`impartial.${isImpartial ? 'yes' : 'no'}`)}</Line>
      {answered === undefined ? null : <CriteriaLine answered={answered} />}
      <Line kind="reason">{typed(reason)}</Line>
      <Line kind="note">{typed(note)}</Line>
      <Line kind="points">{listOf(points)}</Line>
      <Line kind="answers">{listOf(answers)}</Line>
      <Line kind="text">{typed(text)}</Line>
      <Line kind="arePersonsRight">{content.arePersonsRight ? t('confirmed') : null}</Line>
      <Line kind="person">{typed(content.person)}</Line>
      <Line kind="from">{typed(content.from)}</Line>
      <Line kind="version">{content.version ?? null}</Line>
      <Line kind="until">{content.until ? formatDay(content.until.split('-'), language) : null}</Line>
      <Line kind="changes">{changes ? namesOf(changes, fields) : null}</Line>
    </>
  );
}

function Line({ kind, children }: { kind: keyof HistoryContent; children: ReactNode }) {
  const { t } = useTranslation('board-history');
  if (children === null) return null;
  return (
    <div className="long-text">
      {t(`columns.${kind}`)}: {children}
    </div>
  );
}

/** The answered criteria; nothing if none is. */
function CriteriaLine({ answered }: { answered: CriteriaAnswers }) {
  const { t } = useTranslation('board');
  const asked = criteria.filter((name) => answered[name] !== undefined);
  const items = asked.map((name) => (
    <li key={name}>
      {t(`criteria.${name}`)} {t(`criteria.${answered[name]!}`)}
    </li>
  ));
  return <Line kind="criteria">{items.length === 0 ? null : <ul>{items}</ul>}</Line>;
}

/** Names of changed fields. Their values are in the files of the history. */
function namesOf(changes: NonNullable<HistoryContent['changes']>, fields: readonly FormField[]): string {
  return changes.map(({ field }) => fields.find(({ id }) => id === field)?.label ?? field).join(', ');
}

function typed(text: string | undefined): ReactNode {
  return text ? <ContributedText language="">{text}</ContributedText> : null;
}

function listOf(points: readonly string[] | undefined): ReactNode {
  if (!points || points.length === 0) return null;
  return (
    <ol>
      {points.map((point, index) => (
        <li key={index}>
          <ContributedText language="">{point}</ContributedText>
        </li>
      ))}
    </ol>
  );
}
