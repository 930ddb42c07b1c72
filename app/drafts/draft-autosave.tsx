import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formSnapshotField, type FormVersions } from './form-snapshot';

/** Delays before a change is sent and before the first retry. Each further retry waits twice as long, up to a maximum. */
const pauseMs = 2000;
const retryMs = 5000;
const maxRetryMs = 60_000;
/** How long another form of the page waits for a request that is under way. */
const maxWaitMs = 3000;
const timeoutMs = 15_000;
/** Browsers send at most 64 KiB for a page that is being left. */
const maxLeavingBytes = 60_000;

/**
 * Stores the draft of a form at an address while it is being filled in: after a change, when the page is left or
 * hidden, and before another form of the page is sent. One request is under way at a time, unless the page is left.
 * `show` gets the message of the server, or null if it could not be reached. Returns the function that ends it.
 */
function autosaveDraft(form: HTMLFormElement, address: string, show: (message: string | null) => void): () => void {
  let isChanged = differsFromPage(form);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  /** Whether the request under way goes on when the page is left. */
  let outlivesPage = false;
  let retry = 0;

  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function flush(isLeaving = false): Promise<void> {
    const isLost = isLeaving && underWay !== null && !outlivesPage;
    const isDue = isChanged && (isLeaving || underWay === null);
    if (!isLost && !isDue) return underWay ?? Promise.resolve();
    clearTimeout(timer);
    isChanged = false;
    outlivesPage = isLeaving;
    underWay = send(form, address, isLeaving)
      .then(
        (message) => {
          show(message);
          retry = 0;
        },
        () => {
          show(null);
          isChanged = true;
          retry = Math.min(Math.max(retry * 2, retryMs), maxRetryMs);
        },
      )
      .finally(() => {
        underWay = null;
        if (isChanged) schedule(retry || pauseMs);
      });
    return underWay;
  }

  function onChange({ target }: Event) {
    isChanged = true;
    // A tick is complete at once, while a text is not.
    const isTick = target instanceof HTMLInputElement && target.type === 'checkbox';
    if (!underWay) schedule(isTick ? 0 : pauseMs);
  }

  /**
   * Other forms wait until the text is stored; the form itself sends it along. If the last request has not reached the
   * server, another one is tried first, and nothing is sent if that fails, too: the browser's page about it would take the
   * place of the form and of what is in it.
   */
  function onSubmit(event: SubmitEvent) {
    const { target, submitter } = event;
    const isAway = target === form && retry > 0;
    if (target === form && !isAway) {
      isChanged = false;
      clearTimeout(timer);
    }
    if ((!isChanged && !underWay) || !(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAway) show('');
    const wait = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
    void Promise.race(isAway ? [flush()] : [flush(), wait]).then(() => {
      if (isAway && retry > 0) return;
      isChanged = false;
      underWay = null;
      target.requestSubmit(submitter);
    });
  }

  const ending = new AbortController();
  const { signal } = ending;
  form.addEventListener('input', onChange, { signal });
  form.addEventListener('change', onChange, { signal });
  document.addEventListener('submit', onSubmit, { signal, capture: true });
  document.addEventListener('visibilitychange', () => void (document.hidden && flush(true)), { signal });
  // Before the next page is requested, so that a reloaded page contains the text. 'pagehide' follows its response.
  window.addEventListener('beforeunload', () => void flush(true), { signal });
  window.addEventListener('pagehide', () => void flush(true), { signal });
  if (isChanged) schedule(pauseMs);
  return () => {
    ending.abort();
    clearTimeout(timer);
    void flush(true);
  };
}

/** Returns the message of the server, or null for a refusal without one. Throws if the same request may succeed later. */
async function send(form: HTMLFormElement, address: string, isLeaving: boolean): Promise<string | null> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  const body = new URLSearchParams(fields);
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    keepalive: isLeaving && body.toString().length < maxLeavingBytes,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const isAnswer = response.headers.get('Content-Type')?.startsWith('application/json');
  if (isAnswer) return ((await response.json()) as { message: string }).message;
  if (response.status >= 500) throw new Error(`Status ${response.status}`);
  return null;
}

/** Whether something was typed or chosen before script ran. */
function differsFromPage(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (control instanceof HTMLSelectElement) {
      // Browsers choose the first option if the page marks none.
      const marked = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
      return control.selectedIndex !== Math.max(marked, 0);
    }
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  });
}

interface SaveButtonsProps {
  /** Null for a form whose draft cannot be stored. */
  versions: FormVersions | null;
  /** Text of the button that saves, and its id if a link leads to it; null where there is nothing to save. */
  save: string | null;
  id?: string;
  /** The form says elsewhere that it is not stored by itself without script. */
  isExplained?: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** The buttons of a form with a draft, and the line that shows how script stored it. */
export function SaveButtons({ versions, save, id, isExplained = false, children }: SaveButtonsProps) {
  const { t } = useTranslation('forms');
  return (
    <>
      {save === null ? null : (
        <>
          <div className="actions">
            <button type="submit" name="intent" value="save" id={id}>
              {save}
            </button>
            <button type="submit" name="intent" value="draft" className="button-quiet">
              {t('saveDraft')}
            </button>
            {children}
          </div>
          {isExplained ? null : (
            <noscript>
              <p className="hint">{t('saveBeforeLeaving')}</p>
            </noscript>
          )}
        </>
      )}
      {versions ? <DraftAutosave {...versions} /> : null}
    </>
  );
}

function DraftAutosave({ opened, autosave }: FormVersions) {
  const { t } = useTranslation('forms');
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string | null>('');
  useEffect(
    () => (field.current?.form ? autosaveDraft(field.current.form, autosave, setMessage) : undefined),
    [autosave],
  );
  return (
    <>
      <input ref={field} type="hidden" name={formSnapshotField} value={opened} />
      <p role="status" className="draft-status">
        {message ?? t('autosave.failed')}
      </p>
    </>
  );
}
