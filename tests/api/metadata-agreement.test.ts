import fc from 'fast-check';
import { expect, test } from 'vitest';

import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { dataciteAttributes } from '../../services/repository/doi/datacite-attributes';
import { collectDescription } from '../../services/repository/linked-data/described-data-set';
import { toSchemaOrg } from '../../services/repository/linked-data/schema-org';
import { formFields } from '../../services/repository/metadata/schema';
import { formatCitation, readCitation } from '../../services/repository/packaging/citation';
import { searchRow } from '../../services/repository/publication/data-set-facts';
import type { DataSetRecord } from '../../services/repository/store/data-set-records';
import { metadataArbitrary } from '../support/metadata-arbitrary';

const origin = 'https://motothek.example';

test("a data set's structured data agrees with its DataCite description and its citation", () => {
  fc.assert(
    fc.property(metadataArbitrary(formFields('en')), (metadata) => {
      const datacite = dataciteAttributes(
        {
          kind: 'raw',
          nr: 7,
          metadata,
          tests: [],
          siblings: [],

          rows: 1,
          submitted: null,
          accepted: '2025-03-01',
          today: '2025-03-01',
        },
        origin,
      );
      const row = {
        ...searchRow({
          nr: 7,
          kind: 'raw',
          metadata,
          count: 1,
          publishedAt: new Date('2025-03-01'),
          description: {
            exercises: [],
            genders: [],
            ages: null,
            years: [],
            postalAreas: [],
            persons: 1,
            cases: null,
            values: 1,
            results: {},
          },
        }),
        titleLanguages: [],
        dataLanguage: '',
        doiUrl: `${origin}/data-set/7`,
      };
      const citation = formatCitation(readCitation(row, datacite));
      const record = { nr: 7, kind: 'raw', metadata } as unknown as DataSetRecord;
      const description = collectDescription({
        ...{ record, row, datacite, citation, origin, tables: [], files: [], isPublic: true, language: 'en' },
      });
      const linked = toSchemaOrg(description);

      const { titles, creators, descriptions, rightsList, version } = datacite;
      expect(linked).toMatchObject({
        url: datacite.url,
        name: titles[0]?.title,
        creator: creators.map(({ name }) => ({ name })),
        description: descriptions[0]?.description,
        license: rightsList.map(({ rightsUri }) => rightsUri),
        ...(version ? { version } : {}),
        publisher: { name: datacite.publisher.name },
        datePublished: datacite.dates.find(({ dateType }) => dateType === 'Issued')?.date,
      });
      const { keywords, alternateName = [] } = linked as { keywords: string[]; alternateName?: string[] };
      expect(alternateName).toEqual(titles.slice(1).map(({ title }) => title));
      expect(datacite.subjects.map(({ subject }) => subject)).toEqual(expect.arrayContaining(keywords));
      expect(valuesOf(metadata, fieldIds.keyword)).toEqual(keywords);
      expect(JSON.stringify(linked)).not.toContain(firstValueOf(metadata, fieldIds.contactEmail));
    }),
    { numRuns: 100 },
  );
});
