/** Ways to other pages of this application. */
import { type ComponentProps, type MouseEvent, useEffect } from 'react';
import { navigate } from './router.ts';

/** Whether the browser does something else with it: a new tab or window, a download. */
const meansElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey;

/** A link to a page; `to` begins with `/`, `state` is given along with the way there. */
export const Link = ({
  to,
  state,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string; state?: unknown }) => {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || meansElsewhere(event)) return;
    event.preventDefault();
    // A link to where one is adds nothing to go back to.
    navigate(to, { replace: event.currentTarget.href === window.location.href, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
};

/** Leads elsewhere as soon as it is drawn; back does not lead here. */
export const Redirect = ({ to }: { to: string }) => {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
};
