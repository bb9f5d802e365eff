/**
 * Builds the web application into `dist/web`. `vite web` serves it during development, with changes shown at once and
 * calls sent to the running service at SERVICE_URL.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstCalls } from './page-preloads.ts';

// For every build, also in tests: other values include React's development code, with the paths of the sources.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:8080';

const STYLES = new URL('src/app/mantine-styles.ts', import.meta.url);
/** Where a part of Mantine names the classes of its style sheet. */
const PART = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
/** Sheets of no part. */
const COMMON = ['baseline', 'default-css-variables', 'global'];

/** The style sheets of Mantine that are listed are those of the parts that came into the bundle. */
const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const used = new Set(modules.flatMap((id) => PART.exec(id)?.[1] ?? []));
    const text = readFileSync(STYLES, 'utf8');
    const listed = [...text.matchAll(/core\/styles\/([\w-]+)\.css/g)].map(([, name = '']) => name);
    const missing = [...used].filter((name) => !listed.includes(name));
    const idle = listed.filter((name) => !used.has(name) && !COMMON.includes(name));
    if (missing.length) this.error(`web/src/app/mantine-styles.ts lacks the style sheets of ${missing.join(', ')}`);
    if (idle.length) this.error(`web/src/app/mantine-styles.ts has style sheets that nothing uses: ${idle.join(', ')}`);
  },
});

/** Entry module of a page or of the frame. */
const BEGINS = /web\/src\/(?:((?:settings|sign-in|workspace)\/[\w-]+)\/page|(layout)\/layout)\.tsx?$/;

/** Writes down which files each page needs and what it asks first, so that the service can name them before a script runs. */
const neededFiles = (): Plugin => ({
  name: 'needed-files',
  generateBundle(_options, bundle) {
    const withImports = (name: string, found = new Set<string>()): Set<string> => {
      const file = bundle[name];
      if (file?.type !== 'chunk' || found.has(name)) return found;
      found.add(name);
      for (const one of file.imports) withImports(one, found);
      return found;
    };
    const entry = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('index.html'),
    );
    const known = withImports(entry?.fileName ?? '');
    const needed = Object.values(bundle).flatMap((file) => {
      const [found, ...names] = (file.type === 'chunk' && BEGINS.exec(file.facadeModuleId ?? '')) || [];
      const name = names.find(Boolean);
      if (!found || !name) return [];
      const files = [...withImports(file.fileName)].filter((one) => !known.has(one));
      const calls = (firstCalls[name] ?? []).map((call) => `/settings/api/${call.replaceAll('&', '&amp;')}`);
      return [[name, { files, calls }]];
    });
    this.emitFile({ type: 'asset', fileName: 'needed.json', source: JSON.stringify(Object.fromEntries(needed)) });
  },
});

/** Chunks that run as soon as they arrive, independent of the others. */
const AT_ONCE = ['first', 'react', 'libraries'];

/** Chunks that every page needs first. */
const EARLY = /^(first|index|libraries|page|components|react|layout|start-document)$/;

const atOnce = (): Plugin => ({
  name: 'at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {}, filename }) => {
      if (!filename.endsWith('index.html')) return [];
      const files = Object.values(bundle).filter((file) => file.type === 'chunk' && AT_ONCE.includes(file.name));
      return files.map(({ fileName }) => ({
        tag: 'script',
        attrs: { type: 'module', async: true, crossorigin: true, src: `/${fileName}` },
        injectTo: 'body',
      }));
    },
  },
});

/** The font, after the scripts that a page begins with. */
const fontPreload = (): Plugin => ({
  name: 'font-preload',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.includes('inter-latin-') && !name.includes('-ext-'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
          injectTo: 'body',
        })),
  },
});

/** Lets browsers compile a chunk while it downloads, instead of each function at its first call. */
const compiledEarly = (): Plugin => ({
  name: 'compiled-early',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && EARLY.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});

/** Floating elements: most pages start without them. */
const FLOATING =
  /@floating-ui|@mantine\/core\/esm\/(utils\/Floating|components\/(Autocomplete|Combobox|Modal|Pill|Popover|ScrollArea|Select|TagsInput)\w*\/(?!ModalStack))/;

/** A few chunks, because browsers request six at once: the common start, and modules that several pages share. */
const groups = [
  {
    name: 'first',
    test: /web\/src\/(app\/boot\.ts|sign-in\/static-login\.ts|i18n\/(initial-locale|formats)|i18n\/[\w-]+\/sign-in\/login)|vite\/preload-helper|rolldown\/runtime/,
    priority: 1,
    // Their imports would be included.
    includeDependenciesRecursively: false,
  },
  { name: 'floating', test: FLOATING, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx)\// },
  {
    name: 'libraries',
    test: /node_modules\/(@tanstack|@mantine\/hooks|@mantine\/core\/esm\/core)\/|web\/src\/router\/(\w+\.ts|link\.tsx)$/,
  },
  {
    name: 'components',
    test: /@mantine\/core\/esm\/components|@tabler|web\/src\/(components|hooks|layout|i18n)\/(?:[\w-]+\/)?[\w.-]+\.tsx?$/,
    minShareCount: 5,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineStyles(), neededFiles(), atOnce(), fontPreload(), compiledEarly()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every file is asked for by its name: data: addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      input: ['index.html', 'reference.html'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
    },
    chunkSizeWarningLimit: 700,
  },
  // The service sees the address that the browser called, so that it takes the page for its own.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '^/(settings/api|reference/|openapi|v3)(/|$)': { target: service } },
  },
});
