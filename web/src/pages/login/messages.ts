import { defineMessages } from '../../i18n/define.ts';

export const messages = defineMessages({
  de: {
    title: 'Anmelden',
    text: 'Verwalten Sie Ihre Organisation und ihre API.',
    ended: 'Ihre Sitzung ist beendet. Nach der Anmeldung geht es auf Ihrer Seite weiter.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    missing: 'Bitte ausfüllen.',
    codeTitle: 'Zweiter Faktor',
    codeText: 'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App ein.',
    code: 'Code',
    organisationTitle: 'Organisation wählen',
    organisationText: 'Ihre E-Mail-Adresse gehört zu mehreren Organisationen. In welcher möchten Sie sich anmelden?',
    retryIn: 'Erneut möglich in etwa {{minutes}} Min.',
  },
  en: {
    title: 'Sign in',
    text: 'Administer your organisation and its API.',
    ended: 'Your session has ended. After signing in you go on with your page.',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    missing: 'Please fill this in.',
    codeTitle: 'Second factor',
    codeText: 'Enter the six-digit code of your authenticator app.',
    code: 'Code',
    organisationTitle: 'Choose an organisation',
    organisationText: 'Your e-mail address belongs to several organisations. Which one do you want to sign in to?',
    retryIn: 'You can try again in about {{minutes}} min.',
  },
});
