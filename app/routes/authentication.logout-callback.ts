import { redirect } from '@remix-run/node';

/** Completes sign-out after the provider has ended its session. */
export function loader() {
  return redirect('/authentication/logged-out');
}
