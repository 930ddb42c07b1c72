import { fillText } from '@domain/text';

import type { PageRequest } from '../http/exchange';
import { type Field, formTokenField } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import type { AccountRow } from '../store/accounts';
import { withdrawEmail } from '../store/profile';

const formId = 'withdraw-address';
/** Its value is the address, so that an older page does not withdraw another one. */
const fieldName = 'withdraw-address';

/** What stands at the field for the address while a new one waits for its confirmation. */
export function waitingParts({ frame }: PageRequest, address: string): Pick<Field, 'hint' | 'below'> {
  const { addressWaits, withdrawAddress } = frame.texts.profile;
  return {
    hint: fillText(addressWaits, { address }),
    below: html`<p class="actions"><button form="${formId}" class="button-quiet">${withdrawAddress}</button></p>`,
  };
}

/** The form of that button. It is not within that of the profile, where Enter would press its button. */
export function withdrawForm({ formToken }: PageRequest, action: string, address: string): Html {
  return html`<form id="${formId}" method="post" action="${action}">
    <input type="hidden" name="${formTokenField}" value="${formToken}" />
    <input type="hidden" name="${fieldName}" value="${address}" />
  </form>`;
}

/** Whether that form was sent. */
export function isWithdrawal({ form }: PageRequest): boolean {
  return form.has(fieldName);
}

/** Voids the link of the new address. Returns false if it was confirmed, withdrawn or replaced since the page was read. */
export function withdrawAddress({ services, form }: PageRequest, account: AccountRow): Promise<boolean> {
  return withdrawEmail(services.db, account, { email: form.get(fieldName) ?? '', now: services.now() });
}
