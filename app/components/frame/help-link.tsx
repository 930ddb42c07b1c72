import { useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

import type { ScreenHandle } from './page-title';

/**
 * Link to the manual's section about this screen, at the same place on every screen (WCAG 3.2.6). It opens a new tab,
 * so that form entries stay.
 */
export function HelpLink() {
  const { t } = useTranslation();
  const helps = useMatches().map(({ handle }) => (handle as ScreenHandle | undefined)?.help);
  return (
    <>
      <a href={paths.manual(helps.findLast(Boolean))} target="_blank" rel="noopener" aria-describedby="help-tab">
        {t('help')}
      </a>
      <span id="help-tab" hidden>
        {t('helpTab')}
      </span>
    </>
  );
}
