/** Facts about the operator of an installation, for its imprint, privacy policy, support page and statements. */
export const operatorFields = [
  'name',
  'address',
  'representative',
  'email',
  'phone',
  'register',
  'vatId',
  'dataProtectionOfficer',
  'supervisoryAuthority',
  'supportEmail',
  'accessibilityEmail',
  'enforcementBody',
  'logRetentionDays',
] as const;
export type OperatorField = (typeof operatorFields)[number];

/** Values as entered by the operator, with lines separated by '\n'; absent = not entered. */
export type Operator = Partial<Record<OperatorField, string>>;
