import { Form } from '~/forms/form';

interface ActButtonProps {
  /** Address that the button posts to. */
  page: string;
  /** Fields of the form by name. */
  fields: Readonly<Record<string, string>>;
  text: string;
  /** Accessible name, if the text alone does not say what it is about. */
  label?: string;
}

/** A form of one button. */
export function ActButton({ page, fields, text, label }: ActButtonProps) {
  return (
    <Form action={page} reloadDocument>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <button type="submit" className="button-quiet" aria-label={label}>
        {text}
      </button>
    </Form>
  );
}
