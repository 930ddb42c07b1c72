import { fillText } from '@domain/text';

import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { isFactorRequired } from '../second-factor/next-step';
import type { AccountRow } from '../store/accounts';
import { findSecondFactors, type PasskeyRow, removePasskey } from '../store/second-factors';
import { type AskedFactors, type FieldErrors, isProven, proofFields, withFactor } from './owner-proof';
import { removalAddress, twoStepAddress } from './two-step-address';

export const showRemovePasskey: Screen = (visit) =>
  withPasskey(visit, ({ passkey, factors }) => answer(visit, removePage(visit, passkey, factors)));

/** Removes a passkey, and the recovery codes with it if there is no other second factor. */
export const saveRemovedPasskey: Screen = (visit) =>
  withPasskey(visit, async ({ account, passkey, factors }) => {
    const { services, context, frame } = visit;
    const page = (errors: FieldErrors) => removePage(visit, passkey, factors, errors);
    if (!(await isProven(visit, { account, factors, page }))) return;
    await removePasskey(services.db, { account, language: frame.language, now: services.now() }, passkey.id);
    services.sendMails();
    redirect(context, twoStepAddress(visit, '', 'passkey-removed'));
  });

interface Removal {
  account: AccountRow;
  passkey: PasskeyRow;
  factors: AskedFactors;
}

/** Goes on with a passkey of the account, unless a role requires it because there is nothing else. */
function withPasskey(visit: PageRequest, go: (removal: Removal) => void | Promise<void>): Promise<void> {
  return withFactor(visit, 'remove-passkey', async (account, factors) => {
    const { services, context, frame } = visit;
    const { appSince, passkeys } = await findSecondFactors(services.db, account.id);
    const passkey = passkeys.find(({ id }) => id === context.query.passkey);
    if (!passkey) return redirect(context, twoStepAddress(visit));
    const isOnly = appSince === null && passkeys.length === 1;
    if (!isOnly || !isFactorRequired(services.requiredFactorRoles, account)) return go({ account, passkey, factors });
    const { removePasskey: title, passkeyRemovalRefused, setUpApp, back } = frame.texts.twoStep;
    const ways = [link(twoStepAddress(visit, 'app'), setUpApp), link(twoStepAddress(visit), back)];
    answer(visit, messagePage(title, [passkeyRemovalRefused, ...ways]), 403);
  });
}

function removePage(
  visit: PageRequest,
  { id, name }: PasskeyRow,
  factors: AskedFactors,
  errors: FieldErrors = {},
): Page {
  const { twoStep } = visit.frame.texts;
  return formPage(visit.frame, {
    title: twoStep.removePasskey,
    intro: fillText(twoStep.removePasskeyIntro, { name }),
    form: {
      action: removalAddress(visit, id),
      submit: twoStep.removePasskey,
      formToken: visit.formToken,
      fields: proofFields(visit, factors, errors),
    },
    links: [link(twoStepAddress(visit), twoStep.cancel)],
  });
}
