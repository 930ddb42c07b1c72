import { SaxesParser } from 'saxes';

/** One control of a form as a browser would send it. */
export type Sent = [name: string, value: string];

/**
 * Fields that a browser sends for an unchanged form with the class `className`: texts, chosen options and ticked boxes
 * in page order, without buttons. Line breaks are single characters.
 */
export function sentByForm(html: string, className: string): Sent[] {
  return sentFrom(html, new RegExp(`<form[^>]*class="[^"]*${className}`));
}

/** The same for the form with an id. */
export function sentById(html: string, id: string): Sent[] {
  return sentFrom(html, new RegExp(`<form[^>]*id="${id}"`));
}

function sentFrom(html: string, tag: RegExp): Sent[] {
  const start = html.search(tag);
  if (start < 0) throw new Error(`no form ${tag}`);
  const form = html.slice(start, html.indexOf('</form>', start) + '</form>'.length);
  const sent: Sent[] = [];
  let select: { name: string; first: string | null; chosen: string | null } | null = null;
  let area: { name: string; text: string } | null = null;
  const parser = new SaxesParser();
  // HTML pages may contain characters that XML forbids.
  parser.on('error', () => {});
  parser.on('opentag', ({ name: tag, attributes }) => {
    const { name = '', value = '', type = 'text' } = attributes as Record<string, string>;
    if (tag === 'input' && name !== '' && !['submit', 'button'].includes(type)) {
      if (!['checkbox', 'radio'].includes(type) || 'checked' in attributes) sent.push([name, value]);
    } else if (tag === 'select') select = { name, first: null, chosen: null };
    else if (tag === 'option' && select) {
      select.first ??= value;
      if ('selected' in attributes) select.chosen = value;
    } else if (tag === 'textarea') area = { name, text: '' };
  });
  parser.on('text', (text) => {
    if (area) area.text += text;
  });
  parser.on('closetag', ({ name: tag }) => {
    if (tag === 'select' && select) sent.push([select.name, select.chosen ?? select.first ?? '']);
    if (tag === 'select') select = null;
    // The first line break after the tag belongs to the markup.
    if (tag === 'textarea' && area) sent.push([area.name, area.text.replace(/^\n/, '')]);
    if (tag === 'textarea') area = null;
  });
  parser.write(form).close();
  return sent;
}
