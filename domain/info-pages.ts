/** Pages linked in every footer, in the same order everywhere (WCAG 3.2.6). */
export const infoPages = [
  'imprint',
  'privacy',
  'terms',
  'short-manual',
  'manual',
  'test-items',
  'support',
  'sufl-licence',
  'accessibility',
  'easy-language',
] as const;
export type InfoPage = (typeof infoPages)[number];
