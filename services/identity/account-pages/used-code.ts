import { fillText } from '@domain/text';

import { answer, redirect, type Screen } from '../http/exchange';
import { link, messagePage } from '../pages/form-page';
import { sessionOf } from '../provider/session';
import { factorKind } from '../second-factor/factor-kind';
import { recoveryCodeCount } from '../second-factor/recovery-codes';
import { returnAddress } from '../signing-in/sign-in-paths';
import { usedRecoveryCode } from '../store/generation';
import { findSecondFactors } from '../store/second-factors';
import { requireSession } from './own-account';
import { isRecovering } from './owner-proof';
import { twoStepAddress } from './two-step-address';

/** Tells after a login with a recovery code how many are left. It goes on with what the login was for. */
export const showUsedCode: Screen = async (visit) => {
  const account = await requireSession(visit, 'two-step/code-used');
  if (!account) return;
  const { services, context, frame } = visit;
  const next = returnAddress(visit) ?? twoStepAddress(visit);
  const { amr } = await sessionOf(services, context);
  if (!usedRecoveryCode(amr)) return redirect(context, next);
  const { codeUsed, factors: names, next: goOn, title } = frame.texts.twoStep;
  const factors = await findSecondFactors(services.db, account.id);
  const count = fillText(codeUsed.left, { left: factors.codesLeft, all: recoveryCodeCount });
  const help = fillText(codeUsed.help, { factor: names[factorKind(factors)] });
  const setUp = (await isRecovering(visit)) ? [help, link(twoStepAddress(visit), title)] : [];
  answer(visit, messagePage(codeUsed.title, [count, ...setUp, link(next, goOn)]));
};
