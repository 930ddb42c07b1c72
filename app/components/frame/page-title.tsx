import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext } from 'react-router';

import type { PreservesForm } from '~/drafts/preserved-form';
import type { ManualSection } from '~/paths';

/** A route's `handle`, used by the frame. */
export interface ScreenHandle {
  /** Key of the screen's name, '<namespace>:<key>', or the name made from its loader data. */
  title: string | ((data: unknown, t: (key: string, values?: Record<string, string | number>) => string) => string);
  /** Description for search engines: key of a text, or text made from its loader data. */
  description?: string | ((data: unknown) => string);
  /** Content of the page in terms of schema.org, for search engines. */
  linkedData?: (data: unknown, site: { origin: string; translate: (key: string) => string }) => object | null;
  /** false: the page is sent without script, which would add nothing. */
  script?: false;
  preservesForm?: PreservesForm;
  /** Section of the manual about this screen. */
  help?: ManualSection;
}

/** Whether an action returned errors, which replies show in `hasErrors`. */
function hasErrors(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'hasErrors' in answer && answer.hasErrors === true;
}

/**
 * Title of the page: '<screen> – Motothek', with 'Error: ' in front if its form has errors. A route's `meta` does not
 * get the action's response in Remix, and without script the title is what a screen reader reads first.
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
