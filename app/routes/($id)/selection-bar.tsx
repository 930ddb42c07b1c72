import { useTranslation } from 'react-i18next';

import { maxDownloadItems } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { useDownloadAddress } from './download-address';
import type { Results } from './find-results.server';

/**
 * Buttons above the table: select all hits, download the selection. Without script, the number is that of the page; with
 * it, `useResultsScript` writes it anew.
 */
export function SelectionBar({ results: { summary, selection } }: { results: Results }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const downloadAddress = useDownloadAddress();
  const { count } = selection;
  const elsewhere = selection.count - selection.onPage.length;
  return (
    <div className="actions selection">
      <button type="submit" name="choose" value="all" className="button-quiet">
        {t('selection.all')}
      </button>
      <button type="submit" name="choose" value="none" className="button-quiet" hidden={count === 0}>
        {t('selection.none')}
      </button>
      <button type="submit" className="button-primary" formMethod="post" formAction={downloadAddress}>
        {t('selection.download')}
      </button>
      <button type="submit" className="button-quiet" formAction={paths.pool()}>
        {t('selection.pool')}
      </button>
      <span role="status" data-elsewhere={elsewhere}>
        <span className="tick-count">{t('selection.count', { count, shown: formatNumber(count, language) })}</span>
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
