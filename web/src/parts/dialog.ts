import { laterDialog } from './on-demand.ts';

/** A modal dialog; of several only the last one is seen and closed by Escape. Without `onClose` only its own buttons close it. */
export const Dialog = laterDialog(async () => (await import('./drawn-dialog.tsx')).DrawnDialog);
