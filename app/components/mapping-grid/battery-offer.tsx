import { useTranslation } from 'react-i18next';

/** Offers the mapping of the test battery that the table looks like. A button of the mapping form. */
export function BatteryOffer({ battery }: { battery: { name: string } | null }) {
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
