import { answer, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link } from '../pages/form-page';
import { html } from '../pages/html';
import type { Page } from '../pages/layout';
import { makeRecoveryCodes, recoveryCodeHash } from '../second-factor/recovery-codes';
import { replaceCodes } from '../store/second-factors';
import { type AskedFactors, type FieldErrors, isProven, isRecovering, proofFields, withFactor } from './owner-proof';
import { twoStepAddress } from './two-step-address';

/** The page with new codes, which are shown this once. `next`: address that goes on. */
export function codesPage(visit: PageRequest, { codes, next }: { codes: readonly string[]; next: string }): Page {
  const { twoStep, siteName } = visit.frame.texts;
  const file = [`${siteName}: ${twoStep.codes}`, '', ...codes, ''].join('\r\n');
  return {
    title: twoStep.codes,
    keepsLanguage: true,
    body: html`<h1>${twoStep.codes}</h1>
      <p>${twoStep.codesIntro}</p>
      <ul class="recovery-codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p>
        <a href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}" download="${twoStep.codesFile}"
          >${twoStep.saveCodes}</a
        >
      </p>
      <p>${link(next, twoStep.codesKept)}</p>`,
  };
}

export const showReplaceCodes: Screen = (visit) =>
  withFactor(visit, 'recovery-codes', async (_, asked) =>
    answer(visit, replacePage(visit, (await isRecovering(visit)) ? null : asked)),
  );

/** Replaces all recovery codes and shows the new ones. */
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
    answer(visit, codesPage(visit, { codes, next: twoStepAddress(visit) }));
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
