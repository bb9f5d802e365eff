import type { Texts } from '../../texts.ts';

export const invitation: Texts['invitation'] = {
  title: 'Set your password',
  invitation: 'Welcome, {{name}}! Set a password to sign in to {{organisation}}.',
  reset: 'Hello {{name}}, set a new password for {{organisation}}.',
  email: 'E-mail address',
  password: 'New password',
  passwordHint: 'At least 10 characters; not a common password, not your name.',
  repeat: 'Repeat the password',
  different: 'The passwords are not the same.',
  tooShort: 'The password needs 10 to 200 characters.',
  submit: 'Save password',
  doneTitle: 'Password saved',
  done: 'You can now sign in with {{email}}.',
  toLogin: 'Back to sign in',
  unknownTitle: 'Invalid link',
  unknown: 'This link is unknown, has expired or has already been used. Please ask your administrator for a new one.',
  expires: 'The link is valid until',
};
