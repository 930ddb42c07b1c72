import { expect, test } from '@playwright/test';

import { screens } from '../screens/catalogue';
import { prepareScreenIds } from '../screens/screen-ids';
import { readAloud } from '../screens/read-aloud';
import { axeFindings, ownFindings, schemes, surveyScreen } from '../screens/survey';
import { startWalk, type Walk } from '../screens/walk';
import { startServer, type ServerProcess } from './support/server-process';
import { languages } from './support/words';

/** Screens whose whole accessibility tree is stored, so that every change of it is seen and intended. */
const kept = [
  ['home', 'en'],
  ['mapping', 'de'],
  ['vote', 'en'],
] as const;

let server: ServerProcess;
let walk: Walk;

// A separate server, because other journeys must not change the states of these screens.
test.beforeAll(async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'axe needs timers; the journeys test pages without script');
  server = await startServer();
  walk = startWalk(browser, server.origin, await prepareScreenIds(browser, server.origin, server.dataDir));
});
test.afterAll(() => server?.stop());

/** Name of the test whose curve the start page shows today, when the first curves are made and shown. */
async function testOfTheDay(): Promise<string> {
  let visit = 0;
  const home = async () => (await fetch(`${server.origin}/?visit=${(visit += 1)}`)).text();
  await expect.poll(async () => (await home()).includes('curve-of-the-day')).toBe(true);
  const answer = await fetch(`${server.origin}/api/norms`, { headers: { 'Accept-Language': 'en' } });
  const { tests, testOfTheDay: key } = (await answer.json()) as {
    tests: { key: string; label: string }[];
    testOfTheDay: string;
  };
  return tests.find((one) => one.key === key)!.label;
}

/** A reading of the start page without what differs from day to day in its curve: the test, its data sets and its ages. */
function withoutDay(heard: string, ofTheDay: string): string {
  return heard.replace(/^ *region "Curve of the day"$.*?^contentinfo$/ms, (curve) =>
    curve
      .replaceAll(ofTheDay, '<test>')
      .replace(/From \d+ data sets?/, 'From <number>')
      .replaceAll(/\d+ years: P3: [^"]*, P97: [^"]*"/g, '<values>"')
      // The names of the lines stand in the order of their values, which is the other one where less is better.
      .replaceAll(/( *)"P\d+: [^"]*"\n(?: *"P\d+: [^"]*"\n)+/g, '$1"<values>"\n')
      .replaceAll(/"\d+ years"/g, '"<age>"'),
  );
}

// First, before anything is typed, because other states of these screens leave drafts.
for (const [id, language] of kept) {
  test(`${id} reads aloud as written down (${language})`, async () => {
    const ofTheDay = await testOfTheDay();
    const page = await walk.open(
      screens.find((screen) => screen.id === id)!,
      language,
    );
    const renew = 'Is the change meant? Write it down with: npm run test:e2e -- -g "reads aloud" -u';
    const heard = withoutDay(await readAloud(page), ofTheDay);
    expect(heard, renew).toMatchSnapshot(`${id}-${language}.txt`);
    await page.close();
  });
}

const usual = ['results', 'mapping-suggested', 'check', 'metadata', 'submit'];
/** The first and the last state of each screen, the usual ones of those with many, and those with errors. */
const examined = screens.filter((screen) => {
  const states = screens.filter(({ source }) => source === screen.source);
  return (
    screen === states[0] ||
    screen === states.at(-1) ||
    usual.includes(screen.id) ||
    /-(errors|conflict)$/.test(screen.id)
  );
});

// In one language and colour scheme each, alternating: `npm run a11y` examines all states in all four before a release.
for (const [number, screen] of examined.entries()) {
  const language = languages[number % languages.length]!;
  const scheme = schemes[Math.floor(number / languages.length) % schemes.length]!;
  test(`${screen.id} has no barrier (${language}, ${scheme})`, async () => {
    const [result] = await surveyScreen(walk, screen, language, [scheme]);
    expect(result?.findings).toEqual([]);
  });
}

test('a page with barriers is found', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(`<html lang="de"><title>Somewhere</title><body>
    <p style="inline-size: 40rem">Wider than a narrow window.</p>
    <button style="block-size: 1rem; overflow: hidden">Two words</button><p style="color: #ddd">Pale</p><img src="data:,"></body></html>`);
  const found = [...(await axeFindings(page)), ...(await ownFindings(page, 'en'))].map(({ rule }) => rule);
  expect(found).toEqual(
    expect.arrayContaining([
      'image-alt',
      'color-contrast',
      'page-language',
      'page-title',
      'one-main-heading',
      'reflow',
      'text-spacing',
    ]),
  );
  await context.close();
});
