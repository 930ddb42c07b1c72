import { languages, type Language } from '@domain/language';

import type { Texts } from '../texts';
import { html, type Html } from './html';
import { stylesheetPath } from './stylesheet';

/** What every page needs to know about the request it answers. */
export interface PageFrame {
  language: Language;
  texts: Texts;
  /** Path of the provider on its origin, without trailing slash: '/identity'. */
  mountPath: string;
  /** Address of the web app, without trailing slash. */
  origin: string;
  /** Path and query of this page, for the way back after changing the language. */
  address: string;
}

export interface Page {
  title: string;
  body: Html;
  /** The form on the page has errors: said in the title. */
  hasErrors?: boolean;
}

const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** A whole page: landmarks, skip link, one h1, way home, language switch. */
export function renderPage(frame: PageFrame, page: Page): string {
  const { texts, language, mountPath, origin } = frame;
  const prefix = page.hasErrors ? texts.frame.errorTitle : '';
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${prefix}${page.title} – ${texts.frame.siteName}</title>
        <link rel="stylesheet" href="${mountPath}${stylesheetPath}" />
      </head>
      <body>
        <a class="skip" href="#content">${texts.frame.skip}</a>
        <header>
          <p class="site">${texts.frame.siteName}</p>
          <nav aria-label="${texts.frame.mainNavigation}">
            <ul class="links">
              <li><a href="${origin}/">${texts.frame.home}</a></li>
            </ul>
          </nav>
        </header>
        <main id="content" tabindex="-1">${page.body}</main>
        <footer>
          <ul class="links">
            <li><a href="${origin}/info/imprint">${texts.frame.imprint}</a></li>
            <li><a href="${origin}/info/privacy">${texts.frame.privacy}</a></li>
          </ul>
          ${languageSwitch(frame)}
        </footer>
      </body>
    </html> `;
  return document.source;
}

/** The web app's own switch: it sets the cookie that this provider reads too. */
function languageSwitch({ language, texts, origin, address }: PageFrame): Html {
  return html`<form method="post" action="${origin}/language">
    <input type="hidden" name="returnTo" value="${address}" />
    <fieldset class="language">
      <legend>${texts.frame.language}</legend>
      ${languages.map(
        (code) =>
          html`<button
            name="language"
            value="${code}"
            lang="${code}"
            aria-pressed="${String(code === language)}"
          >
            ${languageNames[code]}
          </button>`,
      )}
    </fieldset>
  </form>`;
}
