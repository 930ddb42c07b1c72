import { useTranslation } from 'react-i18next';

/** Button to all rows of the table. It belongs to the mapping form, so that choices are kept. */
export function RowsButton() {
  const { t } = useTranslation('reading');
  return (
    <p>
      <button type="submit" name="intent" value="rows" className="button-quiet">
        {t('showRows')}
      </button>
    </p>
  );
}
