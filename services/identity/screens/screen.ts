import type { Language } from '@domain/language';

import type { EntryProblem } from '../account-rules';
import { maxNameCharacters } from '../account-rules';
import { frameOf, show, type HttpContext, type IdentityServices } from '../http/exchange';
import { formTokenFor } from '../http/form-token';
import type { Page, PageFrame } from '../pages/layout';
import { maxPasswordCharacters, minPasswordCharacters } from '../passwords';
import { fillIn, type Texts } from '../texts';

/** One request to one of the provider's own pages. */
export interface Visit {
  services: IdentityServices;
  context: HttpContext;
  frame: PageFrame;
  /** What the address held in the place of the uid; '' where it has none. */
  uid: string;
  /** Posted fields; empty on GET. */
  form: URLSearchParams;
  formToken: string;
}

export type Screen = (visit: Visit) => Promise<void>;

/** Address pattern of a page with its answers to GET and POST. */
export interface ScreenRoute {
  path: RegExp;
  get?: Screen;
  post?: Screen;
}

export function startVisit(
  services: IdentityServices,
  context: HttpContext,
  uid: string,
  form: URLSearchParams,
  language?: Language,
): Visit {
  const formToken = formTokenFor(services, context);
  return { services, context, frame: frameOf(services, context, language), uid, form, formToken };
}

export function answer(visit: Visit, page: Page, status?: number): void {
  show(visit.context, visit.frame, page, status ?? (page.hasErrors ? 400 : 200));
}

/** The sentence of a problem; undefined without one. */
export function sentence(texts: Texts, problem: EntryProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  return fillIn(texts.problems[problem], {
    min: minPasswordCharacters,
    max: maxPasswordCharacters,
    maxName: maxNameCharacters,
  });
}

/** The first problem of each field, from what a schema found wrong. */
export function problemsOf(error: {
  issues: { path: PropertyKey[]; message: string }[];
}): Record<string, EntryProblem> {
  const problems: Record<string, EntryProblem> = {};
  for (const issue of error.issues) problems[String(issue.path[0])] ??= issue.message as EntryProblem;
  return problems;
}
