/** What an installation says of those who run it: on its imprint, privacy policy, support and statements. */
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

/** Values as the operator entered them, several lines parted by '\n'; absent = not entered. */
export type Operator = Partial<Record<OperatorField, string>>;
