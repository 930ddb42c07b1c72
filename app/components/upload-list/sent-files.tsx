import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';

import { formatBytes } from '@domain/formats';
import type { Language } from '@domain/language';

import { paths } from '~/paths';
import type { SentFile } from './use-uploads';
import { roundTimeLeft } from './transfer-rate';

/** Minimum interval between progress announcements to screen readers. */
const speakEveryMs = 5000;
/** Minimum progress between announcements. */
const spokenStepPercent = 10;

interface SentFilesProps {
  files: readonly SentFile[];
  language: Language;
  onCancel: () => void;
  onTryNow: () => void;
}

/** Files being sent, with progress and remaining time. */
export function SentFiles({ files, language, onCancel, onTryNow }: SentFilesProps) {
  const { t } = useTranslation('uploads');
  const at = files.find(({ status }) => status !== null && !isOver(status));
  const spoken = useSlowly(at ? spokenOf(t, at) : '');
  if (files.length === 0) return null;
  return (
    <div className="sent-files">
      <p>{t('upload.busy')}</p>
      <ul>
        {files.map((file, index) => (
          <li key={index} className={file.status === 'retrying' ? 'sent-file sent-file-waiting' : 'sent-file'}>
            <SentFileRow file={file} language={language} onCancel={onCancel} onTryNow={onTryNow} />
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
    </div>
  );
}

const isOver = (status: SentFile['status']) => status === 'taken' || status === 'refused' || status === 'stopped';

interface RowProps extends Omit<SentFilesProps, 'files'> {
  file: SentFile;
}

function SentFileRow({ file, language, onCancel, onTryNow }: RowProps) {
  const { t } = useTranslation('uploads');
  const { name, status } = file;
  const isRunning = status !== null && !isOver(status);
  return (
    <>
      <p className="sent-file-name">{name}</p>
      <progress aria-label={`${t('upload.progress')}: ${name}`} max={100} value={percentOf(file)} />
      <p className="sent-file-figures">
        {t('upload.sent', { percent: percentOf(file), size: formatBytes(file.bytes, language) })}
        {status === 'sending' && file.secondsLeft !== null ? `, ${timeLeft(t, file.secondsLeft)}` : null}
      </p>
      {status === 'sending' ? null : <p className="sent-file-state">{t(`upload.states.${status ?? 'waiting'}`)}</p>}
      {status === 'signed-out' ? (
        <p>
          <a href={paths.login()} target="_blank" rel="noreferrer">
            {t('upload.signIn')}
          </a>
        </p>
      ) : null}
      {isRunning && status !== 'checking' ? (
        <div className="actions">
          {status === 'retrying' || status === 'signed-out' ? (
            <button type="button" onClick={onTryNow}>
              {t('upload.tryNow')}
            </button>
          ) : null}
          <button type="button" className="button-quiet" onClick={onCancel}>
            {t('upload.cancel')}
            <span className="visually-hidden"> {name}</span>
          </button>
        </div>
      ) : null}
    </>
  );
}

function percentOf({ sent, bytes }: Pick<SentFile, 'sent' | 'bytes'>): number {
  return Math.floor((100 * sent) / Math.max(bytes, 1));
}

function timeLeft(t: TFunction<'uploads'>, seconds: number): string {
  const { unit, count } = roundTimeLeft(seconds);
  return t(`upload.left.${unit}`, { count });
}

function spokenOf(t: TFunction<'uploads'>, file: SentFile): string {
  if (file.status !== 'sending') return `${file.name}: ${t(`upload.states.${file.status ?? 'waiting'}`)}`;
  const percent = percentOf(file);
  const told = t('upload.percent', { percent: percent - (percent % spokenStepPercent) });
  return `${file.name}: ${told}`;
}

/** Delays changes of a text, so that announcements do not interrupt each other. */
function useSlowly(text: string): string {
  const [shown, setShown] = useState(text);
  const changedAt = useRef(0);
  useEffect(() => {
    if (text === shown) return;
    const wait = Math.max(0, changedAt.current + speakEveryMs - Date.now());
    const timer = setTimeout(() => {
      changedAt.current = Date.now();
      setShown(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, shown]);
  return shown;
}
