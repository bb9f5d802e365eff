import type { Texts } from '../../texts.ts';

export const forgotten: Texts['forgotten'] = {
  title: 'Forgotten password',
  text: 'Enter the e-mail address that you sign in with. A link that sets a new password is sent there.',
  email: 'E-mail address',
  noEmail: 'Please enter an e-mail address.',
  submit: 'Send me a link',
  doneTitle: 'Check your inbox',
  done: 'If {{email}} belongs to somebody here, a link is on its way there. It works once, for an hour.',
  doneHint: 'If nothing arrives, look into the spam folder, or ask your administrator for a link.',
  noMail:
    'This service sends no mails. Ask an administrator of your organisation for a link, who makes one at “Users”. If there is none, ask the operator of this service.',
  toLogin: 'Back to sign in',
};
