import type { Texts } from '../../texts.ts';

export const login: Texts['login'] = {
  title: 'Sign in',
  text: 'Your customers, contracts and claims in one place.',
  ended: 'Your session has ended. Sign in to continue where you were.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  passkey: 'Sign in with a passkey',
  passkeyText:
    'Confirm with your passkey (fingerprint, face or PIN of this device), or enter a recovery code. Each code works once.',
  usePasskey: 'Confirm with a passkey',
  codeTitle: 'Second factor',
  codeText: 'Enter the six-digit code from your authenticator app.',
  code: 'Code',
  recoveryText: 'Enter one of your recovery codes. Each works once.',
  recoveryCode: 'Recovery code',
  useRecovery: 'Use a recovery code instead',
  useCode: 'Use the code from the app instead',
  organisationTitle: 'Choose an organisation',
  organisationText: 'Your e-mail address belongs to several organisations. Which one do you want to sign in to?',
};
