import { errorSummary, renderForm, successNote, type Field, type Form } from './form';
import { html, type Html } from './html';
import type { Page, PageFrame } from './layout';

/** What a form page is made of, besides its fields. */
interface FormPage {
  title: string;
  intro?: string | Html;
  form: Form;
  /** Said before the heading: what has just been done. */
  done?: string;
  /** Ways on from here, under the form. */
  links?: Html[];
}

/** A page around one form. */
export function formPage(frame: PageFrame, page: FormPage): Page {
  const summary = errorSummary(frame, page.form.fields);
  return {
    title: page.title,
    hasErrors: summary !== null,
    formAction: page.form.action,
    body: html`${summary} ${page.done && successNote(frame, page.done)}
      <h1>${page.title}</h1>
      ${page.intro && html`<p>${page.intro}</p>`} ${renderForm(frame, page.form)}
      ${(page.links ?? []).map((link) => html`<p>${link}</p>`)}`,
  };
}

/** A page that only says something. */
export function messagePage(title: string, paragraphs: (string | Html)[]): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  };
}

export function link(address: string, text: string): Html {
  return html`<a href="${address}">${text}</a>`;
}

export function emailField(label: string, autocomplete: 'username' | 'email', more: Partial<Field> = {}): Field {
  return { name: 'email', label, type: 'email', autocomplete, ...more };
}
