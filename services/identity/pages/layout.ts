import { infoPages } from '@domain/info-pages';
import { type Language, languageNames, languages } from '@domain/language';

import type { FrameTexts, Texts } from '../texts';
import { html, type Html } from './html';

/** Data about the request that every page needs. */
export interface PageFrame {
  language: Language;
  texts: Texts;
  /** Texts that the web app's frame and forms also use. */
  frameTexts: FrameTexts;
  look: PageAssets;
  /** Address of the web app, without trailing slash. */
  origin: string;
  /** Path and query of this page, to return to it after a change of language. */
  address: string;
}

export interface Page {
  title: string;
  body: Html;
  /** The form on the page has errors, which the title mentions. */
  hasErrors?: boolean;
  /** Where the form of the page is posted to, if it has one. The language buttons post it there as well. */
  formAction?: string;
  /** The page has a form for passkeys, which need script. All others have none. */
  usesPasskeys?: boolean;
}

/** Address of the script for passkeys, which belongs to the web app like the stylesheet. */
export const passkeyScript = ({ origin }: Pick<PageFrame, 'origin'>) => `${origin}/passkeys.js`;

/** Renders a complete page in the web app's frame with landmarks, skip link, home link, help and language switch. */
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
        ${page.usesPasskeys && html`<script type="module" src="${passkeyScript(frame)}"></script>`}
      </head>
      <body>
        <a class="skip-link" href="#main">${frameTexts.common.skip}</a>
        ${topBar(frame, page)}
        <main id="main" tabindex="-1">${page.body}</main>
        ${footer(frame, page)}
      </body>
    </html> `;
  return document.source;
}

function topBar(frame: PageFrame, page: Page): Html {
  const { texts, frameTexts, look, origin } = frame;
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
      ${page.formAction !== undefined && pageSubmit(frameTexts)} ${languageSwitch(frame, page, { isBeforePage: true })}
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
      ${languageSwitch(frame, page, { isBeforePage: false })}
    </div>
  </footer>`;
}

/** Id of the form on a page. */
export const pageFormId = 'page-form';

/** Enter in a field of the page's form presses its first button, which must not be one for a language. */
function pageSubmit({ forms }: FrameTexts): Html {
  return html`<button form="${pageFormId}" class="visually-hidden" tabindex="-1" aria-hidden="true">
    ${forms.send}
  </button>`;
}

/**
 * Posts to the web app, which sets the cookie that the provider reads too. On a page with a form it posts the form to
 * the provider, which shows it again with the entries. So passwords are not sent to the web app. In the banner, which is
 * before the page, the buttons speak for themselves.
 */
function languageSwitch(
  { language, frameTexts, origin, address }: PageFrame,
  { formAction }: Page,
  { isBeforePage }: { isBeforePage: boolean },
): Html {
  const target = `${origin}/language?returnTo=${encodeURIComponent(address)}`;
  return html`<form method="post" action="${target}" class="language-switch">
    <fieldset>
      <legend ${isBeforePage && html`class="visually-hidden"`}>${frameTexts.common.footer.language}</legend>
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

/** Web app assets that the provider's pages use, so that signing in looks like part of the site. */
export interface PageAssets {
  /** Stylesheet with the class names of app/styles. Addresses may be relative to the web app's origin. */
  stylesheetHref: string;
  /** Logo in the banner, also used as favicon. */
  logoHref: string;
  /** Fonts to preload. */
  fontHrefs: string[];
}

/** The look with absolute addresses, because the provider may be on another origin than the web app. */
export function resolveAssets(look: PageAssets, webOrigin: string): PageAssets {
  const whole = (address: string) => new URL(address, webOrigin).href;
  return {
    stylesheetHref: whole(look.stylesheetHref),
    logoHref: whole(look.logoHref),
    fontHrefs: look.fontHrefs.map(whole),
  };
}

/** Origins of the files of a look, as sources of a Content Security Policy; 'self' for the provider's own origin. */
export function sourcesOf(look: PageAssets, ownOrigin: string): string {
  const origins = [look.stylesheetHref, look.logoHref, ...look.fontHrefs].map((href) => new URL(href).origin);
  return [...new Set(["'self'", ...origins.filter((origin) => origin !== ownOrigin)])].join(' ');
}
