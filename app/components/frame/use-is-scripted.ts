import { useMatches } from '@remix-run/react';
import { useState } from 'react';

import type { ScreenHandle } from './page-title';

/** Whether the page comes with script. Decided once: where script runs, it goes on to run on the next screen. */
export function useIsScripted(): boolean {
  const matches = useMatches();
  const [isScripted] = useState(() =>
    matches.every(({ handle }) => (handle as ScreenHandle | undefined)?.script !== false),
  );
  return isScripted;
}
