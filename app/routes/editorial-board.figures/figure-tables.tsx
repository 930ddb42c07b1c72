import { useTranslation } from 'react-i18next';

import type { Days, ExpertFigures, MonthFigures } from '@domain/api/board-figures';
import { formatDay } from '@domain/formats';
import { ScrollTable } from '~/components/scroll-area';
import { formatNumber, formatShare } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { usePersonInWords } from '~/i18n/use-person-in-words';

const columns = [
  'month',
  'submitted',
  'decided',
  'rate',
  'firstVote',
  'firstVoteMost',
  'decision',
  'decisionMost',
  'votes',
] as const;

/** What the board did in each month, the newest first. */
export function MonthTable({ months }: { months: readonly MonthFigures[] }) {
  const { t } = useTranslation('board-figures');
  const language = useLanguage();
  return (
    <ScrollTable
      label={t('months.caption')}
      heads={columns.map((column) => t(`months.${column}`))}
      className="figure-table"
      isLabelShown
    >
      <tbody>
        {months.toReversed().map(({ month, submitted, decided, accepted, firstVote, decision, votes }) => (
          <tr key={month}>
            <th scope="row">{formatDay(month.split('-'), language)}</th>
            <NumberCell value={submitted} />
            <NumberCell value={decided} />
            <td className="numeric">{decided === 0 ? <None /> : formatShare(accepted, decided, language, String)}</td>
            <DaysCells days={firstVote} />
            <DaysCells days={decision} />
            <NumberCell value={votes} />
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function NumberCell({ value }: { value: number | undefined }) {
  const language = useLanguage();
  return <td className="numeric">{value === undefined ? <None /> : formatNumber(value, language)}</td>;
}

function DaysCells({ days }: { days: Days | null }) {
  return (
    <>
      <NumberCell value={days?.median} />
      <NumberCell value={days?.most} />
    </>
  );
}

/** Stands for a value that there is not. */
function None() {
  const { t } = useTranslation('board-figures');
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('months.none')}</span>
    </>
  );
}

/** Size of the bar of an expert, in pixels. */
const bar = { width: 120, height: 12 };

/** Work of the experts that the reader may see: all of them for the chair, otherwise their own. */
export function ExpertTable({ experts }: { experts: readonly ExpertFigures[] }) {
  const { t } = useTranslation('board-figures');
  const language = useLanguage();
  const inWords = usePersonInWords();
  const most = Math.max(1, ...experts.map(({ votes }) => votes));
  const all = Math.max(
    1,
    experts.reduce((sum, { votes }) => sum + votes, 0),
  );
  const isOwn = experts.every(({ isMe }) => isMe);
  const heads = [t('experts.email'), t('experts.votes'), t('experts.open'), ...(isOwn ? [] : [t('experts.share')])];
  return (
    <>
      <ScrollTable
        label={t(isOwn ? 'experts.own' : 'experts.caption')}
        heads={heads}
        className="figure-table"
        isLabelShown
      >
        <tbody>
          {experts.map(({ email, votes, open }, index) => (
            <tr key={email || index}>
              <th scope="row">{inWords({ email }, 'member')}</th>
              <td className="numeric">{formatNumber(votes, language)}</td>
              <td className="numeric">{formatNumber(open, language)}</td>
              {isOwn ? null : (
                <td>
                  {formatShare(votes, all, language, String)}{' '}
                  <svg width={bar.width} height={bar.height} aria-hidden="true" focusable="false">
                    <rect width={Math.round((votes / most) * bar.width)} height={bar.height} fill="currentColor" />
                  </svg>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {isOwn ? null : <p className="hint">{t('experts.hint')}</p>}
    </>
  );
}
