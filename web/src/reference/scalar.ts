/** Scalar, which draws the calls; a large script that is asked for once the frame is there. */
import { useEffect, useRef, useState } from 'react';

interface Parameter {
  readonly in?: string;
  readonly required?: boolean;
  example?: unknown;
}
type Operation = { readonly parameters?: readonly Parameter[] } | undefined;
interface Description {
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Configuration {
  readonly content: Description;
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

const configuration = (content: Description, scheme: 'dark' | 'light', token: string): Configuration => ({
  content,
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

/** A call that is tried out begins without filters: Scalar would send each that has an example, and lists have dozens. */
const withoutFilters = (description: Description): Description => {
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation?.parameters ?? []);
  for (const parameter of [...Object.values(description.components.parameters), ...parameters])
    if (parameter.in === 'query' && !parameter.required) delete parameter.example;
  return description;
};

const readDescription = async (): Promise<Description> => {
  const answer = await fetch('/openapi/v3.json');
  if (!answer.ok) throw new Error(answer.statusText);
  return withoutFilters((await answer.json()) as Description);
};

const loadScript = (): Promise<void> =>
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

/** Calls back once when the calls have their heading: to draw them takes Scalar longer than all before. */
const onceDrawn = (place: string, done: () => void): void => {
  const look = () => {
    if (!document.querySelector(`${place} h1`)) return;
    looking.disconnect();
    done();
  };
  const looking = new MutationObserver(look);
  looking.observe(document.body, { childList: true, subtree: true });
  look();
};

/** Shows the calls in `#calls`, and keeps them as they are wanted. @returns how far that is, and a way to try again */
export const useScalar = (scheme: 'dark' | 'light', token: string) => {
  const [state, setState] = useState<'loading' | 'drawing' | 'there' | 'failed'>('loading');
  const [content, setContent] = useState<Description>();
  const instance = useRef<Instance>(undefined);
  useEffect(() => {
    if (state !== 'loading') return;
    Promise.all([readDescription(), loadScript()]).then(
      ([description]) => {
        setContent(description);
        setState('drawing');
      },
      () => setState('failed'),
    );
  }, [state]);
  useEffect(() => {
    if (!content) return;
    const wanted = configuration(content, scheme, token);
    // Each update of the configuration renders all calls again.
    if (instance.current) instance.current.updateConfiguration(wanted);
    else {
      instance.current = window.Scalar?.createApiReference('#calls', wanted);
      onceDrawn('#calls', () => setState('there'));
    }
    // It looks at the colours of its configuration once.
    document.body.classList.toggle('dark-mode', scheme === 'dark');
    document.body.classList.toggle('light-mode', scheme === 'light');
  }, [content, scheme, token]);
  return { state, retry: () => setState('loading') };
};
