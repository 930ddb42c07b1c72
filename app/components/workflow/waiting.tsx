import { useRevalidator, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { UploadState } from '@domain/api/uploads';
import { Form } from '~/forms/form';
import { formatTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';

/** Polling interval for a running job. */
const pollMs = 3000;

interface WaitingProps {
  kind: 'reading' | 'checking';
  upload: Pick<UploadState, 'id' | 'fileName' | 'delay'>;
}

/** Page shown while a job runs. With script it polls, without script it has a button to reload. */
export function Waiting({ kind, upload: { id, fileName, delay } }: WaitingProps) {
  const { t } = useTranslation('uploads');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { revalidate, state } = useRevalidator();
  // A GET form drops the query of its page.
  const query = [...useSearchParams()[0]];
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, pollMs);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  useEffect(() => focusWhatFollows, []);
  return (
    <section aria-labelledby="waiting-heading" className="waiting">
      <h2 id="waiting-heading">{t(`waiting.${kind}.heading`)}</h2>
      <p role="status">
        {delay
          ? t(delay.isForSpace ? 'waiting.delayedBySpace' : 'waiting.delayed', {
              file: fileName,
              time: formatTime(delay.next, language, timeZone),
            })
          : t(`waiting.${kind}.text`, { file: fileName })}
      </p>
      <p>{t('waiting.safe')}</p>
      <form method="get">
        {query.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        <button type="submit">{t('waiting.refresh')}</button>
      </form>
      {delay ? <TryAgain id={id} /> : null}
    </section>
  );
}

/** After the job, moves the focus to the heading of the following page, so that it is read out. */
function focusWhatFollows(): void {
  setTimeout(() => {
    const heading = document.querySelector<HTMLElement>('main h2');
    if (document.activeElement !== document.body || !heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}

/** Button that retries reading or checking an upload immediately. */
export function TryAgain({ id }: { id: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Form reloadDocument action={paths.uploadTryAgain(id)}>
      <button type="submit">{t('upload.tryNow')}</button>
    </Form>
  );
}
