import { useEffect, useRef, useState, type FormEvent } from 'react';

import { paths } from '~/paths';

/** How long typing rests before values are asked for, and how much has to be typed. */
const debounceMs = 250;
const minCharacters = 2;

/**
 * Values of published data sets for a field, asked for while somebody types in it; [] until then, and
 * whenever they cannot be had: typing goes on without them.
 */
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
    // What was chosen from the list is not looked for again.
    if (text.length < minCharacters || values.includes(text)) return;
    rest.current = setTimeout(() => void ask(text), debounceMs);
  }

  return { values, onInput: isOffered ? onInput : undefined };
}
