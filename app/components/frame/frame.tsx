import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';
import { useMarkHydrated } from '~/forms/error-summary';

import type { RootData } from '../../root-data';
import { FlashAbovePage } from './flash-banner';
import { Footer } from './footer';
import { LanguageOffer } from './language-switch';
import { useShownPage } from './links-within-page';
import { SessionWatch } from './session-watch';
import { TopBar } from './top-bar';

interface FrameData extends Pick<RootData, 'language' | 'offeredLanguage' | 'session' | 'statistics'> {
  /** Undefined if the signed-in user cannot be determined. */
  user: RootData['user'] | undefined;
}

interface FrameProps {
  data: FrameData;
  /** Shows no buttons for other languages. */
  keepsLanguage?: boolean;
  children: ReactNode;
}

/** Frame of every screen: skip link, banner, main, footer. */
export function Frame({ data, keepsLanguage = false, children }: FrameProps) {
  const { t } = useTranslation();
  useMarkHydrated();
  useFocusOnNewPage();
  useShownPage();
  useOneLanguage(data.language);
  return (
    <>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <TopBar user={data.user} session={data.session} language={data.language} keepsLanguage={keepsLanguage} />
      {data.offeredLanguage && !keepsLanguage ? <LanguageOffer language={data.offeredLanguage} /> : null}
      <main id="main" tabIndex={-1}>
        <FlashAbovePage />
        {children}
      </main>
      {data.session ? <SessionWatch session={data.session} /> : null}
      <Footer language={data.language} keepsLanguage={keepsLanguage} statistics={data.statistics} />
    </>
  );
}

/**
 * Moves the focus to the heading of a page that script has swapped in, as browsers do when they load a page, so that
 * screen readers read it. On the same page, it does so only if the focused element is gone.
 */
function useFocusOnNewPage(): void {
  const { pathname, key } = useLocation();
  const shown = useRef({ pathname, key });
  useEffect(() => {
    if (shown.current.key === key) return;
    const isSamePage = shown.current.pathname === pathname;
    shown.current = { pathname, key };
    if (isSamePage && document.activeElement !== document.body) return;
    // A summary of errors has taken it (ErrorSummary).
    if (document.activeElement?.matches('main .notice-error')) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname, key]);
}

/** Reloads the page when the language was changed in another tab. */
function useOneLanguage(language: Language): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (i18n.language !== language) window.location.reload();
  }, [i18n, language]);
}
