/** Files of the web app that the provider's pages wear: to those who sign in both are one site. */
export interface PageLook {
  /** Stylesheet with the class names of app/styles; relative addresses are below the web app's origin. */
  stylesheetHref: string;
  /** Brand mark in the banner, and the icon of the window. */
  logoHref: string;
  /** Fonts to fetch with the page, so that its typeface is there when its text is. */
  fontHrefs: string[];
}

/** The look with every address whole, so that it holds wherever the provider itself stands. */
export function resolveLook(look: PageLook, webOrigin: string): PageLook {
  const whole = (address: string) => new URL(address, webOrigin).href;
  return {
    stylesheetHref: whole(look.stylesheetHref),
    logoHref: whole(look.logoHref),
    fontHrefs: look.fontHrefs.map(whole),
  };
}

/** Where the files of a look come from, as sources of a Content Security Policy: 'self' for our own origin. */
export function sourcesOf(look: PageLook, ownOrigin: string): string {
  const origins = [look.stylesheetHref, look.logoHref, ...look.fontHrefs].map((href) => new URL(href).origin);
  return [...new Set(["'self'", ...origins.filter((origin) => origin !== ownOrigin)])].join(' ');
}
