import { useEffect, useRef, useState, type FormEvent } from 'react';

import { paths } from '~/paths';

/** Pause in typing before suggestions are requested, and minimum number of characters. */
const debounceMs = 250;
const minCharacters = 2;

/** Suggests values of published data sets for a field while the user types; [] before that and after a failure. */
export function useSuggestions(field: number, isOffered: boolean) {
  const [values, setValues] = useState<readonly string[]>([]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const request = useRef<AbortController>(undefined);

  const stop = () => {
    clearTimeout(rest.current);
    request.current?.abort();
  };
  useEffect(() => stop, []);

  async function ask(text: string) {
    const running = new AbortController();
    request.current = running;
    try {
      const answer = await fetch(paths.fieldValues(field, text), { signal: running.signal });
      if (answer.ok) setValues((await answer.json()) as string[]);
    } catch {
      setValues([]);
    }
  }

  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    stop();
    const text = currentTarget.value.trim();
    // No search for a value chosen from the list.
    if (text.length < minCharacters || values.includes(text)) return;
    rest.current = setTimeout(() => void ask(text), debounceMs);
  }

  return { values, onInput: isOffered ? onInput : undefined };
}
