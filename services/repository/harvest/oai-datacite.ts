import { type DataciteRecord, dataciteResource, dataciteSchemaVersion } from '../doi/datacite-record';
import type { XmlElement } from '../xml';

export const oaiDataciteSchema = {
  namespace: 'http://schema.datacite.org/oai/oai-1.1/',
  location: 'http://schema.datacite.org/oai/oai-1.1/oai.xsd',
};

/** DataCite's name of the repository is that of an account, which an installation may not have. */
const datacentre = 'MOTOTHEK';

/** A data set as DataCite XML in the envelope of DataCite's own OAI-PMH service. */
export function toOaiDatacite(record: DataciteRecord): XmlElement {
  const { namespace, location } = oaiDataciteSchema;
  return {
    oai_datacite: {
      '@': {
        xmlns: namespace,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${namespace} ${location}`,
      },
      schemaVersion: dataciteSchemaVersion,
      datacentreSymbol: datacentre,
      payload: { resource: dataciteResource(record) },
    },
  };
}
