import type { Demo } from '../context/create-demo.ts';

/** The access data of the demo, printed once. */
export const demoAnnouncement = (address: string, { token, email, password, adviser }: Demo): string =>
  `\nA demo organisation with sample data was made. This is shown once:\n\n` +
  `  API        ${address}/v3/\n` +
  `  Try        curl -H "Authorization: Bearer ${token}" "${address}/v3/customers?limit=2"\n` +
  `  Reference  ${address}/reference\n` +
  `  Settings   ${address}/   sign in as ${email} with the password ${password}\n` +
  `  Adviser    ${address}/   sign in as ${adviser.email} with the password ${adviser.password}\n\n`;
