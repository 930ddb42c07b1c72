import { useTranslation } from 'react-i18next';

interface PageButtonsProps {
  /** Accessible name of the group. */
  label: string;
  /** Buttons submit `<name>=<number>` of a GET form, or the intent '<name>:<number>' of a form that posts. */
  name: string;
  posts: boolean;
  pages: readonly { number: number; text: string }[];
  current: number;
}

/** Buttons to the pages of a long list, in the surrounding form; nothing if there is only one page. */
export function PageButtons({ label, name, posts, pages, current }: PageButtonsProps) {
  const { t } = useTranslation('mapping');
  if (pages.length < 2) return null;
  return (
    <div role="group" aria-label={label} className="page-buttons">
      {pages.map(({ number, text }) => (
        <button
          type="submit"
          key={number}
          name={posts ? 'intent' : name}
          value={posts ? `${name}:${number}` : number}
          aria-current={number === current ? 'page' : undefined}
        >
          {text}
          {number === current ? <span className="visually-hidden"> ({t('pageCurrent')})</span> : null}
        </button>
      ))}
    </div>
  );
}
