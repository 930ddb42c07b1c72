import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { EditorialUpload } from '@domain/api/editorial';
import { tieRoundsToDecide } from '@domain/board/act-rules';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

/** Says that two votes disagree, what is missing for a decision, and who can do what about it. */
export function TieNote({ submission, isLinked }: { submission: EditorialUpload; isLinked: boolean }) {
  const { t } = useTranslation('board');
  const due = useDay(submission.tie?.dueAt);
  const { tie, upload, votes, acts } = submission;
  if (!tie) return null;
  const own = votes.find(({ mine }) => mine);
  // Only the chair may give panels to others.
  const isChair = acts.includes('handOverOther');
  const lines = [...(own ? holderLines(submission, own.nr) : chairLines(submission)), ...missingLines(submission)];
  return (
    <section className="notice" aria-labelledby="tie-heading">
      <h3 id="tie-heading">{t('tie.heading')}</h3>
      {lines.map(({ key, number }) => (
        <p key={`${key} ${number}`}>{t(`tie.${key}`, { number, due })}</p>
      ))}
      {own && isChair ? <p>{t('tie.chairHolds')}</p> : null}
      {isLinked && acts.includes('decideTie') ? (
        <p>
          <Link to={paths.editorialPanels(upload.id)}>{t('tie.decide')}</Link>
        </p>
      ) : null}
    </section>
  );
}

function useDay(moment: string | undefined): string {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return moment ? formatDate(moment, language, timeZone) : '';
}

interface Line {
  key: 'change' | 'first' | 'second' | 'ready' | 'ownMissing' | 'missing' | 'chairWaits' | 'chairReady' | 'chairVoted';
  number?: number;
}

/** Whether the chair may decide, unless they hold a panel. */
function isReady({ tie, tieRounds, votes }: EditorialUpload): boolean {
  const isHeard = tieRounds >= tieRoundsToDecide && tie?.withoutNote.length === 0;
  return isHeard || votes.some(({ isOverdue }) => isOverdue);
}

function holderLines(submission: EditorialUpload, own: number): Line[] {
  if (isReady(submission)) return [{ key: 'ready' }];
  const isSecond = submission.tieRounds >= tieRoundsToDecide;
  const lacksOwn = submission.tie?.withoutNote.some((panel) => panel === own);
  const lines: Line[] = [{ key: 'change' }, { key: isSecond ? 'second' : 'first' }];
  return isSecond && !lacksOwn ? lines.slice(1) : lines;
}

function chairLines(submission: EditorialUpload): Line[] {
  if (isReady(submission)) return [{ key: submission.acts.includes('decideTie') ? 'chairReady' : 'chairVoted' }];
  return [{ key: submission.tieRounds >= tieRoundsToDecide ? 'second' : 'chairWaits' }];
}

/** The notes that are missing, as long as the chair waits for them. */
function missingLines(submission: EditorialUpload): Line[] {
  const { tie, votes } = submission;
  if (!tie || isReady(submission)) return [];
  return tie.withoutNote.map((panel) => {
    const isOwn = votes.some(({ nr, mine }) => nr === panel && mine);
    return { key: isOwn ? 'ownMissing' : 'missing', number: panel };
  });
}
