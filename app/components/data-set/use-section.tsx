import { useTranslation } from 'react-i18next';

import type { DataSetUse } from '@domain/api/use';
import { formatDay } from '@domain/formats';

import { ScrollTable } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Months that are shown at once. */
const monthsShown = 12;
/** Size of the drawing of a month, in pixels. */
const drawing = { width: 120, height: 12 };

type Month = DataSetUse['months'][number];

/** How often a data set was viewed and downloaded, in sentences and by month. */
export function UseSection({ use }: { use: DataSetUse }) {
  const { t } = useTranslation('use');
  const language = useLanguage();
  const since = formatDay(use.since.split('-'), language);
  const words = (views: number, downloads: number) => ({
    views: t('views', { count: views, shown: formatNumber(views, language) }),
    downloads: t('downloads', { count: downloads, shown: formatNumber(downloads, language) }),
  });
  const most = Math.max(...use.months.map(({ views }) => views), 1);
  const earlier = use.months.slice(monthsShown);
  return (
    <section aria-labelledby="use">
      <h2 id="use">{t('heading')}</h2>
      {use.views === 0 ? (
        <p>{t('none', { since })}</p>
      ) : (
        <>
          <p>{t('sentence', { ...words(use.views, use.downloads), since })}</p>
          <p>
            {t('unique', words(use.uniqueViews, use.uniqueDownloads))}
            {use.machineViews > 0 ? ` ${t('programs', words(use.machineViews, use.machineDownloads))}` : null}
          </p>
          <UseTable label={t('table')} months={use.months.slice(0, monthsShown)} most={most} />
          {earlier.length > 0 ? (
            <details>
              <summary>{t('earlier')}</summary>
              <UseTable label={t('earlier')} months={earlier} most={most} />
            </details>
          ) : null}
        </>
      )}
      <p className="hint">{t('rules')}</p>
    </section>
  );
}

function UseTable({ label, months, most }: { label: string; months: readonly Month[]; most: number }) {
  const { t } = useTranslation('use');
  const language = useLanguage();
  return (
    <ScrollTable label={label} heads={[t('month'), t('viewsHead'), t('downloadsHead'), t('drawing')]}>
      <tbody>
        {months.map(({ month, views, downloads }) => (
          <tr key={month}>
            <th scope="row">{formatDay(month.split('-'), language)}</th>
            <td className="numeric">{formatNumber(views, language)}</td>
            <td className="numeric">{formatNumber(downloads, language)}</td>
            <td>
              <Bars views={views / most} downloads={downloads / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** A bar of the views with the downloads in it, as shares of the largest number of views. */
function Bars({ views, downloads }: { views: number; downloads: number }) {
  const { width, height } = drawing;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <rect width={round(views * width)} height={height} fill="currentColor" fillOpacity="0.35" />
      <rect y={height / 4} width={round(downloads * width)} height={height / 2} fill="currentColor" />
    </svg>
  );
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
