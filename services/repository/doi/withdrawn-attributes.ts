import type { DataciteAttributes } from '@domain/datacite';
import type { Withdrawn } from '@domain/life/withdrawal';

/** Type of the date on which a resource was withdrawn, in DataCite's list of date types. */
const dateType = 'Withdrawn';

/**
 * DataCite's description of a withdrawn data set: when and why it was withdrawn, and no file. DataCite asks for a
 * description with the reason (https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-1/dateType/).
 * Attributes that tell it already stay as they are.
 */
export function markWithdrawn(attributes: DataciteAttributes, withdrawn: Withdrawn): DataciteAttributes {
  if (attributes.dates.some((date) => date.dateType === dateType)) return attributes;
  return {
    ...attributes,
    dates: [...attributes.dates, { date: withdrawn.date, dateType }],
    descriptions: [...attributes.descriptions, reasonOf(withdrawn)],
    sizes: [],
    formats: [],
  };
}

function reasonOf({ reason }: Withdrawn): DataciteAttributes['descriptions'][number] {
  return { description: `Withdrawn: ${reason}`, descriptionType: 'Other' };
}

/** What a tombstone tells of DataCite's description: who, what, when and why, and nothing about the data. */
export function reduceToTombstone(attributes: DataciteAttributes, withdrawn: Withdrawn): DataciteAttributes {
  const issued = attributes.dates.filter((date) => date.dateType === 'Issued');
  return {
    ...attributes,
    dates: [...issued, { date: withdrawn.date, dateType }],
    descriptions: [reasonOf(withdrawn)],
    subjects: [],
    contributors: [],
    alternateIdentifiers: [],
    relatedIdentifiers: [],
    sizes: [],
    formats: [],
    rightsList: [],
    geoLocations: [],
    fundingReferences: [],
  };
}
