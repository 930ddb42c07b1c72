import { z } from 'zod';

/** Something that keeps somebody from using a screen: the rule it breaks, and where. */
const ScreenFindingSchema = z.object({
  /** axe's name of the rule, or one of our own such as 'reflow'. */
  rule: z.string(),
  impact: z.string(),
  /** Selectors of the elements, as axe writes them. */
  targets: z.array(z.string()),
});
export type ScreenFinding = z.infer<typeof ScreenFindingSchema>;

const ScreenResultSchema = z.object({
  language: z.enum(['en', 'de']),
  scheme: z.enum(['light', 'dark']),
  findings: z.array(ScreenFindingSchema),
});
export type ScreenResult = z.infer<typeof ScreenResultSchema>;

/** Contents of accessibility.json, which `npm run a11y` writes and the accessibility statement shows. */
export const AccessibilityResultsSchema = z.object({
  /** Name and version of what looked. */
  tool: z.string(),
  /** Sets of rules by axe's tags. */
  rules: z.array(z.string()),
  screens: z.array(
    z.object({
      screen: z.string(),
      /** Day on which it was looked at, yyyy-mm-dd. */
      date: z.iso.date(),
      results: z.array(ScreenResultSchema),
    }),
  ),
});
export type AccessibilityResults = z.infer<typeof AccessibilityResultsSchema>;
