import { html, type Html } from './html';
import { pageFormId, type Page, type PageFrame } from './layout';

/** Input types by what browsers and password managers are to fill in. */
const inputTypes = {
  name: 'text',
  email: 'email',
  username: 'email',
  'current-password': 'password',
  'new-password': 'password',
  off: 'text',
} as const;

/** A text field of a form, with its error if it has one. */
export interface Field {
  name: string;
  label: string;
  autocomplete: keyof typeof inputTypes;
  /** Not given for passwords, which are never sent back. */
  value?: string;
  hint?: string;
  error?: string;
}

interface Form {
  action: string;
  submit: string;
  formToken: string;
  fields: Field[];
  hidden?: Record<string, string>;
}

interface FormPage {
  title: string;
  intro?: string | Html;
  /** Blocks between the introduction and the form. */
  details?: Html;
  form: Form;
  /** Message above the heading about what has just been done. */
  done?: string;
  /** Links to other pages, below the form. */
  links?: Html[];
}

/** A page with one form. */
export function formPage(frame: PageFrame, page: FormPage): Page {
  const summary = errorSummary(frame, page.form.fields);
  return {
    title: page.title,
    hasErrors: summary !== null,
    formAction: page.form.action,
    body: html`${summary} ${page.done && successNote(frame, page.done)}
      <h1>${page.title}</h1>
      ${page.intro && html`<p>${page.intro}</p>`} ${page.details} ${renderForm(frame, page.form)}
      ${(page.links ?? []).map((link) => html`<p>${link}</p>`)}`,
  };
}

/** A page that only shows a message. */
export function messagePage(title: string, paragraphs: (string | Html)[]): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  };
}

/** A form that consists of a button. */
export function postButton({ action, submit, formToken, hidden = {} }: Omit<Form, 'fields'>): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="${formTokenField}" value="${formToken}" />
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <p class="actions"><button class="button-quiet">${submit}</button></p>
  </form>`;
}

export function link(address: string, text: string): Html {
  return html`<a href="${address}">${text}</a>`;
}

export const formTokenField = 'form-token';

/** A form with one button. Browsers do not validate it, because errors come from the server. */
export function renderForm(frame: PageFrame, form: Form): Html {
  return html`<form id="${pageFormId}" method="post" action="${form.action}" novalidate>
    <input type="hidden" name="${formTokenField}" value="${form.formToken}" />
    ${Object.entries(form.hidden ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${form.fields.map((field) => renderField(frame, field))}
    <p class="actions"><button>${form.submit}</button></p>
  </form>`;
}

function renderField({ frameTexts }: PageFrame, field: Field): Html {
  const hintId = `${field.name}-hint`;
  const errorId = `${field.name}-error`;
  const described = [field.hint && hintId, field.error && errorId].filter(Boolean).join(' ');
  const type = inputTypes[field.autocomplete];
  return html`<div class="${field.error ? 'field field-with-error' : 'field'}">
    <div class="label-line"><label for="${field.name}">${field.label}</label></div>
    ${field.hint && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${
      field.error &&
      html`<p class="field-error" id="${errorId}">
        <span class="visually-hidden">${frameTexts.forms.errorPrefix} </span>${field.error}
      </p>`
    }
    <input
      id="${field.name}"
      name="${field.name}"
      type="${type}"
      autocomplete="${field.autocomplete}"
      ${type === 'email' && html`spellcheck="false" autocapitalize="none"`}
      ${field.value !== undefined && html`value="${field.value}"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${field.error && html`aria-invalid="true"`}
    />
  </div>`;
}

/** List of all errors at the top of the page, each a link to its field; null if there are none. */
function errorSummary({ frameTexts }: PageFrame, fields: Field[]): Html | null {
  const wrong = fields.filter((field) => field.error !== undefined);
  if (wrong.length === 0) return null;
  return html`<section class="notice notice-error" aria-labelledby="error-summary" tabindex="-1" autofocus>
    <h2 id="error-summary">${frameTexts.forms.errorSummary}</h2>
    <ul>
      ${wrong.map((field) => html`<li><a href="#${field.name}">${field.error}</a></li>`)}
    </ul>
  </section>`;
}

/** Message above the heading about what has just been done. */
export function successNote({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice notice-success" aria-labelledby="success">
    <h2 id="success">${frameTexts.forms.success}</h2>
    <p>${text}</p>
  </section>`;
}

/** Message above the heading about why something was not done. */
export function errorNote({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice notice-error" aria-labelledby="error-summary" tabindex="-1" autofocus>
    <h2 id="error-summary">${frameTexts.forms.errorSummary}</h2>
    <p>${text}</p>
  </section>`;
}
