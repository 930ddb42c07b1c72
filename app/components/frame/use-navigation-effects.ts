import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';

/**
 * What a browser does by itself when it loads a page, for pages that script swaps in: the focus goes to
 * the new page's heading, so that it is read out.
 */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}

/** When the language was changed in another tab, the texts of this one no longer fit: load them anew. */
export function useOneLanguage(language: Language): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (i18n.language !== language) window.location.reload();
  }, [i18n, language]);
}
