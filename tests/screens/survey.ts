import type { Page } from '@playwright/test';

import { startAxe } from '../e2e/support/journey';
import type { Language } from '../e2e/support/words';
import type { Screen } from './catalogue';
import { scriptErrors, type Walk } from './walk';

/** A barrier on a screen: the rule that it breaks, and the elements. */
interface ScreenFinding {
  /** Name of the rule in axe, or one of ours such as 'reflow'. */
  rule: string;
  /** Selectors of the elements, as axe writes them. */
  targets: string[];
}

/** Findings on a screen in one colour scheme. */
interface ScreenResult {
  scheme: (typeof schemes)[number];
  findings: ScreenFinding[];
}

export const schemes = ['light', 'dark'] as const;

/** Findings of axe and of our own rules on a screen in a language, in each of the colour schemes. */
export async function surveyScreen(
  walk: Walk,
  screen: Screen,
  language: Language,
  wanted: readonly ScreenResult['scheme'][] = schemes,
): Promise<ScreenResult[]> {
  const page = await walk.open(screen, language);
  const results: ScreenResult[] = [];
  for (const scheme of wanted) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    results.push({ scheme, findings: await axeFindings(page) });
  }
  results[0]?.findings.push(...(await ownFindings(page, language)));
  await page.close();
  return results;
}

/** Findings of axe in the page as it is. */
export async function axeFindings(page: Page): Promise<ScreenFinding[]> {
  const { violations } = await startAxe(page).analyze();
  return violations.map(({ id, nodes }) => ({ rule: id, targets: nodes.map(({ target }) => target.join(' ')) }));
}

/** Criteria that axe does not test: reflow (WCAG 1.4.10), text spacing (1.4.12), titles, headings. */
export async function ownFindings(page: Page, language: Language): Promise<ScreenFinding[]> {
  const findings: ScreenFinding[] = [];
  const find = (rule: string, targets: string[]) => {
    if (targets.length > 0) findings.push({ rule, targets });
  };
  if ((await page.locator('html').getAttribute('lang')) !== language) find('page-language', ['html']);
  if (!/( – |^)Motothek$/.test(await page.title())) find('page-title', [await page.title()]);
  if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) find('one-main-heading', ['h1']);
  find('script-error', scriptErrors(page));
  await page.setViewportSize({ width: 320, height: 256 });
  find('reflow', await wideElements(page));
  await page.evaluate(async (rules) => {
    // A constructed style sheet, because the content security policy of the page forbids style elements.
    const sheet = new CSSStyleSheet();
    await sheet.replace(rules);
    document.adoptedStyleSheets = [sheet];
  }, textSpacing);
  find('text-spacing', await clippedElements(page));
  return findings;
}

/** Distances of WCAG 1.4.12. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Elements that make the page scroll sideways; data tables scroll within their own area. */
function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .filter((element) => !element.closest('[role="region"][tabindex="0"]'))
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });
}

/** Text that is cut off by its own box. */
function clippedElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, label, legend, h1, h2, h3, p, dt, dd, li, span')]
      .filter((element) => !element.closest('.visually-hidden, [role="region"][tabindex="0"]'))
      .filter((element) => {
        const style = getComputedStyle(element);
        const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
        return (
          cuts && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        );
      })
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent ?? ''}`),
  );
}
