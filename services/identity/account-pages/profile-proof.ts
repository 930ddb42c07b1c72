import type { PageRequest } from '../http/exchange';
import type { Field } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import { pageFormId } from '../pages/layout';
import { type AskedFactors, type FieldErrors, proofFields } from './owner-proof';

/** Password and code in the profile, which only some of its changes need. */
export function profileProofFields(visit: PageRequest, factors: AskedFactors, errors: FieldErrors): Field[] {
  const { profile, twoStep } = visit.frame.texts;
  const passkeyHint = hasPasskey(factors) ? twoStep.passkeyBelow : null;
  return proofFields(visit, factors, errors, { passkeyHint }).map((field) =>
    field.name === 'current-password'
      ? { ...field, hint: field.hint ?? profile.currentPasswordHint }
      : { ...field, hint: html`${profile.currentPasswordHint} ${field.hint}` },
  );
}

/**
 * Button for a login with the passkey that keeps what was typed into the profile, in place of the link of other forms. It
 * belongs below the button that saves, because Enter presses the first one.
 */
export function passkeyButton({ frame }: PageRequest, factors: AskedFactors): Html | null {
  if (!hasPasskey(factors)) return null;
  const { passkeyAgain, passkeyAgainHelp } = frame.texts.twoStep;
  return html`<p class="actions">
      <button form="${pageFormId}" name="passkey-again" value="yes" class="button-quiet">${passkeyAgain}</button>
    </p>
    <p class="hint">${passkeyAgainHelp}</p>`;
}

const hasPasskey = (factors: AskedFactors) => factors !== null && factors.passkeys.length > 0;
