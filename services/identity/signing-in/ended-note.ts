import type { PageRequest } from '../http/exchange';
import { noteRegion } from '../pages/form-page';
import type { Html } from '../pages/html';
import { returnAddress } from './sign-in-paths';

/** Says, in the address to which a login leads back, what became of a form that was sent without a session. */
export const savedField = 'saved';
const unsaved = ['no', 'kept'] as const;
/** Whether what was typed was kept for after the login. */
export type Unsaved = (typeof unsaved)[number];

/** Why the login page is there, if a form was sent whose session had ended; null if the page was opened without one. */
export function noteOfLogin(visit: PageRequest): Html | null {
  const back = returnAddress(visit);
  return back === null ? null : noteOf(visit, new URL(back));
}

/** The same on the page to which the login has led back. */
export function noteAfterLogin(visit: PageRequest): Html | null {
  return noteOf(visit, new URL(visit.frame.address, visit.services.ownOrigin));
}

function noteOf({ services, frame }: PageRequest, page: URL): Html | null {
  const { ended } = frame.texts.signIn;
  const given = page.searchParams.get(savedField);
  const kind = unsaved.find((each) => each === given);
  if (kind === undefined || !page.pathname.startsWith(`${services.mountPath}/`)) return null;
  const isDeletion = page.pathname === `${services.mountPath}/delete-account`;
  return noteRegion(frame, isDeletion ? ended.notDeleted : ended[kind]);
}
