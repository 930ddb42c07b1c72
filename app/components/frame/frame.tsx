import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useMarkHydrated } from '~/forms/focus-answer';

import type { RootData } from '../../root-data';
import { FlashBanner } from './flash-banner';
import { Footer } from './footer';
import { useShownPage } from './links-within-page';
import { SessionWatch } from './session-watch';
import { TopBar } from './top-bar';
import { useFocusOnNewPage, useOneLanguage } from './use-navigation-effects';

interface FrameData extends Pick<RootData, 'language' | 'session' | 'flash' | 'statistics'> {
  /** Undefined if the signed-in user cannot be determined. */
  user: RootData['user'] | undefined;
}

/** Frame of every screen: skip link, banner, main, footer. */
export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
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
      <TopBar user={data.user} session={data.session} />
      <main id="main" tabIndex={-1}>
        <FlashBanner message={data.flash} />
        {children}
      </main>
      {data.session ? <SessionWatch session={data.session} /> : null}
      <Footer language={data.language} statistics={data.statistics} />
    </>
  );
}
