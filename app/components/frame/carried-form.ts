import { useLocation, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import type { ButtonHTMLAttributes } from 'react';

import type { RootData } from '../../root-data';
import type { ScreenHandle } from './page-title';

/** Kinds of forms that the frame's buttons carry along. */
export const carriedKinds = [
  'mapping',
  'metadata',
  'comments',
  'vote',
  'download',
  'submit',
  'search',
  'results',
] as const;
export type CarriedKind = (typeof carriedKinds)[number];

/** The form of a screen that is carried along. */
export interface CarriedForm {
  kind: CarriedKind;
  /** Id of the form on the page. */
  id: string;
  /** What the form is about, as its draft has it; nothing where the address of the page says it. */
  object?: string;
  /** The form itself is sent by GET, and so holds no form token. */
  isGet?: boolean;
}

/**
 * Tells a button of the frame to send the form of the screen along, as a browser does by itself: nothing that
 * is typed is lost where there is no script. `action` is where it is sent to, with the page to come back to;
 * `button` is empty on a page without such a form, where the button sends its own. For buttons behind the
 * screen alone: Enter presses the first button of a form in the page.
 */
export function useCarriedForm(path: string): { action: string; button: ButtonHTMLAttributes<HTMLButtonElement> } {
  const { pathname, search } = useLocation();
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  const match = useMatches().findLast(({ handle }) => (handle as ScreenHandle | undefined)?.carries);
  // The router says null or undefined where nothing went wrong. A failure is shown instead of the form.
  const isWell = (useRouteError() ?? null) === null && match?.data !== undefined;
  const carries = (match?.handle as ScreenHandle | undefined)?.carries;
  const carried = (isWell && carries?.(match.data, new URLSearchParams(search))) || null;
  const query = new URLSearchParams({ returnTo: pathname + search });
  if (!carried) return { action: `${path}?${query}`, button: {} };
  query.set('form', carried.kind);
  if (carried.object !== undefined) query.set('object', carried.object);
  if (carried.isGet && token) query.set('form-token', token);
  const action = `${path}?${query}`;
  return { action, button: { form: carried.id, formAction: action, formMethod: 'post', formNoValidate: true } };
}
