import { type FormEvent, useEffect, useState } from 'react';

/** A search that is not answered after this time is not waited for any longer. */
const longestMs = 15_000;

/**
 * Whether the search form has been sent and its page is awaited, for browsers with script: box and button are disabled
 * in the meantime (spec section 2).
 */
export function useBusySearch(): { isBusy: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void } {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The browser can show the page again as it was left.
    const end = () => setBusy(false);
    window.addEventListener('pageshow', end);
    const timer = isBusy ? setTimeout(end, longestMs) : undefined;
    return () => {
      window.removeEventListener('pageshow', end);
      clearTimeout(timer);
    };
  }, [isBusy]);
  const onSubmit = ({ nativeEvent }: FormEvent<HTMLFormElement>) => {
    const { submitter } = nativeEvent as SubmitEvent;
    // Buttons with names send the form for other purposes. Enter presses one without a name, wherever it stands.
    if (submitter?.getAttribute('name')) return;
    // A disabled field would not be sent.
    setTimeout(() => setBusy(true));
  };
  return { isBusy, onSubmit };
}
