/** Licences of data sets (spec section 3, field 20). `rights` of a search row holds their names. */
export const licences = ['CC-BY 4.0', 'CC-BY-SA 4.0', 'SUFL 1.0'] as const;
export type Licence = (typeof licences)[number];

/** The Scientific Use File licence: its data are handed out for an answered form only. */
const scientificUseLicence: Licence = 'SUFL 1.0';

export function isLicence(value: string): value is Licence {
  return (licences as readonly string[]).includes(value);
}

/** Whether a data set with these rights asks for the licence form before it is handed out. */
export function asksForLicenceForm(rights: readonly string[]): boolean {
  return rights.includes(scientificUseLicence);
}
