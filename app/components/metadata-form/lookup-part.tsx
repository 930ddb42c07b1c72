import { useTranslation } from 'react-i18next';

import type { Lookup } from '@domain/api/lookups';
import type { FormField } from '@domain/metadata/directives';
import { lookupChoice, lookupKindOf, lookupPartId, type LookupQuery } from '~/forms/metadata/lookup-fields';

/** What came of a lookup. */
export interface ShownLookup extends LookupQuery {
  /** Null if nothing was typed that could be looked up. */
  answer: Lookup | null;
}

interface LookupPartProps {
  field: FormField;
  /** Form name of the value. */
  name: string;
  /** Name of the field, with its number. */
  label: string;
  /** The last lookup of the form, of this or another value. */
  lookup: ShownLookup | null;
}

/** Button that looks up the value of a field in a public service, and what was found. Nothing for other fields. */
export function LookupPart({ field, name, label, lookup }: LookupPartProps) {
  const { t } = useTranslation('metadata');
  const kind = lookupKindOf(field);
  if (kind === null) return null;
  const hint = `${lookupPartId(name)}-sends`;
  return (
    <div className="lookup">
      <button
        type="submit"
        name="intent"
        value={`look-up:${name}`}
        className="button-quiet"
        aria-describedby={kind === 'person' ? hint : undefined}
      >
        {t(`lookup.buttons.${kind}`)} <span className="visually-hidden">{`(${label})`}</span>
      </button>
      {kind === 'person' ? (
        <span className="hint" id={hint}>
          {t('lookup.sendsName')}
        </span>
      ) : null}
      {lookup?.name === name ? <Found lookup={lookup} name={name} /> : null}
    </div>
  );
}

function Found({ lookup: { kind, answer, query }, name }: { lookup: ShownLookup; name: string }) {
  const { t } = useTranslation('metadata');
  const id = lookupPartId(name);
  if (answer === null) {
    return (
      <p id={id} tabIndex={-1} autoFocus className="notice">
        {t(`lookup.empty.${kind}`)}
      </p>
    );
  }
  const { found } = answer;
  return (
    <div id={id} tabIndex={-1} autoFocus role="group" aria-label={t('lookup.results')}>
      <Outcome answer={answer} query={query} />
      {found.length === 0 ? null : (
        <fieldset>
          <legend>{t('lookup.choose')}</legend>
          {found.map(({ label, detail, fill }, index) => (
            <div className="choice" key={index}>
              <input
                type="radio"
                id={`${id}-${index}`}
                name={lookupChoice}
                value={JSON.stringify(fill)}
                defaultChecked={found.length === 1}
                aria-describedby={`${id}-${index}-detail`}
              />
              <label htmlFor={`${id}-${index}`}>{label}</label>
              <p className="hint" id={`${id}-${index}-detail`}>
                {detail}
              </p>
            </div>
          ))}
          <button type="submit" name="intent" value={`take:${name}`}>
            {t('lookup.take')}
          </button>
        </fieldset>
      )}
    </div>
  );
}

const serviceNames = { orcid: 'ORCID', ror: 'ROR', crossref: 'Crossref', datacite: 'DataCite', list: 'ROR' } as const;

/** What the service has answered, or that it has not. */
function Outcome({ answer: { state, source, found }, query }: { answer: Lookup; query: string }) {
  const { t } = useTranslation('metadata');
  const values = { service: serviceNames[source], query, count: found.length };
  const isListed = source === 'list' && found.length > 0;
  return (
    <p>
      {state === 'answered'
        ? t(found.length > 0 ? 'lookup.found' : 'lookup.nothing', values)
        : t(`lookup.${state}`, values)}
      {isListed ? ` ${t('lookup.fromList')}` : null}
    </p>
  );
}
