import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';

/**
 * What a browser does by itself when it loads a page, for pages that script swaps in: the focus goes to
 * the new page's heading, so that it is read out; also when the page is the same, and what had the focus
 * is gone from it.
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

/** When the language was changed in another tab, the texts of this one no longer fit: load them anew. */
export function useOneLanguage(language: Language): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (i18n.language !== language) window.location.reload();
  }, [i18n, language]);
}
