/** The address of the page. */
export const WEBHOOKS = '/settings/webhooks';
