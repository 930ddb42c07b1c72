import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext } from 'react-router';

import type { PreservesForm } from '~/drafts/preserved-form';
import type { ManualSection } from '~/paths';

/** What a route's `handle` tells the frame. */
export interface ScreenHandle {
  /** Key of the screen's name, '<namespace>:<key>', or the name made from its loader data. */
  title: string | ((data: unknown, t: (key: string, values?: Record<string, string | number>) => string) => string);
  /** What the page is about, for search engines: key of a text, or text made from its loader data. */
  description?: string | ((data: unknown) => string);
  /** The page's content in the terms of schema.org, for search engines. */
  linkedData?: (data: unknown, site: { origin: string; translate: (key: string) => string }) => object | null;
  /** false: script would add nothing to this screen, so that it comes without. */
  script?: false;
  preservesForm?: PreservesForm;
  /** Section of the manual that helps with this screen. */
  help?: ManualSection;
}

/** Whether an action answered with errors: replies say so by `hasErrors`. */
function hasErrors(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'hasErrors' in answer && answer.hasErrors === true;
}

/**
 * Title of the page: '<screen> – Motothek', 'Error: ' in front when its form has errors. Rendered here
 * because Remix tells a route's `meta` nothing of the action's answer, and without script the title is
 * the first thing a screen reader says of a refused form.
 */
export function PageTitle({ failure }: { failure?: string }) {
  const { t } = useTranslation();
  const match = useMatches().findLast((candidate) => (candidate.handle as ScreenHandle | undefined)?.title);
  const actionData = useContext(UNSAFE_DataRouterStateContext)?.actionData;
  const title = (match?.handle as ScreenHandle | undefined)?.title;
  const translate = (key: string, values?: Record<string, string | number>) => t(key, values ?? {});
  const screen = failure ?? (typeof title === 'function' ? title(match?.data, translate) : title && t(title));
  const prefix = Object.values(actionData ?? {}).some(hasErrors) ? `${t('errorTitle')} ` : '';
  const name = `${screen ? `${screen} – ` : ''}Motothek`;
  return (
    <>
      <title>{prefix + name}</title>
      <meta property="og:title" content={name} />
    </>
  );
}
