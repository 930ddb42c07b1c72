import { useLocation, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react';
import type { ButtonHTMLAttributes } from 'react';

import type { FormKind } from '~/store/schema';

import type { RootData } from '../root-data';

/** The form of a screen that a change of the language preserves. */
export interface PreservedForm {
  kind: FormKind | 'submit' | 'search' | 'results' | 'my-class' | 'standing';
  /** Id of the form on the page. */
  id: string;
  /** Object of the form, as for its draft; undefined if the address of the page contains it. */
  object?: string;
  /** The form itself is sent by GET, and so has no form token. */
  isGet?: boolean;
}

/** Part of a route's `handle`: its form, by loader data and query of the page; null if it shows none. */
export type PreservesForm = (data: unknown, search: URLSearchParams) => PreservedForm | null;

/**
 * Lets a button of the frame send the form of the screen to `path`, also without script. `action` is the address
 * with the page to return to. `button` is empty on a page without such a form, where the button sends its own. Before
 * the screen, a plain button of the form must come first, because Enter presses the first button of a form.
 */
export function usePreservedForm(path: string): { action: string; button: ButtonHTMLAttributes<HTMLButtonElement> } {
  const { pathname, search } = useLocation();
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  const formOf = (handle: unknown) => (handle as { preservesForm?: PreservesForm } | undefined)?.preservesForm;
  const match = useMatches().findLast(({ handle }) => formOf(handle));
  // The router has null or undefined here if nothing went wrong. A failure is shown instead of the form.
  const isShown = (useRouteError() ?? null) === null && match?.data !== undefined;
  const form = isShown ? formOf(match.handle)?.(match.data, new URLSearchParams(search)) : null;
  const query = new URLSearchParams({ returnTo: pathname + search });
  if (!form) return { action: `${path}?${query}`, button: {} };
  query.set('form', form.kind);
  if (form.object !== undefined) query.set('object', form.object);
  if (form.isGet && token) query.set('form-token', token);
  const action = `${path}?${query}`;
  return { action, button: { form: form.id, formAction: action, formMethod: 'post', formNoValidate: true } };
}
