import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { WithdrawalView } from '@domain/life/withdrawal';

import { ContributedText } from '~/components/contributed-text';
import { formatDate, formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

/** How far a withdrawal is: what was asked and answered, since when it is, and until when it can be taken back. */
export function WithdrawalState({ view, isOwn }: { view: WithdrawalView; isOwn: boolean }) {
  const { t } = useTranslation('withdrawal');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const day = (date: string) => formatDate(date, language, 'UTC');
  const time = (at: string) => formatDateTime(at, language, timeZone);
  const { nr, status, asked, declined, withdrawn, keptUntil, removal, removalDeclined, removedAt } = view;
  const isUntouched = !asked && !declined && !withdrawn;
  return (
    <>
      {status !== 'Accepted' ? <p>{t('state.notAccepted')}</p> : null}
      {status === 'Accepted' && isUntouched ? <p>{t('state.none')}</p> : null}
      {asked ? (
        <Quoted
          text={t(asked.by === 'self' ? 'state.askedByYou' : 'state.asked', { time: time(asked.at) })}
          reason={asked.reason}
        />
      ) : null}
      {declined ? <Quoted text={t('state.declined', { time: time(declined.at) })} reason={declined.reason} /> : null}
      {withdrawn ? (
        <Quoted text={t('state.withdrawn', { date: day(withdrawn.date) })} reason={withdrawn.reason} />
      ) : null}
      {keptUntil ? <p>{t('state.kept', { date: day(keptUntil) })}</p> : null}
      {removal ? (
        <Quoted text={t(`state.removal.${removal.by}`, { time: time(removal.at) })} reason={removal.reason} />
      ) : null}
      {removalDeclined ? (
        <Quoted text={t('state.removalDeclined', { time: time(removalDeclined.at) })} reason={removalDeclined.reason} />
      ) : null}
      {removedAt ? <p className="notice">{t('state.removed', { time: time(removedAt) })}</p> : null}
      {nr === null ? null : (
        <p>
          <Link to={paths.dataSet(nr)}>{t('dataSet')}</Link>
        </p>
      )}
      <OtherVersions view={view} isOwn={isOwn} />
    </>
  );
}

/** Says that the page is about one version, and leads to the withdrawal of those that stay. */
function OtherVersions({ view: { nr, version, otherVersions }, isOwn }: { view: WithdrawalView; isOwn: boolean }) {
  const { t } = useTranslation('withdrawal');
  if (otherVersions.length === 0) return null;
  const page = isOwn ? paths.uploadWithdrawal : paths.editorialWithdrawal;
  return (
    <div className="notice">
      <p>{t('others.only', { version, nr })}</p>
      <ul>
        {otherVersions.map((other) => (
          <li key={other.id}>
            <Link to={page(other.id)}>{t('others.version', { version: other.version, nr: other.nr })}</Link>
            {other.isPublic ? null : ` (${t('others.notPublic')})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A sentence with the reason that somebody gave. */
function Quoted({ text, reason }: { text: string; reason: string }) {
  return (
    <div className="notice">
      <p>{text}</p>
      <blockquote className="long-text">
        <ContributedText language="">{reason}</ContributedText>
      </blockquote>
    </div>
  );
}
