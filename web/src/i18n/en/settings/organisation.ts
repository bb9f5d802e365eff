import type { Texts } from '../../texts.ts';

export const organisation: Texts['organisation'] = {
  title: 'Organisation',
  text: 'What your organisation is called and looks like, and whether the service sends mails.',
  profile: 'Name and time zone',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneText: 'For times without a time zone. Stored times are not converted.',
  logo: 'Logo',
  logoText: 'Shown at the top of every page. PNG, JPEG or WebP, at most 256 KB and 2,000 pixels a side.',
  logoOf: 'Logo of {{name}}',
  noLogo: 'No logo.',
  chooseLogo: 'Choose a picture',
  otherLogo: 'Another picture',
  removeLogoTitle: 'Delete the logo?',
  removeLogoText: 'The product’s own logo is shown again.',
  mail: 'Mails',
  mailOn: 'Set up',
  mailOff: 'Not set up',
  mailFrom: 'Mails come from {{from}}, their links lead to {{address}}.',
  noMail:
    'The operator has named no mail server (SMTP_URL). Links for new passwords are shown in the settings, for you to pass on; no one is warned before tokens end.',
  test: 'Test mail to me',
  testSent: 'The mail server accepted the mail to {{to}}.',
  failure: {
    unreachable: 'The mail server cannot be reached. The log of the service says more.',
    not_authenticated: 'The mail server has refused the sign-in of the service.',
    refused: 'The mail server has not taken the mail. The log of the service says more.',
    timeout: 'The mail server did not answer in time.',
  },
};
