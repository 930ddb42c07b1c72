import lighthouse, { desktopConfig } from 'lighthouse';

import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { freePort, startServer } from '../e2e/support/server-process';
import { openBrowser, prepareScreens, type JudgedScreen } from './screens';

/** Lowest acceptable score of each category, out of 100. */
const bar = 98;
/** The standard rates a layout shift (CLS) below 0.1 as good; a tenth of it is required here. */
const shiftBar = 0.01;
const maxTries = 3;
const formFactors = ['desktop', 'mobile'] as const;
type FormFactor = (typeof formFactors)[number];

interface Verdict {
  /** Scores out of 100; search engine rules (seo) only for listed screens. */
  scores: Record<'accessibility' | 'best-practices' | 'seo', number>;
  /** Cumulative layout shift. */
  shift: number;
  /** Audits that cost points. */
  errors: string[];
}

/** Result of Lighthouse. Tries again if Lighthouse lost the trace of the page, which happens on a busy machine. */
async function look(origin: string, port: number, screen: JudgedScreen, form: FormFactor) {
  let error = '';
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await lighthouse(
      origin + screen.address,
      {
        port,
        logLevel: 'error',
        onlyCategories: ['accessibility', 'best-practices', 'seo', 'performance'],
        extraHeaders: screen.cookie ? { Cookie: screen.cookie } : {},
      },
      form === 'desktop' ? desktopConfig : undefined,
    );
    if (result && !result.lhr.runtimeError) return result.lhr;
    error = result?.lhr.runtimeError?.message ?? 'no result';
  }
  throw new Error(`${screen.name}: ${error}`);
}

async function judge(origin: string, port: number, screen: JudgedScreen, form: FormFactor): Promise<Verdict> {
  const { categories, audits, finalDisplayedUrl } = await look(origin, port, screen, form);
  if (new URL(finalDisplayedUrl).pathname !== new URL(origin + screen.address).pathname) {
    throw new Error(`${screen.name} led to ${finalDisplayedUrl}`);
  }
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const judged = ['accessibility', 'best-practices', ...(screen.isListed ? ['seo'] : [])];
  const errors = judged
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);
  return {
    scores: { accessibility: score('accessibility'), 'best-practices': score('best-practices'), seo: score('seo') },
    shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    errors,
  };
}

function keepsBars({ scores, shift }: Verdict, isListed: boolean): boolean {
  const counted = [scores.accessibility, scores['best-practices'], ...(isListed ? [scores.seo] : [])];
  return shift < shiftBar && counted.every((score) => score >= bar);
}

/**
 * `npm run lighthouse`: measures the built server's screens with Lighthouse, on a desktop and on a phone. Exits with 1
 * if a screen has less than 98 points for accessibility, best practices or, if search engines may list it, for their
 * rules, or if its parts move while it loads.
 */
if (!buildWhenStale()) process.exit(1);
const server = await startServer();
const port = await freePort();
const browser = await openBrowser(port);
let kept = true;
try {
  process.stdout.write('screen     form     accessibility  best practices  seo  layout shift\n');
  for (const screen of await prepareScreens(browser, server.origin)) {
    for (const form of formFactors) {
      const verdict = await judge(server.origin, port, screen, form);
      const { scores, shift, errors } = verdict;
      const seo = screen.isListed ? String(scores.seo) : '–';
      const line = `${screen.name.padEnd(11)}${form.padEnd(9)}${String(scores.accessibility).padStart(13)}${String(scores['best-practices']).padStart(16)}${seo.padStart(5)}${shift.toFixed(4).padStart(14)}`;
      process.stdout.write(`${[line, ...errors.map((error) => `  ${error}`)].join('\n')}\n`);
      kept &&= keepsBars(verdict, screen.isListed);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = kept ? 0 : 1;
