import { data } from '@remix-run/node';

import { HomeHead } from '~/components/search/search-form';

export const handle = { title: 'home:title', help: 'searching' };

/** Any deeper address that leads nowhere shows the home screen (spec section 2), and says so by its status. */
export function loader() {
  return data(null, { status: 404 });
}

export default function Unknown() {
  return <HomeHead tests={[]} text="" />;
}
