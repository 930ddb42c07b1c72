import { useTranslation } from 'react-i18next';

import type { DataSet } from '@domain/api/search';
import { type DataSetFormatName, dataSetFormats, formatPath } from '@domain/data-set-formats';
import { oneLine } from '@domain/text';

import { nameOf, quoteMark, Quoting } from '~/components/contributed-text';
import { paths } from '~/paths';

/** Formats that the page links to. Programs find the others in its `Link` header. */
const linked: readonly DataSetFormatName[] = ['bibtex', 'ris', 'csl-json', 'endnote', 'datacite-xml', 'datacite-json'];

/** How to cite a data set: as text in two styles, and in the formats of reference managers. */
export function CiteSection({
  dataSet: { row, citation, apa },
}: {
  dataSet: Pick<DataSet, 'row' | 'citation' | 'apa'>;
}) {
  const { t } = useTranslation('cite');
  const formats = dataSetFormats({ hasDoi: row.doi !== '' }).filter(({ name }) => linked.includes(name));
  return (
    <section aria-labelledby="cite">
      <h2 id="cite">{t('heading')}</h2>
      <CitedText id="citation-text" text={citation} row={row} copy={t('copy')} />
      <h3>{t('apa')}</h3>
      <CitedText id="citation-apa" text={apa} row={row} copy={t('copyApa')} />
      <h3 id="citation-formats">{t('formats')}</h3>
      <ul className="inline-list" aria-labelledby="citation-formats">
        {formats.map(({ name, label }) => (
          <li key={name}>
            <a href={`${formatPath(row.nr, name)}?download`}>{label}</a>
          </li>
        ))}
        <li>
          <a href={paths.apiDocs()}>{t('common:footer.api')}</a>
        </li>
      </ul>
    </section>
  );
}

/** A citation that can be selected. Script shows the button that copies it. */
function CitedText({ id, text, row, copy }: { id: string; text: string; row: DataSet['row']; copy: string }) {
  const title = nameOf(row);
  return (
    <>
      <p className="citation" id={id}>
        <Quoting message={markTitle(text, oneLine(title.text))} language={title.language} text={oneLine(title.text)} />
      </p>
      <p>
        <button type="button" className="button-quiet" data-copy={id} hidden>
          {copy}
        </button>
      </p>
    </>
  );
}

/** Puts the mark in the place of the title, which follows the year, or is first if there are no authors. */
function markTitle(citation: string, title: string): string {
  const year = /\((?:\d{4}|n\.d\.|o\. D\.)\)/.exec(citation);
  const at = Math.max(citation.indexOf(title, year?.index), citation.startsWith(title) ? 0 : -1);
  return at < 0 ? citation : citation.slice(0, at) + quoteMark + citation.slice(at + title.length);
}
