import { screens } from './catalogue';
import { readAloud } from './read-aloud';
import { withScreens } from './with-screens';

/** `npm run read-aloud -- [en|de] <screen> ...`: prints screens in the order and words of a screen reader. */
const [first = '', ...rest] = process.argv.slice(2);
const language = first === 'de' ? 'de' : 'en';
const wanted = first === 'de' || first === 'en' ? rest : [first, ...rest];
const chosen = screens.filter(({ id }) => wanted.includes(id));
if (chosen.length === 0) {
  process.stderr.write(`Name a screen: ${screens.map(({ id }) => id).join(', ')}\n`);
  process.exit(2);
}
await withScreens(async (walk) => {
  for (const screen of chosen) {
    const page = await walk.open(screen, language);
    process.stdout.write(`# ${await page.title()}\n\n${await readAloud(page)}\n`);
    await page.close();
  }
});
