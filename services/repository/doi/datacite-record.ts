import type { DataSetRecord } from '../search/search-sql';
import { DataciteAttributesSchema, type DataciteAttributes } from '@domain/datacite';

/** A data set in DataCite's terms: the attributes of its DOI and, where that is registered, the DOI. */
export interface DataciteRecord extends DataciteAttributes {
  doi?: string;
}

/**
 * Description of a published data set as DataCite's JSON; null while its DOI is not minted. A test DOI is
 * left out: it identifies nothing outside this house, where `url` leads to.
 */
export function dataciteRecord({ doi, registrar, datacite }: DataSetRecord): DataciteRecord | null {
  const attributes = DataciteAttributesSchema.safeParse(datacite);
  if (!attributes.success) return null;
  return { ...(registrar === 'datacite' && doi ? { doi } : {}), ...attributes.data };
}
