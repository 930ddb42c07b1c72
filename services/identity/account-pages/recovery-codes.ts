import { answer, type PageRequest, redirect, type Screen } from '../http/exchange';
import { formPage, link } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { makeRecoveryCodes, recoveryCodeHash } from '../second-factor/recovery-codes';
import { replaceCodes } from '../store/second-factors';
import { keepCodes } from './new-codes';
import { type AskedFactors, type FieldErrors, isProven, isRecovering, proofFields, withFactor } from './owner-proof';
import { twoStepAddress } from './two-step-address';

/** Asks for proof before the recovery codes are replaced. */
export const showReplaceCodes: Screen = (visit) =>
  withFactor(visit, 'recovery-codes', async (_, asked) =>
    answer(visit, replacePage(visit, (await isRecovering(visit)) ? null : asked)),
  );

/** Replaces all recovery codes and leads to the page with the new ones. */
export const saveReplacedCodes: Screen = (visit) =>
  withFactor(visit, 'recovery-codes', async (account, asked) => {
    const { services, frame } = visit;
    const factors = (await isRecovering(visit)) ? null : asked;
    const page = (errors: FieldErrors) => replacePage(visit, factors, errors);
    if (!(await isProven(visit, { account, factors, page }))) return;
    const codes = makeRecoveryCodes();
    const change = { account, language: frame.language, now: services.now() };
    await replaceCodes(
      services.db,
      change,
      codes.map((code) => recoveryCodeHash(account.id, code)),
    );
    services.sendMails();
    redirect(visit.context, keepCodes(visit, { accountId: account.id, codes, next: twoStepAddress(visit) }));
  });

function replacePage(visit: PageRequest, factors: AskedFactors, errors: FieldErrors = {}): Page {
  const { twoStep } = visit.frame.texts;
  return formPage(visit.frame, {
    title: twoStep.replaceCodes,
    intro: twoStep.replaceCodesIntro,
    form: {
      action: twoStepAddress(visit, 'recovery-codes'),
      submit: twoStep.replaceCodesSubmit,
      formToken: visit.formToken,
      fields: proofFields(visit, factors, errors),
    },
    links: [link(twoStepAddress(visit), twoStep.cancel)],
  });
}
