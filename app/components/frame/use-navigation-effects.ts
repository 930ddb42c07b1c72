import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';

/**
 * Moves the focus to the heading of a page that script has swapped in, as browsers do when they load a page, so that
 * screen readers read it. On the same page, it does so only if the focused element is gone.
 */
export function useFocusOnNewPage(): void {
  const { pathname, key } = useLocation();
  const shown = useRef({ pathname, key });
  useEffect(() => {
    if (shown.current.key === key) return;
    const isSamePage = shown.current.pathname === pathname;
    shown.current = { pathname, key };
    if (isSamePage && document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, key]);
}

/** Reloads the page when the language was changed in another tab. */
export function useOneLanguage(language: Language): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (i18n.language !== language) window.location.reload();
  }, [i18n, language]);
}
