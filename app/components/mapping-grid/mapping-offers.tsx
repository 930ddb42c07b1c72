import { useTranslation } from 'react-i18next';

import { listNames } from '~/i18n/formats';

/** Largest number of tables named on a button. */
const sameTablesListed = 12;

interface MappingOffersProps {
  /** Tables with the same columns. */
  sameTables: readonly string[];
  battery: { name: string } | null;
  /** Whether a column has a target. */
  hasTargets: boolean;
  /** Whether the lists of targets leave out rarer ones. */
  hasMoreTargets: boolean;
}

/** Buttons of the mapping form that fill it or map further tables. They stand below the columns. */
export function MappingOffers({ sameTables, battery, hasTargets, hasMoreTargets }: MappingOffersProps) {
  const { t } = useTranslation('mapping');
  return (
    <>
      <SameMapping tables={sameTables} />
      <BatteryOffer battery={battery} />
      <p className="actions">
        <button type="submit" name="intent" value="suggest" className="button-quiet" aria-describedby="suggest-hint">
          {t('suggest')}
        </button>
        <span className="hint" id="suggest-hint">
          {t('suggestHint')}
        </span>
        {hasTargets ? (
          <button type="submit" name="intent" value="clear" className="button-quiet">
            {t('clear')}
          </button>
        ) : null}
      </p>
      {hasMoreTargets ? (
        <p className="actions">
          <button
            type="submit"
            name="intent"
            value="targets:all"
            className="button-quiet"
            aria-describedby="targets-hint"
          >
            {t('moreTargets')}
          </button>
          <span className="hint" id="targets-hint">
            {t('moreTargetsHint')}
          </span>
        </p>
      ) : null}
    </>
  );
}

/** Button that saves the mapping also for the tables with the same columns. */
function SameMapping({ tables }: { tables: readonly string[] }) {
  const { t } = useTranslation('mapping');
  if (tables.length === 0) return null;
  const listed = listNames(tables, sameTablesListed, (count) => t('andMore', { count }));
  return (
    <p className="actions">
      <button type="submit" name="intent" value="same-mapping" className="button-quiet">
        {t('data.same', { tables: listed })}
      </button>{' '}
      <span className="hint">{t('data.sameHint')}</span>
    </p>
  );
}

/** Offers the mapping of the test battery that the table looks like. A button of the mapping form. */
function BatteryOffer({ battery }: { battery: { name: string } | null }) {
  const { t } = useTranslation('mapping');
  if (!battery) return null;
  return (
    <p className="actions">
      <button type="submit" name="intent" value="use-battery" className="button-quiet" aria-describedby="battery-hint">
        {t('useBattery', battery)}
      </button>
      <span className="hint" id="battery-hint">
        {t('useBatteryHint')}
      </span>
    </p>
  );
}
