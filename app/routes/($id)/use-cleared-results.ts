import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { searchFormId } from '~/components/search/search-form';

/**
 * Clears the shown results as soon as a motor test is chosen or removed (spec section 2). Returns the search form as it
 * is then, as a query; null as long as the results are shown, and without script.
 */
export function useClearedResults(): string | null {
  const { key } = useLocation();
  const [cleared, setCleared] = useState<{ page: string; typed: string } | null>(null);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.form?.id !== searchFormId) return;
      const typed = queryOf(target.form);
      setCleared((before) => (target.name === 'e' || before?.page === key ? { page: key, typed } : before));
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [key]);
  return cleared?.page === key ? cleared.typed : null;
}

/** The tests and the text of the search form. */
function queryOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].filter(([name]) => name === 'q' || name === 'e');
  return String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])));
}
