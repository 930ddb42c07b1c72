import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { isFactorRequired } from '../second-factor/next-step';
import type { AccountRow } from '../store/accounts';
import { findSecondFactors, removeApp } from '../store/second-factors';
import { type AskedFactors, type FieldErrors, isProven, proofFields, withFactor } from './owner-proof';
import { twoStepAddress } from './two-step-address';

export const showRemoveApp: Screen = (visit) =>
  withRemoval(visit, (_, factors) => answer(visit, removePage(visit, factors)));

/** Removes the app, and the recovery codes with it if there is no other second factor. */
export const saveRemovedApp: Screen = (visit) =>
  withRemoval(visit, async (account, factors) => {
    const { services, context, frame } = visit;
    const page = (errors: FieldErrors) => removePage(visit, factors, errors);
    if (!(await isProven(visit, { account, factors, page }))) return;
    await removeApp(services.db, { account, language: frame.language, now: services.now() });
    services.sendMails();
    redirect(context, twoStepAddress(visit, '', 'app-removed'));
  });

/** Goes on unless a role of the account requires what is to be removed. */
function withRemoval(
  visit: PageRequest,
  go: (account: AccountRow, factors: AskedFactors) => void | Promise<void>,
): Promise<void> {
  return withFactor(visit, 'remove-app', async (account, factors) => {
    const { appSince, passkeys } = await findSecondFactors(visit.services.db, account.id);
    if (appSince === null) return redirect(visit.context, twoStepAddress(visit));
    const isRequired = isFactorRequired(visit.services.requiredFactorRoles, account);
    if (!isRequired || passkeys.length > 0) return go(account, factors);
    const { removeApp: title, removalRefused, replaceApp, back } = visit.frame.texts.twoStep;
    const ways = [link(twoStepAddress(visit, 'app'), replaceApp), link(twoStepAddress(visit), back)];
    answer(visit, messagePage(title, [removalRefused, ...ways]), 403);
  });
}

function removePage(visit: PageRequest, factors: AskedFactors, errors: FieldErrors = {}): Page {
  const { twoStep } = visit.frame.texts;
  return formPage(visit.frame, {
    title: twoStep.removeApp,
    intro: twoStep.removeAppIntro,
    form: {
      action: twoStepAddress(visit, 'remove-app'),
      submit: twoStep.removeAppSubmit,
      formToken: visit.formToken,
      fields: proofFields(visit, factors, errors),
    },
    links: [link(twoStepAddress(visit), twoStep.cancel)],
  });
}
