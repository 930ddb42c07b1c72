import { infoPages } from '@domain/info-pages';
import { languages, type Language } from '@domain/language';

import type { FrameTexts, Texts } from '../texts';
import { html, type Html } from './html';
import type { PageLook } from './look';

/** What every page needs to know about the request it answers. */
export interface PageFrame {
  language: Language;
  texts: Texts;
  /** The words that the web app's frame and forms use as well. */
  frameTexts: FrameTexts;
  look: PageLook;
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
  /** Where the page's form posts to, when it has one: the language buttons send it there too. */
  formAction?: string;
}

const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** A whole page in the web app's frame: landmarks, skip link, one h1, way home, help, language switch. */
export function renderPage(frame: PageFrame, page: Page): string {
  const { texts, frameTexts, language, look } = frame;
  const prefix = page.hasErrors ? `${frameTexts.common.errorTitle} ` : '';
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${prefix}${page.title} – ${texts.siteName}</title>
        ${look.fontHrefs.map(
          (href) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin="anonymous" />`,
        )}
        <link rel="stylesheet" href="${look.stylesheetHref}" />
        <link rel="icon" href="${look.logoHref}" />
      </head>
      <body>
        <a class="skip-link" href="#main">${frameTexts.common.skip}</a>
        ${topBar(frame)}
        <main id="main" tabindex="-1">${page.body}</main>
        ${footer(frame, page)}
      </body>
    </html> `;
  return document.source;
}

function topBar({ texts, frameTexts, look, origin }: PageFrame): Html {
  const { nav } = frameTexts.common;
  return html`<header class="top-bar">
    <div class="top-bar-inner">
      <span class="brand"><img src="${look.logoHref}" alt="" width="28" height="28" />${texts.siteName}</span>
      <nav aria-label="${nav.label}">
        <ul>
          <li><a href="${origin}/">${nav.home}</a></li>
        </ul>
      </nav>
      <div class="login-menu">
        <a href="${origin}/info/manual#account" target="_blank" rel="noopener" aria-describedby="help-tab"
          >${frameTexts.common.help}</a
        >
        <span id="help-tab" hidden>${frameTexts.common.helpTab}</span>
      </div>
    </div>
  </header>`;
}

function footer(frame: PageFrame, page: Page): Html {
  const { frameTexts, origin } = frame;
  return html`<footer class="footer">
    <div class="footer-inner">
      <ul class="footer-links">
        ${infoPages.map(
          (page) => html`<li><a href="${origin}/info/${page}">${frameTexts.common.footer[page]}</a></li>`,
        )}
      </ul>
      ${languageSwitch(frame, page)}
    </div>
  </footer>`;
}

/** Id of the form of a page. */
export const pageFormId = 'page-form';

/**
 * The web app's own switch: it sets the cookie that this provider reads too. On a page with a form it is this
 * provider that gets the form and shows it again: what is typed stays, and no password goes anywhere else.
 */
function languageSwitch({ language, frameTexts, origin, address }: PageFrame, { formAction }: Page): Html {
  const target = `${origin}/language?returnTo=${encodeURIComponent(address)}`;
  return html`<form method="post" action="${target}" class="language-switch">
    <fieldset>
      <legend>${frameTexts.common.footer.language}</legend>
      ${languages.map(
        (code) =>
          html`<button
            ${formAction !== undefined && html`form="${pageFormId}" formaction="${formAction}" formnovalidate`}
            name="language"
            value="${code}"
            lang="${code}"
            aria-pressed="${String(code === language)}"
            class="button-quiet"
          >
            ${languageNames[code]}
          </button>`,
      )}
    </fieldset>
  </form>`;
}
