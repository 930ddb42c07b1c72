import { RemixBrowser } from '@remix-run/react';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { leaveLinksWithinPage } from './components/frame/links-within-page';
import { AfterHydration, preserveTextDuringHydration } from './drafts/typed-before-script';
import { startInBrowser } from './i18n/browser-texts';

leaveLinksWithinPage();
const restoreTypedText = preserveTextDuringHydration();
const [i18n] = await Promise.all([startInBrowser(), stateDecoded()]);

startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={i18n}>
      <AfterHydration onHydrated={restoreTypedText}>
        <RemixBrowser />
      </AfterHydration>
    </I18nextProvider>,
  );
});

/**
 * Waits until Remix has decoded the data the page was drawn from. RemixBrowser suspends until then, and a
 * document has no boundary around it: whoever clicked or typed in the meantime would make React give up
 * ('Root did not complete'). It throws the promise before its first hook, as to any boundary.
 */
async function stateDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}
