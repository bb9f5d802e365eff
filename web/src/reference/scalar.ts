/** Scalar, which draws the calls; a large script that is asked for once the frame is there. */
import { useEffect, useState } from 'react';

interface Configuration {
  readonly url: string;
  readonly forceDarkModeState: 'dark' | 'light';
  readonly [setting: string]: unknown;
}
interface Instance {
  updateConfiguration(to: Configuration): void;
}
declare global {
  interface Window {
    Scalar?: { createApiReference(place: string, configuration: Configuration): Instance };
  }
}

const SCRIPT = '/reference/standalone.js';

const configuration = (scheme: 'dark' | 'light', token: string): Configuration => ({
  url: '/openapi/v3.yaml',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // The header has the choice of colours.
  hideDarkModeToggle: true,
  forceDarkModeState: scheme,
  authentication: { preferredSecurityScheme: 'token', securitySchemes: { token: { token } } },
});

const load = (): Promise<void> =>
  new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => done();
    script.onerror = () => {
      script.remove();
      fail(new Error(SCRIPT));
    };
    document.head.append(script);
  });

/** Shows the calls in `#calls`, and keeps them as they are wanted. @returns how far that is, and a way to try again */
export const useScalar = (scheme: 'dark' | 'light', token: string) => {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const [instance, setInstance] = useState<Instance>();
  useEffect(() => {
    if (state !== 'loading') return;
    load().then(
      () => setState('there'),
      () => setState('failed'),
    );
  }, [state]);
  useEffect(() => {
    if (state !== 'there') return;
    const wanted = configuration(scheme, token);
    if (!instance) return setInstance(window.Scalar?.createApiReference('#calls', wanted));
    instance.updateConfiguration(wanted);
    // It looks at the colours of its configuration once.
    document.body.classList.toggle('dark-mode', scheme === 'dark');
    document.body.classList.toggle('light-mode', scheme === 'light');
  }, [state, instance, scheme, token]);
  return { state, retry: () => setState('loading') };
};
