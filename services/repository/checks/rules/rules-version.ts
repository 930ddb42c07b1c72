/**
 * Version of the check rules: the day on which their list, what a comment may override, or the limits of the vocabulary
 * changed last. Kept with each check and told in the quality statement. docs/rules.md says when to change it.
 */
export const rulesVersion = '2026-11-25';
