import { Browser, type VisitedPage } from './browser';
import { signInRequest } from './running-provider';

/** Opens our log in page for a sign-in request of the web app, and follows its link to the outside provider. */
export async function goOutside(browser: Browser, id = 'outside') {
  const request = signInRequest(browser.origin);
  const page = await browser.open(request.address);
  return { request, page, away: await follow(browser, page, id) };
}

/** Follows the link of a page to an outside provider, and answers where it leads. */
export async function follow(browser: Browser, page: VisitedPage, id = 'outside'): Promise<VisitedPage> {
  const address = new RegExp(`href="([^"]*/(?:start|link)/${id}[^"]*)"`).exec(page.html)?.[1] ?? 'none';
  return browser.open(new URL(address.replaceAll('&amp;', '&'), page.address).href);
}

/** Logs in at the outside provider to which a redirect led, or refuses to. Returns the address of our callback. */
export async function answerOutside(away: VisitedPage, answer: 'yes' | 'no' = 'yes'): Promise<string> {
  const there = new Browser(new URL(away.address).origin, '');
  const page = await there.open(away.address);
  return (await there.submit(page, { answer })).address;
}

/** The whole way to the outside provider and back. */
export async function logInOutside(browser: Browser, id = 'outside') {
  const { request, away } = await goOutside(browser, id);
  return { request, page: await browser.open(await answerOutside(away)) };
}
