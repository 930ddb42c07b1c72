import { useTranslation } from 'react-i18next';

import { maxDownloadItems } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { useDownloadAddress } from './download-address';
import type { Results } from './find-results.server';
import { useTickCount } from './use-tick-count';

/** Buttons above the table: select all hits, download the selection. Without script, the number is that of the page. */
export function SelectionBar({ results: { summary, selection } }: { results: Results }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const downloadAddress = useDownloadAddress();
  const count = useTickCount(selection);
  const elsewhere = selection.count - selection.onPage.length;
  return (
    <div className="actions selection">
      <button type="submit" name="choose" value="all" className="button-quiet">
        {t('selection.all')}
      </button>
      {count > 0 || selection.count > 0 ? (
        <button type="submit" name="choose" value="none" className="button-quiet">
          {t('selection.none')}
        </button>
      ) : null}
      <button type="submit" className="button-primary" formMethod="post" formAction={downloadAddress}>
        {t('selection.download')}
      </button>
      <span role="status">
        {t('selection.count', { count, shown: formatNumber(count, language) })}
        {elsewhere > 0
          ? ` ${t('selection.elsewhere', { count: elsewhere, shown: formatNumber(elsewhere, language) })}`
          : null}
      </span>
      {summary.count > maxDownloadItems ? (
        <span className="hint">{t('selection.limit', { max: maxDownloadItems })}</span>
      ) : null}
    </div>
  );
}
