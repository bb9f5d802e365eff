/** The nonce that the page's policy asks of style sheets which scripts make. */
import { setNonce } from 'get-nonce';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

/** For Mantine. */
export const styleNonce = (): string => nonce;

/** Tells the library that keeps pages behind a dialog from scrolling. */
export const startStyleNonce = (): void => setNonce(nonce);
