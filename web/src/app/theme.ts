/** Colours and fonts. Text colours are those that reach a contrast of 4.5:1 in both schemes. */
import {
  type BadgeProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuProps,
  type ModalProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import type { CSSProperties } from 'react';

const petrol: MantineColorsTuple = [
  '#e6f5f8',
  '#cfe8ee',
  '#a0d2de',
  '#6ebace',
  '#48a6c0',
  '#2f99b7',
  '#1f8dac',
  '#0f7a97',
  '#0b6478',
  '#084c5c',
];

const FONTS = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** The head of a page is an `h1` in the size of `h2`, its parts are those of `h4` and `h5`. */
const HEADINGS = {
  h2: { fontSize: '1.25rem', lineHeight: '1.4' },
  h3: { fontSize: '1.125rem', lineHeight: '1.4' },
  h4: { fontSize: '1rem', lineHeight: '1.4' },
  h5: { fontSize: '0.875rem', lineHeight: '1.43' },
};

/**
 * More than the service accepts, so that the error is shown instead of cutting the text off; pasting a whole page
 * stays possible.
 */
const MUCH = 4096;

/** For the part of these props; naming the part itself would bring it to pages that have none. */
const part = <Props>(settings: {
  defaultProps?: Partial<Props>;
  styles?: Record<string, CSSProperties>;
}): MantineThemeComponent => settings;

export const theme = createTheme({
  colors: { petrol },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: FONTS,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: FONTS, fontWeight: '600', sizes: HEADINGS },
  fontSizes: { md: '0.9375rem' },
  lineHeights: { sm: '1.43', md: '1.47' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Its placeholder is no item, and a menu may hold nothing else.
    Menu: part<MenuProps>({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: part<ModalProps>({
      styles: {
        // A long name breaks instead of pushing the button that closes out of sight.
        title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.3, overflowWrap: 'anywhere' },
        body: { overflowWrap: 'break-word' },
      },
    }),
    // Browsers would suggest values of other records or users; a field that wants autocompletion sets it.
    TextInput: part<TextInputProps>({ defaultProps: { autoComplete: 'off', maxLength: MUCH } }),
    Textarea: part<TextareaProps>({ defaultProps: { autoComplete: 'off', maxLength: MUCH } }),
    PasswordInput: part<PasswordInputProps>({ defaultProps: { maxLength: MUCH } }),
    // No option has a longer name; a page that was pasted into it would freeze the list.
    Select: part<SelectProps>({ defaultProps: { maxLength: 255 } }),
    Badge: part<BadgeProps>({
      defaultProps: { variant: 'light' },
      styles: { root: { textTransform: 'none', minWidth: 'max-content', fontWeight: 400, letterSpacing: 0 } },
    }),
  },
});

/**
 * Also the colours of our own style sheet (app/styles/layout.css): of `light-dark()` there the build makes variables that nothing sets,
 * because the browsers that it builds for do not all know it.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--data-size': '0.8125rem' },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    // Mantine's own do not reach 4.5:1 on the tint that a badge has.
    '--mantine-color-teal-light-color': '#05634a',
    '--mantine-color-green-light-color': '#1b662b',
    '--mantine-color-blue-light-color': '#0f4f99',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-orange-light-color': '#8f3a00',
    '--mantine-color-red-light-color': '#a01c1c',
    '--mantine-color-gray-light-color': '#343a40',
    // On white Mantine's own has 3.6:1.
    '--mantine-color-orange-outline': '#8f3a00',
    '--line-color': 'var(--mantine-color-gray-3)',
    '--card-color': 'var(--mantine-color-white)',
    '--pale-color': 'var(--mantine-color-gray-0)',
    '--pointed-color': 'var(--mantine-color-gray-1)',
    '--edge-shadow': '#0003',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    // White on the shade that is meant for the dark scheme does not reach 4.5:1.
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#b32424',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-3)',
    '--line-color': 'var(--mantine-color-dark-4)',
    '--card-color': 'var(--mantine-color-dark-6)',
    '--pale-color': 'var(--mantine-color-dark-6)',
    '--pointed-color': 'var(--mantine-color-dark-5)',
    '--edge-shadow': '#000a',
  },
});
