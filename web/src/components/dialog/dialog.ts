import { laterDialog } from '../lazy.ts';

/**
 * A modal dialog. Of several dialogs only the last one is shown, and Escape closes it. Without `onClose` only its own
 * buttons close it.
 */
export const Dialog = laterDialog(async () => (await import('./dialog.impl.tsx')).DrawnDialog);
