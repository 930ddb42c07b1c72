import { html, type Html } from './html';
import type { PageFrame } from './layout';

/**
 * What a page with a passkey form says without script, which takes it away, and what the script shows if the browser has no
 * answer.
 */
export function passkeyNotes({ texts }: PageFrame): Html {
  const { passkeyNoScript, passkeyFailed } = texts.twoStep;
  return html`<p id="passkey-no-script">${passkeyNoScript}</p>
    <p id="passkey-failure" class="field-error" tabindex="-1" hidden>${passkeyFailed}</p>`;
}
