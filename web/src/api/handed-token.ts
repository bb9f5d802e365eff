/**
 * A token goes from the settings, which show it once, to the tab of the reference: from memory to memory, by no address and
 * no storage of the browser.
 */
import { useEffect, useState } from 'react';

/** The request of the reference to the tab that opened it. */
const ASKS = 'broker-crm:token';

interface Handed {
  readonly token: string;
}
const isHanded = (data: unknown): data is Handed =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string';

/** Opens the reference in a tab of its own and gives it the token once, when it asks. */
export const openReferenceWith = (token: string): void => {
  const { origin } = window.location;
  const tab = window.open('/reference');
  const answer = (event: MessageEvent) => {
    if (tab === null || event.source !== tab || event.origin !== origin || event.data !== ASKS) return;
    window.removeEventListener('message', answer);
    tab.postMessage({ token } satisfies Handed, origin);
  };
  window.addEventListener('message', answer);
};

/** The token that the reference calls with: handed over or pasted, for as long as this document lives. */
export const useToken = () => {
  const [token, setToken] = useState('');
  useEffect(() => {
    const opener: Window | null = window.opener;
    const { origin } = window.location;
    const take = (event: MessageEvent) => {
      if (event.source === opener && event.origin === origin && isHanded(event.data)) setToken(event.data.token);
    };
    window.addEventListener('message', take);
    opener?.postMessage(ASKS, origin);
    return () => window.removeEventListener('message', take);
  }, []);
  return [token, setToken] as const;
};
