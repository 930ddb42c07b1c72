import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { passkeyNotes } from '../pages/passkey-notes';
import { factorKind } from '../second-factor/factor-kind';
import { askForPasskey, isSignedByPasskey, type PasskeyRequest } from '../second-factor/passkeys';
import { findSecondFactors, type SecondFactors } from '../store/second-factors';
import { tryCode } from './attempt-limits';
import { afterFirstStep, requireStep } from './code';
import { completeSignIn, refuseTooMany } from './interaction';
import { signInPaths } from './sign-in-paths';
import { type EnteredAccount, forgetFirstStep } from './first-step';

/** The page that asks for a passkey after the password. */
export const showPasskey: Screen = (visit) => withPasskeyPage(visit, ({ page }) => answer(visit, page()));

export const checkPasskey: Screen = (visit) =>
  withPasskeyPage(visit, async ({ account, factors, page }) => {
    const { services, context, form, frame } = visit;
    const { passkeyMissing, passkeyWrong } = frame.texts.problems;
    const [response, challenge] = [form.get('response') ?? '', form.get('challenge') ?? ''];
    if (response === '') return answer(visit, page(passkeyMissing));
    const given = { account, response, challenge, present: factors.passkeys };
    const outcome = await tryCode(services, context, account, () => isSignedByPasskey(services, given));
    if (outcome.retryAfterSeconds !== undefined) return refuseTooMany(visit, outcome.retryAfterSeconds, page);
    if (!outcome.isRight) return answer(visit, page(passkeyWrong));
    forgetFirstStep(visit);
    await completeSignIn(visit, account, 'hwk');
  });

interface PasskeyStep {
  account: EnteredAccount;
  factors: SecondFactors;
  /** The page with a new challenge, and with an error if there is one. */
  page: (error?: string) => Page;
}

async function withPasskeyPage(visit: PageRequest, go: (step: PasskeyStep) => void | Promise<void>): Promise<void> {
  const account = await requireStep(visit, 'code');
  if (!account) return;
  const factors = await findSecondFactors(visit.services.db, account.id);
  if (factors.passkeys.length === 0) return redirect(visit.context, signInPaths(visit).code);
  const request = await askForPasskey(visit.services, account, factors.passkeys);
  await go({ account, factors, page: (error) => passkeyPage(visit, { account, factors, ...request, error }) });
}

function passkeyPage(
  visit: PageRequest,
  {
    account,
    factors,
    options,
    challenge,
    error,
  }: Omit<PasskeyStep, 'page'> & PasskeyRequest & { error: string | undefined },
): Page {
  const { twoStep } = visit.frame.texts;
  const paths = signInPaths(visit);
  return formPage(visit.frame, {
    title: twoStep.title,
    intro: afterFirstStep(visit, account, twoStep.askPasskey),
    before: passkeyNotes(visit.frame, factors.appSince ? twoStep.useAppOrCode : twoStep.useCode),
    form: {
      action: paths.passkey,
      submit: twoStep.usePasskey,
      submitError: error,
      formToken: visit.formToken,
      hidden: { challenge, response: '' },
      passkeyOptions: options,
      fields: [],
    },
    links: [
      ...(factors.appSince ? [link(paths.code, twoStep.useApp)] : []),
      link(paths.recovery, twoStep.useRecoveryCode),
      link(`${visit.services.origin}/info/support#two-step`, twoStep.lostEverything[factorKind(factors)]),
      link(paths.signIn, twoStep.otherAccount),
    ],
  });
}
