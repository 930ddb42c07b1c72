import { answer, redirect, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link } from '../pages/form-page';
import { sessionOf } from '../provider/session';
import { digitsOf } from '../second-factor/authenticator-app';
import { factorKind } from '../second-factor/factor-kind';
import { nextStep } from '../second-factor/next-step';
import { beganOutside, factorIn, withRecoveryCode } from '../store/generation';
import { tryAnyCode } from './try-factor';
import { findSecondFactors, type SecondFactors } from '../store/second-factors';
import { addressAfterSession, completeSignIn, refuseTooMany, requireInteraction, signInBefore } from './interaction';
import { signInPaths } from './sign-in-paths';
import { type EnteredAccount, findFirstStep, forgetFirstStep, keepFirstStep } from './first-step';

/**
 * Goes on after the first step, by default the right password: with the second factor if there is one, with its set-up if
 * a role requires one.
 */
export async function followFirstStep(visit: PageRequest, account: EnteredAccount): Promise<void> {
  const next = await nextStep(visit.services, account, account.entrance);
  if (next === null) return completeSignIn(visit, account);
  keepFirstStep(visit, account);
  const { setUp, code, passkey } = signInPaths(visit);
  if (next === 'setUp') return redirect(visit.context, setUp);
  const { appSince } = await findSecondFactors(visit.services.db, account.id);
  redirect(visit.context, appSince === null ? passkey : code);
}

/** The account that is at this step of its sign-in. Null, with a redirect, if another step is due. */
export async function requireStep(visit: PageRequest, step: 'code' | 'setUp'): Promise<EnteredAccount | null> {
  await requireInteraction(visit);
  const account = await findFirstStep(visit);
  if (account && (await nextStep(visit.services, account, account.entrance)) === step) return account;
  if (account) await followFirstStep(visit, account);
  else redirect(visit.context, await addressWithoutStep(visit));
  return null;
}

/** Where whoever is not at a step goes on: with their session, if they have gone back after their login. */
async function addressWithoutStep(visit: PageRequest): Promise<string> {
  const { accountId, amr } = await sessionOf(visit.services, visit.context);
  const isLoggedIn = accountId !== undefined && factorIn(amr) !== null;
  return isLoggedIn ? addressAfterSession(visit) : signInPaths(visit).signIn;
}

/** The page that asks for a code of the authenticator app, or for a recovery code if its address says so. */
export const showCode: Screen = async (visit) => {
  const account = await requireStep(visit, 'code');
  if (account) answer(visit, codePage(visit, account, await findSecondFactors(visit.services.db, account.id)));
};

export const checkCode: Screen = async (visit) => {
  const account = await requireStep(visit, 'code');
  if (!account) return;
  const { services, context, form, frame } = visit;
  const { codeMissing, codeWrong, recoveryCodeMissing, recoveryCodeWrong } = frame.texts.problems;
  const factors = await findSecondFactors(services.db, account.id);
  const code = form.get('code') ?? '';
  if (code.trim() === '')
    return answer(visit, codePage(visit, account, factors, asksRecovery(visit) ? recoveryCodeMissing : codeMissing));
  const outcome = await tryAnyCode(services, context, { account, code, language: frame.language });
  if (outcome.retryAfterSeconds !== undefined)
    return refuseTooMany(visit, outcome.retryAfterSeconds, (text) => codePage(visit, account, factors, text));
  if (!outcome.isRight)
    return answer(visit, codePage(visit, account, factors, asksRecovery(visit) ? recoveryCodeWrong : codeWrong));
  services.sendMails();
  forgetFirstStep(visit);
  if (digitsOf(code) !== null) return completeSignIn(visit, account, 'otp');
  const entrance = withRecoveryCode(account.entrance);
  await signInBefore(visit, { ...account, entrance }, { factor: 'otp', page: 'code-used' });
};

const asksRecovery = ({ context }: PageRequest) => context.path.endsWith('/recovery-code');

/** What was passed, and what is asked for now. */
export function afterFirstStep({ frame }: PageRequest, { entrance }: EnteredAccount, ask: string): string {
  const { passedPassword, passedOutside } = frame.texts.twoStep;
  return `${beganOutside(entrance) ? passedOutside : passedPassword} ${ask}`;
}

function codePage(visit: PageRequest, account: EnteredAccount, factors: SecondFactors, error?: string) {
  const { signIn: texts, twoStep, fields } = visit.frame.texts;
  const paths = signInPaths(visit);
  const isRecovery = asksRecovery(visit);
  const { appSince, passkeys } = factors;
  const field = isRecovery
    ? { label: fields.recoveryCode, autocomplete: 'off' as const, hint: twoStep.recoveryCodeHint }
    : { label: fields.code, autocomplete: 'one-time-code' as const, hint: twoStep.codeHint };
  return formPage(visit.frame, {
    title: isRecovery ? twoStep.recoveryTitle : twoStep.title,
    intro: afterFirstStep(visit, account, isRecovery ? twoStep.askRecoveryCode : twoStep.askCode),
    form: {
      action: isRecovery ? paths.recovery : paths.code,
      submit: texts.submit,
      formToken: visit.formToken,
      fields: [{ name: 'code', ...field, error }],
    },
    links: [
      ...(isRecovery ? [] : [link(paths.recovery, twoStep.useRecoveryCode)]),
      ...(isRecovery && appSince ? [link(paths.code, twoStep.useApp)] : []),
      ...(passkeys.length > 0 ? [link(paths.passkey, twoStep.usePasskey)] : []),
      link(`${visit.services.origin}/info/support#two-step`, twoStep.lostEverything[factorKind(factors)]),
      link(paths.signIn, twoStep.otherAccount),
    ],
  });
}
