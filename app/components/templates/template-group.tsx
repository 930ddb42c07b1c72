import { useTranslation } from 'react-i18next';

import { maxTemplateNameCharacters } from '@domain/limits';

interface TemplateGroupProps {
  names: readonly string[];
  /** Chosen template, if the form is shown again. */
  chosen?: string;
  typedName?: string;
}

/** Controls to fill a form from a template and to save it as a template. Must be inside the form. */
export function TemplateGroup({ names, chosen = '', typedName = '' }: TemplateGroupProps) {
  const { t } = useTranslation('uploads');
  return (
    <fieldset className="template-group">
      <legend>{t('templates.legend')}</legend>
      {names.length === 0 ? <p className="hint">{t('templates.none')}</p> : null}
      <div className="field">
        <label htmlFor="template">{t('templates.select')}</label>
        <select id="template" name="template" defaultValue={chosen}>
          <option value="">{t('templates.choose')}</option>
          {names.map((name) => (
            <option value={name} key={name}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" name="intent" value="apply-template">
          {t('templates.apply')}
        </button>
      </div>
      <div className="field">
        <label htmlFor="template-name">{t('templates.name')}</label>
        <p className="hint" id="template-name-hint">
          {t('templates.nameHint')}
        </p>
        <input
          id="template-name"
          name="templateName"
          defaultValue={typedName}
          maxLength={maxTemplateNameCharacters}
          aria-describedby="template-name-hint"
        />
        <button type="submit" name="intent" value="save-template">
          {t('templates.save')}
        </button>
      </div>
    </fieldset>
  );
}
