import { seal, unseal } from '@domain/secrets';
import { z } from 'zod';

import type { PageRequest } from '../http/exchange';
import { type AccountRow, findAccountById } from '../store/accounts';
import type { Entrance } from '../store/generation';
import type { OutsidePerson } from '../store/outside-person';

const cookieName = 'first-step';
/** As long as a sign-in may take (`interactionSeconds`): a limit of 20 hours or more needs no extension (WCAG 2.2.1). */
const validMs = 24 * 60 * 60 * 1000;

const FirstStepSchema = z.object({
  accountId: z.string(),
  generation: z.number(),
  uid: z.string(),
  at: z.number(),
  entrance: z.array(z.string()).optional(),
  toLink: z.custom<OutsidePerson>().optional(),
});

/** An account with the first step of a sign-in to it; with a password if that is not told. */
export type EnteredAccount = AccountRow & {
  entrance?: Entrance | undefined;
  /** Outside identity that may log in to the account once this sign-in is complete. */
  toLink?: OutsidePerson | undefined;
  /** Its owner goes on without the second factor that a role requires, and without the role. */
  waivesFactor?: boolean;
};

/** Remembers in this browser that the first step of this sign-in was passed, so that its next step can follow. */
export function keepFirstStep(visit: PageRequest, { id, generation, entrance, toLink }: EnteredAccount): void {
  const { services, uid } = visit;
  const passed = { accountId: id, generation, uid, at: services.now().getTime(), entrance, toLink };
  setCookie(visit, seal(JSON.stringify(passed), services.stepKeys, cookieName));
}

/** The account whose first step was passed in this sign-in; null if there is none, or it has another password by now. */
export async function findFirstStep(visit: PageRequest): Promise<EnteredAccount | null> {
  const { services, context, uid } = visit;
  const sealed = context.cookies.get(cookieName, { signed: false });
  const opened = sealed === undefined ? null : unseal(sealed, services.stepKeys, cookieName);
  const passed = opened && FirstStepSchema.parse(JSON.parse(opened.toString()));
  if (!passed || passed.uid !== uid || passed.at + validMs < services.now().getTime()) return null;
  const account = await findAccountById(services.db, passed.accountId);
  const { entrance, toLink } = passed;
  return account?.generation === passed.generation ? { ...account, entrance, toLink } : null;
}

export function forgetFirstStep(visit: PageRequest): void {
  setCookie(visit, null);
}

function setCookie(visit: PageRequest, value: string | null): void {
  const { context, services, uid } = visit;
  const path = uid === '' ? `${services.mountPath}/sign-in` : `${services.mountPath}/interaction/${uid}`;
  context.cookies.set(cookieName, value, { path, httpOnly: true, sameSite: 'lax', signed: false, overwrite: true });
}
