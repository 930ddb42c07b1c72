import { html, type Html } from './html';
import type { PageFrame } from './layout';

/**
 * What a page with a passkey form says without script, which takes it away, and what the script shows if the browser has no
 * answer. `instead`: what can be used without script.
 */
export function passkeyNotes({ texts }: PageFrame, instead = ''): Html {
  const { passkeyNoScript, passkeyFailed } = texts.twoStep;
  return html`<p id="passkey-no-script">${passkeyNoScript} ${instead}</p>
    <p id="passkey-failure" class="field-error" tabindex="-1" hidden>${passkeyFailed}</p>`;
}
