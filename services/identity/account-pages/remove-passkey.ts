import { fillText } from '@domain/text';

import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { isFactorRequired } from '../second-factor/next-step';
import type { AccountRow } from '../store/accounts';
import { findSecondFactors, type PasskeyRow, removePasskey } from '../store/second-factors';
import { type FieldErrors, isProven, proofFields, withFactor } from './owner-proof';
import { twoStepAddress } from './two-step-address';

export const showRemovePasskey: Screen = (visit) =>
  withPasskey(visit, (_, passkey) => answer(visit, removePage(visit, passkey)));

/** Removes a passkey, and the recovery codes with it if there is no other second factor. */
export const saveRemovedPasskey: Screen = (visit) =>
  withPasskey(visit, async (account, passkey) => {
    const { services, context, frame } = visit;
    if (!(await isProven(visit, account, (errors) => removePage(visit, passkey, errors)))) return;
    await removePasskey(services.db, { account, language: frame.language, now: services.now() }, passkey.id);
    services.sendMails();
    redirect(context, twoStepAddress(visit, '', 'passkey-removed'));
  });

/** Goes on with a passkey of the account, unless a role requires it because there is nothing else. */
function withPasskey(
  visit: PageRequest,
  go: (account: AccountRow, passkey: PasskeyRow) => void | Promise<void>,
): Promise<void> {
  return withFactor(visit, 'remove-passkey', async (account) => {
    const { services, form, context, frame } = visit;
    const { appSince, passkeys } = await findSecondFactors(services.db, account.id);
    const id = form.get('passkey') ?? context.query.passkey;
    const passkey = passkeys.find((each) => each.id === id);
    if (!passkey) return redirect(context, twoStepAddress(visit));
    const isOnly = appSince === null && passkeys.length === 1;
    if (!isOnly || !isFactorRequired(services.requiredFactorRoles, account)) return go(account, passkey);
    const { removePasskey: title, passkeyRemovalRefused, setUpApp, back } = frame.texts.twoStep;
    const ways = [link(twoStepAddress(visit, 'app'), setUpApp), link(twoStepAddress(visit), back)];
    answer(visit, messagePage(title, [passkeyRemovalRefused, ...ways]), 403);
  });
}

function removePage(visit: PageRequest, { id, name }: PasskeyRow, errors: FieldErrors = {}): Page {
  const { twoStep } = visit.frame.texts;
  return formPage(visit.frame, {
    title: twoStep.removePasskey,
    intro: fillText(twoStep.removePasskeyIntro, { name }),
    form: {
      action: twoStepAddress(visit, 'remove-passkey'),
      submit: twoStep.removePasskey,
      formToken: visit.formToken,
      hidden: { passkey: id },
      fields: proofFields(visit, true, errors),
    },
    links: [link(twoStepAddress(visit), twoStep.cancel)],
  });
}
