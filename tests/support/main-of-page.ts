/** The main part of a page; '' if it has none. */
export function mainOf(html: string): string {
  return /<main[^]*<\/main>/.exec(html)?.[0] ?? '';
}

/** The text of markup, without tags; `between` stands where there was one. */
export function textOf(markup: string, between = ''): string {
  return markup
    .replace(/<(script|style)[^]*?<\/\1>/g, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<[^>]+>/g, between)
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** The text of the main part of a page. */
export function mainText(html: string): string {
  return textOf(mainOf(html));
}
