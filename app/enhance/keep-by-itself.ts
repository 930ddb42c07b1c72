/** A change is sent after this pause; one that could not be sent, after this one, then twice as long each time. */
const pauseMs = 2000;
const retryMs = 5000;
const maxRetryMs = 60_000;
/** How long another order of the user waits for what is on its way. */
const patienceMs = 3000;
const timeoutMs = 15_000;
/** Browsers send at most 64 KiB for a page that is being left. */
const maxLeavingBytes = 60_000;

/** What the server says to a draft that was sent by itself. */
export interface AutosaveAnswer {
  /** A sentence for the user. */
  message: string;
  /** What the form counts as opened with from now on; null = as before. */
  opened?: string | null;
}

interface Listener {
  onAnswer(answer: AutosaveAnswer): void;
  /** It could not be sent. */
  onFailure(): void;
}

/**
 * Keeps the draft of a form while it is being filled in: after each change, when its page is left or hidden,
 * and before another form of the page is sent. One request at a time. Returns what ends it.
 */
export function keepByItself(form: HTMLFormElement, address: string, listener: Listener): () => void {
  let isChanged = differsFromPage(form);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  let retry = retryMs;

  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function flush(isLeaving = false): Promise<void> {
    if (underWay) return underWay;
    if (!isChanged) return Promise.resolve();
    clearTimeout(timer);
    isChanged = false;
    underWay = send(form, address, isLeaving)
      .then(settle, fail)
      .finally(() => {
        underWay = null;
        if (isChanged) schedule(retry > retryMs ? retry : pauseMs);
      });
    return underWay;
  }

  function settle(answer: AutosaveAnswer) {
    retry = retryMs;
    listener.onAnswer(answer);
  }

  function fail(error: unknown) {
    listener.onFailure();
    if (error instanceof Refused) return;
    isChanged = true;
    retry = Math.min(retry * 2, maxRetryMs);
  }

  function onChange() {
    isChanged = true;
    if (!underWay) schedule(pauseMs);
  }

  /** The user's orders wait for what is on its way; the form itself carries the rest. */
  function onSubmit(event: SubmitEvent) {
    const { target, submitter } = event;
    if (target === form) {
      isChanged = false;
      clearTimeout(timer);
    }
    if ((!isChanged && !underWay) || !(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([flush(), patience]).then(() => {
      isChanged = false;
      underWay = null;
      target.requestSubmit(submitter);
    });
  }

  const onHide = () => void (document.visibilityState === 'hidden' && flush(true));
  const onLeave = () => void flush(true);

  form.addEventListener('input', onChange);
  form.addEventListener('change', onChange);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', onLeave);
  if (isChanged) schedule(pauseMs);
  return () => {
    form.removeEventListener('input', onChange);
    form.removeEventListener('change', onChange);
    document.removeEventListener('submit', onSubmit, true);
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', onLeave);
    clearTimeout(timer);
    void flush(true);
  };
}

/** The server would not take it; the same again would not help. */
class Refused extends Error {}

async function send(form: HTMLFormElement, address: string, isLeaving: boolean): Promise<AutosaveAnswer> {
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
  if (isAnswer) return (await response.json()) as AutosaveAnswer;
  throw response.status < 500 ? new Refused() : new Error(`Status ${response.status}`);
}

/** Whether something was typed or ticked before script was there. */
function differsFromPage(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (control instanceof HTMLSelectElement) return isChosenAnew(control);
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  });
}

/** Browsers choose the first option where the page marks none. */
function isChosenAnew({ options, selectedIndex }: HTMLSelectElement): boolean {
  const marked = [...options].findIndex(({ defaultSelected }) => defaultSelected);
  return selectedIndex !== Math.max(marked, 0);
}
