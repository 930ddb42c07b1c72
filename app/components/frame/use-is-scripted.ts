import { useMatches } from '@remix-run/react';
import { useState } from 'react';

import type { ScreenHandle } from './page-title';

/** Whether the page has script. Decided once, because script stays loaded on the following screens. */
export function useIsScripted(): boolean {
  const matches = useMatches();
  const [isScripted] = useState(() =>
    matches.every(({ handle }) => (handle as ScreenHandle | undefined)?.script !== false),
  );
  return isScripted;
}
