import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { leaveLinksWithinPage } from './components/frame/links-within-page';
import { startInBrowser } from './i18n/start-in-browser';

leaveLinksWithinPage();
const i18n = await startInBrowser();

startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={i18n}>
      <RemixBrowser />
    </I18nextProvider>,
  );
});
