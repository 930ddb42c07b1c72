/** Somebody who has logged in at an outside provider, as its verified answer says. */
export interface OutsidePerson {
  /** Id of the provider in our settings. */
  provider: string;
  issuer: string;
  subject: string;
  /** '' if the provider tells none. */
  email: string;
  /** Whether the provider has verified the address and the settings believe it. */
  isEmailVerified: boolean;
  name: string;
  orcid: string | null;
  /** Our roles that its groups give. */
  roles: string[];
  /** Whether the provider says that it has asked for a second factor. */
  usedSecondFactor: boolean;
}
